import DataSourceInterface

/// The problems found in a feed so far.
final class FeedDiagnostics {
  private var files: [String: FileDiagnostics] = [:]
  /// What the import used and ignored of the fares; nil when the feed has no file about them.
  var fares: FeedReport.Fares?

  /// Returns the diagnostics of the file `name`.
  func file(_ name: String) -> FileDiagnostics {
    if let file = files[name] { return file }
    let file = FileDiagnostics(name: name)
    files[name] = file
    return file
  }

  /// All diagnostics: dropped rows before repaired ones, then by file, the most frequent first.
  var all: [FeedDiagnostic] {
    let diagnostics = files.values.flatMap(\.all)
    return FeedProblem.Remedy.allCases.flatMap { remedy in
      diagnostics.filter { $0.remedy == remedy }.sorted { first, second in
        (first.file, -first.count, first.problem.rawValue)
          < (second.file, -second.count, second.problem.rawValue)
      }
    }
  }
}

/// The problems found in one file so far.
final class FileDiagnostics {
  private static let maxExamples = 3

  private let name: String
  private var entries: [Entry] = []
  /// The columns of the file; nil until it is read.
  private var columns: [String]?
  private var usedColumns: Set<String> = []

  private struct Entry {
    let problem: FeedProblem
    var count = 0
    var examples: [FeedDiagnostic.Example] = []
  }

  init(name: String) {
    self.name = name
  }

  var all: [FeedDiagnostic] {
    entries.map {
      FeedDiagnostic(file: name, problem: $0.problem, count: $0.count, examples: $0.examples)
    }
  }

  /// Notes that the file with these columns is read.
  func read(_ columns: [String]) { self.columns = columns }

  /// Notes that a column is used.
  func use(_ column: String) { usedColumns.insert(column) }

  /// The file, or its columns, that were not read; nil if all of them were.
  var unusedPart: FeedReport.UnusedPart? {
    guard let columns, !usedColumns.isEmpty else {
      return FeedReport.UnusedPart(file: name, columns: nil)
    }
    var rest = usedColumns
    // Of two columns with one name, the first one is used.
    let unused = columns.filter { !$0.isEmpty && rest.remove($0) == nil }
    return unused.isEmpty ? nil : FeedReport.UnusedPart(file: name, columns: unused)
  }

  /// Adds a problem with the whole file.
  func add(_ problem: FeedProblem, _ value: String) {
    add(problem) { .init(line: nil, value: value) }
  }

  /// Adds a problem in a line of the file, counted from 1.
  func add(_ problem: FeedProblem, atLine line: Int, _ value: @autoclosure () -> String) {
    add(problem) { .init(line: line, value: value()) }
  }

  /// Forgets a problem that was not solved as its description says.
  func remove(_ problem: FeedProblem) {
    entries.removeAll { $0.problem == problem }
  }

  /// Forgets all problems.
  func removeAll() { entries.removeAll() }

  /// Counts a problem. Evaluates `example` only for the first few occurrences.
  private func add(_ problem: FeedProblem, _ example: () -> FeedDiagnostic.Example) {
    let known = entries.firstIndex { $0.problem == problem }
    if known == nil { entries.append(Entry(problem: problem)) }
    let position = known ?? entries.count - 1
    entries[position].count += 1
    guard entries[position].examples.count < Self.maxExamples else { return }
    entries[position].examples.append(example())
  }
}
