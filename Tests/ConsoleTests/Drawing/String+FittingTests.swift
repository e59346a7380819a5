import Documents
import Testing

@testable import Console

struct StringFittingTests {
  @Test(arguments: [
    ("ab", 4, "ab  ", "  ab"), ("中", 4, "中  ", "  中"), ("abcde", 4, "abcde", "abcde"),
    ("", -1, "", ""),
  ])
  func `spaces are added on either side`(
    text: String, columns: Int, left: String, right: String
  ) {
    #expect(text.padded(to: columns) == left)
    #expect(text.padded(to: columns, .right) == right)
  }

  @Test(arguments: [
    ("Trindade", 8, "Trindade"),
    ("Trindade", 7, "Trinda…"),
    ("Trindade", 1, "…"),
    ("Trindade", 0, ""),
    ("Trindade", -3, ""),
    ("西直门", 6, "西直门"),
    ("西直门", 5, "西直…"),
    ("西直门", 4, "西…"),
    ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"),
    ("Mu\u{301}sica", 3, "Mu\u{301}…"),
    ("\u{1B}[31mred\u{1B}[0m", 3, "\u{1B}[31mred\u{1B}[0m"),
    ("\u{1B}[31mred\u{1B}[0m", 2, "r…"),
  ])
  func `a longer text ends with an ellipsis`(text: String, columns: Int, cut: String) {
    #expect(text.truncated(to: columns) == cut)
    #expect(text.truncated(to: columns).columns <= max(0, columns))
  }

  @Test(arguments: [
    ("Trindade", 8, "Trindade"), ("Trindade", 4, "Trin"), ("西直门", 5, "西直"), ("西直门", 0, ""),
    ("西", -1, ""), ("\u{1B}[1mTrindade\u{1B}[0m", 4, "\u{1B}[1mTrin\u{1B}[0m"),
    ("a\u{1B}[1m西b\u{1B}[0mc", 2, "a\u{1B}[1m\u{1B}[0m"),
    ("\u{1B}[1m\u{301}abc\u{1B}[0m", 2, "\u{1B}[1m\u{301}ab\u{1B}[0m"),
  ])
  func `a line is cut without its styles being cut`(line: String, columns: Int, clipped: String) {
    #expect(Array(line.clipped(to: columns).unicodeScalars) == Array(clipped.unicodeScalars))
  }

  @Test(arguments: [
    ("the next order leaves", 9, ["the next", "order", "leaves"]),
    ("the next order leaves", 80, ["the next order leaves"]),
    ("abcdefgh i", 3, ["abc", "def", "gh", "i"]),
    ("西直门国贸", 5, ["西直", "门国", "贸"]),
    ("西", 1, ["西"]),
    ("a b", 0, ["a", "b"]),
    ("  spaced   out ", 20, ["spaced out"]),
    ("", 10, []),
  ])
  func `lines break at spaces, and within words that are too long`(
    text: String, columns: Int, lines: [String]
  ) {
    #expect(text.wrapped(to: columns) == lines)
  }
}
