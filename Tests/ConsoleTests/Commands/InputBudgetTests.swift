import Documents
import Foundation
import Mediator
import TestSupport
import Testing

@testable import Console

/// The time that hostile input may take. It grows with the length, and not with its square, which a
/// run with `THOROUGH=1` shows.
struct InputBudgetTests {
  private static let budget = Duration.seconds(TestOptions.isThorough ? 300 : 20)
  private static let count = TestOptions.isThorough ? 100_000 : 2000
  /// What the texts repeat. Some are hard for a parser that tries alternatives.
  private static let repeated = [
    "a", "1", " ", "+1", "-", "--", ":", "0:", "nov ", "'", "\"", "\\", "=", "$(", "\u{301}", "京",
    "👩\u{200D}",
    "\u{1B}", "\u{1B}[", "\u{1B}]", "\u{202E}", "\n",
  ]

  private func long(_ repeated: String) -> String { String(repeating: repeated, count: Self.count) }

  private let commands = [
    Command(
      "route", "", arguments: [.positional("from", ""), .option("date", "")], examples: []
    ) { _ in CommandResult("") { text in "\(text)" } },
    Command("shop list", "", examples: []) { _ in CommandResult("") { text in "\(text)" } },
  ]

  private func expectFast(_ text: String, _ body: () async throws -> Void) async throws {
    let took = try await ContinuousClock().measure { try await body() }
    #expect(took < Self.budget, "\(text.prefix(4)): \(took)")
  }

  @Test(arguments: repeated)
  func `a long day or time is refused quickly`(repeated: String) async throws {
    let text = long(repeated)
    try await expectFast(text) {
      for text in [text, "2026-" + text, "1" + text] {
        #expect(DayExpression(text) == nil)
        #expect(TimeExpression(text) == nil || text.allSatisfy { " 1\n".contains($0) })
      }
    }
  }

  @Test(arguments: repeated)
  func `a long text is drawn quickly`(repeated: String) async throws {
    let text = long(repeated)
    try await expectFast(text) {
      for columns in [1, 80, 100_000_000] {
        let page = Page(columns: columns)
        #expect(page.text(of: Document(Text(verbatim: text))).utf8.count <= 2 * text.utf8.count + 2)
        var table = Table(.init("text", isFlexible: true), .init("number", .right))
        table.append(Text(verbatim: text), "1")
        #expect(!page.text(of: [.table(table)]).isEmpty)
      }
    }
  }

  @Test(arguments: repeated)
  func `a long line is completed quickly`(repeated: String) async throws {
    let text = long(repeated)
    let completer = Completer(commands: commands, globals: [])
    try await expectFast(text) {
      let lines = ["metro \(text)", "metro route \(text)", "metro route --date \(text)"]
      for line in lines {
        let line = ShellLine(line, wordBreaks: "\"'@><=;|&(:")
        let words = Array(line.words.dropFirst())
        _ = try await completer.completions(for: words, through: Mediator())
        for shell in Shell.allCases {
          let candidates = [CompletionCandidate(text), CompletionCandidate("Trindade")]
          #expect(line.lines(for: candidates, in: shell).allSatisfy { !$0.contains("\n") })
        }
      }
    }
  }

  @Test(arguments: [["x"], ["route"], ["--date", "1"], ["--"], ["help"], ["shop"], ["-h"], ["="]])
  func `a line of many words is parsed quickly`(words: [String]) async throws {
    let parser = CommandParser(commands: commands, globals: [])
    let line = Array(Array(repeating: words, count: Self.count).joined())
    try await expectFast(words[0]) {
      for start in [[], ["route"], ["route", "A"], ["help"]] {
        #expect(throws: Never.self) {
          do { _ = try parser.parse(start + line) } catch is CommandLineError {}
        }
      }
    }
  }

  @Test(arguments: repeated)
  func `an error about a long text is short, and ends with its remedy`(repeated: String) {
    let text = long(repeated)
    let sentence = "no station '\(text)'; choose another".shortened(to: 2000)
    #expect(sentence.columns <= 2002 && sentence.hasSuffix(" another"))
  }
}
