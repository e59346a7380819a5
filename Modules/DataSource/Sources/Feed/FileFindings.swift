import DataSourceInterface

/// What is found wrong with one file.
final class FileFindings {
  private static let mostExamples = 3

  private let name: String
  private var findings: [Finding] = []
  /// A place in the file whose line is known.
  private var counted = (position: 0, line: 1)

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

  /// Notes a problem at a byte of the file.
  func add(
    _ problem: FeedProblem, at position: Int, of file: Buffer, _ value: @autoclosure () -> String
  ) {
    add(problem) { .init(line: line(at: position, of: file), value: value()) }
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

  /// The number of the line that has the byte at `position`, counted on from the last one asked for.
  private func line(at position: Int, of file: Buffer) -> Int {
    var (start, line) = position < counted.position ? (0, 1) : counted
    let bytes = file.content
    while start < position {
      let isPair = bytes[start] == .lineFeed && start > 0 && bytes[start - 1] == .carriageReturn
      if !isPair, bytes[start] == .lineFeed || bytes[start] == .carriageReturn { line += 1 }
      start += 1
    }
    counted = (position, line)
    return line
  }
}
