import Testing

@testable import Console

struct StringClippedTests {
  @Test(arguments: [
    ("Trindade", 8, "Trindade"), ("Trindade", 4, "Trin"), ("西直门", 5, "西直"), ("西直门", 0, ""),
    ("西", -1, ""), ("\u{1B}[1mTrindade\u{1B}[0m", 4, "\u{1B}[1mTrin\u{1B}[0m"),
    ("a\u{1B}[1m西b\u{1B}[0mc", 2, "a\u{1B}[1m\u{1B}[0m"),
    ("\u{1B}[1m\u{301}abc\u{1B}[0m", 2, "\u{1B}[1m\u{301}ab\u{1B}[0m"),
  ])
  func `a line is cut and keeps its styles`(line: String, columns: Int, clipped: String) {
    #expect(Array(line.clipped(to: columns).unicodeScalars) == Array(clipped.unicodeScalars))
  }
}
