import Foundation
import TestSupport
import Testing

@testable import Console

/// Bash reads quoted text back, whatever stands beside its special characters.
@Suite(.blocking, .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
struct ShellQuotingTests {
  private static let names: [String] = {
    var texts = JoinedText(special: "\"'$`\\!;&|()<>*?[]{}~#= \t", seed: 1)
    let evil = [
      "b\u{D4E}$(exit 1)", "c\u{301};exit 1", "d'\u{301};exit 1;'", "e\"\u{301};exit 1;\"", "=ls",
      "f\\\u{301}", "g`exit 1`\u{301}", "", "~", "#x", "--x=\u{301}$(exit 1)",
    ]
    return evil + (0..<2000).map { _ in texts.next().printable }
  }()

  /// The words that bash reads in a command line.
  private static func words(of line: String) throws -> [String] {
    let output = try ChildProcess.run(
      ["/bin/bash", "--norc", "--noprofile", "-c", "printf '%s\\0' \(line)"],
      environment: ["LC_ALL": "C.UTF-8"])
    #expect(output.code == 0)
    return output.output.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  @Test(arguments: ["", "'", "\""])
  func `bash reads a completed word as the name`(quote: String) throws {
    let line = ShellLine("metro \(quote)N", wordBreaks: "\"'@><=;|&(:")
    let words = Self.names.flatMap { name in
      line.lines(for: [CompletionCandidate("N" + name)], in: .bash).map { insertion in
        // Bash adds the closing quote only after a text that does not end with a quote.
        quote + insertion + (insertion.utf8.last == quote.utf8.first ? "" : quote)
      }
    }
    let expected = Self.names.map { CompletionCandidate("N" + $0).text }
    #expect(
      try Self.words(of: words.joined(separator: " ")).map(\.utf8Bytes) == expected.map(\.utf8Bytes)
    )
  }

  @Test func `bash reads a quoted word as the text`() throws {
    let line = Self.names.map(\.shellWord).joined(separator: " ")
    #expect(try Self.words(of: line).map(\.utf8Bytes) == Self.names.map(\.utf8Bytes))
  }

  @Test(arguments: [
    ("/home/me/data", "/home/me/data"), ("/a b", #""/a b""#), ("a$b", #""a\$b""#), ("", #""""#),
    ("it's", #""it's""#), ("西直门", "西直门"),
  ])
  func `a word has quotes only if it needs them`(text: String, word: String) {
    #expect(text.shellWord == word)
  }
}

extension String {
  /// Equal texts can have different bytes.
  fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
}
