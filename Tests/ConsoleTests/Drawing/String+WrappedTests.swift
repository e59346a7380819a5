import Testing

@testable import Console

struct StringWrappedTests {
  @Test(arguments: [
    ("the next train leaves", 9, ["the next", "train", "leaves"]),
    ("the next train leaves", 80, ["the next train leaves"]),
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
