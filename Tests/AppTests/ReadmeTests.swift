import Foundation
import TestSupport
import Testing

@testable import metro

/// Every command that the README shows, block by block, as somebody who copies them runs them.
@Suite struct ReadmeTests {
  /// What `.ci/run` runs, or does in another way.
  private static let elsewhere: Set = [
    "apt-get install zlib1g-dev libsqlite3-dev", "swift test",
    "swift run -c release benchmarks",
    "MODULE=Bookmarks swift test --scratch-path .build/Bookmarks",
    "./generate.sh Todo", "swift run metro todo", "MODULE=Todo swift test",
    "./generate.sh --remove Todo",
  ]

  private static let blocks = Result {
    let file = SharedData.checkout.appending(path: "README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.components(separatedBy: "```sh\n").dropFirst().map { block in
      block.prefix(upTo: block.range(of: "```")?.lowerBound ?? block.endIndex)
        .split(separator: "\n").map { line in
          String(line.prefix(upTo: line.range(of: "  #")?.lowerBound ?? line.endIndex))
            .trimmingCharacters(in: .whitespaces)
        }
    }
  }

  @Test func `each command of the README does what it says`() async throws {
    var count = 0
    for block in try Self.blocks.get() {
      let session = try HostSession()
      for line in block where !Self.elsewhere.contains(line) {
        let usesFeed = block.contains { $0.contains("beijing.zip") }
        guard !usesFeed || (SharedData.isThere && Thorough.isOn) else { continue }
        let (variables, words) = try #require(Self.parse(line), "'\(line)' is no metro command")
        let result = try await session.run(words, environment: variables)
        #expect(result.code == .answered, "\(line)\n\(result.errors)")
        #expect(!result.output.isEmpty, "\(line)")
        count += 1
      }
    }
    #expect(count >= 5)
  }

  /// The variables and words of a line that calls metro; nil when it calls something else.
  private static func parse(_ line: String) -> ([String: String], [String])? {
    var words = HostSession.words(of: line)
    var variables: [String: String] = [:]
    while let word = words.first, let sign = word.firstIndex(of: "="),
      word.prefix(upTo: sign).allSatisfy({ $0.isUppercase || $0 == "_" })
    {
      variables[String(word[..<sign])] = String(word[word.index(after: sign)...])
      words.removeFirst()
    }
    if words.prefix(2) == ["swift", "run"] { words.removeFirst(2) }
    guard words.first == "metro" else { return nil }
    return (
      variables,
      words.dropFirst().map {
        $0 == "beijing.zip" ? SharedData.path("feeds/beijing-2026.zip") : $0
      }
    )
  }
}
