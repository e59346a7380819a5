import DataSourceInterface

/// What is found wrong with one file.
final class FileFindings {
  private static let mostExamples = 3

  private let name: String
  private var findings: [Finding] = []

  private struct Finding {
    let problem: FeedProblem
    var count = 0
    var examples: [FeedFinding.Example] = []
  }

  init(name: String) {
    self.name = name
  }

  var all: [FeedFinding] {
    findings.map {
      FeedFinding(file: name, problem: $0.problem, count: $0.count, examples: $0.examples)
    }
  }

  /// Notes a problem with the whole file.
  func add(_ problem: FeedProblem, _ value: String) {
    add(problem) { .init(line: nil, value: value) }
  }

  /// Notes a problem in a line of the file, counted from 1.
  func add(_ problem: FeedProblem, atLine line: Int, _ value: @autoclosure () -> String) {
    add(problem) { .init(line: line, value: value()) }
  }

  /// Counts a problem; the example is made only where it is one of the first few.
  private func add(_ problem: FeedProblem, _ example: () -> FeedFinding.Example) {
    let known = findings.firstIndex { $0.problem == problem }
    if known == nil { findings.append(Finding(problem: problem)) }
    let position = known ?? findings.count - 1
    findings[position].count += 1
    guard findings[position].examples.count < Self.mostExamples else { return }
    findings[position].examples.append(example())
  }
}
