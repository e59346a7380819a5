import Foundation
import ModuleRules
import Testing

/// The time limit of a test only cancels it: a test that ignores this would run for ever.
@Suite struct WaitRulesTests {
  private static let yield = "await Task.yield()"

  /// The loops that yield until something has happened, and do not end when they are cancelled.
  private static func violations(in source: SourceFile) -> [Violation] {
    let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
    let reactions = ["checkCancellation", "isCancelled", "Task.sleep"]
    return lines.indices.compactMap { index in
      guard lines[index].contains("Task.yield()"), let loop = loop(around: index, lines),
        !lines[loop].contains(where: { line in reactions.contains { line.contains($0) } })
      else { return nil }
      return Violation(
        path: source.path, line: loop.lowerBound + 1,
        rule: "a test that waits must end when it is cancelled, but this loop does not",
        remedy: "call 'try await wait { … }' of ModuleTesting, or 'try Task.checkCancellation()'")
    }
  }

  /// The lines of the `while` loop that directly contains a line; nil if it is in none.
  private static func loop(around index: Int, _ lines: [Substring]) -> Range<Int>? {
    guard !lines[index].isLoop else { return index..<index + 1 }
    let depth = lines[index].indentation
    let start = lines[..<index].lastIndex { line in
      !line.isBlank && line.indentation < depth && line.trimmed != "{"
    }
    guard let start, lines[start].isLoop else { return nil }
    let end = lines[index...].firstIndex { line in
      !line.isBlank && line.indentation <= lines[start].indentation
    }
    return start..<(end ?? lines.count)
  }

  @Test func `a loop of a test ends when the test is cancelled`() throws {
    let violations = try SourceFile.all(in: ["Tests", "Templates"]).flatMap(Self.violations)
    #expect(violations.isEmpty, "\(violations.list)")
  }

  @Test(arguments: [
    "while isBusy { \(yield) }", "while isBusy {\n  \(yield)\n}",
    "  while isBusy {\n\n    clock.advance(by: .seconds(1))\n    \(yield)\n  }\n  isCancelled = true",
    "while isBusy\n  || isSlow\n{\n  for _ in 0..<9 { \(yield) }\n}",
  ])
  func `a loop that does not react to a cancellation is found`(text: String) {
    let source = SourceFile(path: "Tests/PlantTests/PlantTests.swift", text: "\n\(text)\n")
    #expect(Self.violations(in: source).map(\.line) == [2])
  }

  @Test(arguments: [
    "while isBusy {\n  try Task.checkCancellation()\n  \(yield)\n}",
    "while !Task.isCancelled { \(yield) }", "for _ in 0..<9 { \(yield) }",
    "while isBusy {\n  body()\n}\n\(yield)",
  ])
  func `a loop that reacts to a cancellation is accepted`(text: String) {
    let source = SourceFile(path: "Tests/PlantTests/PlantTests.swift", text: text)
    #expect(Self.violations(in: source) == [])
  }
}

extension Substring {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
  fileprivate var isBlank: Bool { trimmed.isEmpty }
  fileprivate var isLoop: Bool { trimmed.hasPrefix("while ") }
  fileprivate var indentation: Int { prefix { $0 == " " }.count }
}
