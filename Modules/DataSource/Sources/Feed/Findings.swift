import DataSourceInterface

/// What is found wrong with a feed while it is read.
final class Findings {
  private var files: [String: FileFindings] = [:]

  /// The findings in the file `name`.
  func file(_ name: String) -> FileFindings {
    if let file = files[name] { return file }
    let file = FileFindings(name: name)
    files[name] = file
    return file
  }

  /// What was dropped first, then by file, the most frequent first.
  var all: [FeedFinding] {
    let findings = files.values.flatMap(\.all)
    return FeedProblem.Remedy.allCases.flatMap { remedy in
      findings.filter { $0.remedy == remedy }.sorted { first, second in
        (first.file, -first.count, first.problem.rawValue)
          < (second.file, -second.count, second.problem.rawValue)
      }
    }
  }
}
