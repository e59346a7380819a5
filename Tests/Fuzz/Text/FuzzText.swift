import FuzzSupport
import Mediator

@testable import Console

/// Writes any text for shells, files, manual pages and messages, and searches for it.
@main
enum FuzzText {
  static func main() {
    Fuzzer.run { bytes, count in
      FuzzText.test(
        String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
      return 0
    }
  }

  private static func test(_ text: String) {
    let candidate = CompletionCandidate("N" + text)
    for quote in ["", "'", "\""] {
      let line = ShellLine("metro \(quote)N", wordBreaks: "\"'@><=;|&(:")
      for insertion in line.lines(for: [candidate], in: .bash) {
        check(quote + insertion, isReadAs: candidate.text)
      }
    }
    check(text.shellWord, isReadAs: text)
    let name = NamedFile.name(for: text, pathExtension: "txt")
    precondition(!name.utf8.contains(UInt8(ascii: "/")) && name.utf8.count <= 204)
    precondition(text.roff.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    let masked = "https://\(text)@example.org/a?\(text)".withoutAddressSecrets
    precondition(masked.withoutAddressSecrets == masked)
    _ = FuzzyPattern(text).match(in: FuzzyText(text))
  }

  /// A command line with the word has that word and no other.
  private static func check(_ word: String, isReadAs text: String) {
    let words = ShellLine("metro \(word)").words
    precondition(words.count == 2 && words[1].utf8.elementsEqual(text.utf8), "\(word) for \(text)")
  }
}
