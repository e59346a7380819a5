import Testing

@testable import Console

struct StringColumnsTests {
  @Test(arguments: [
    ("", 0),
    ("Trindade", 8),
    ("Música", 6),
    ("Mu\u{301}sica", 6),
    ("西直门", 6),
    ("中文 A", 6),
    ("カナ", 4),
    ("ｶﾅ", 2),
    ("Ａ", 2),
    ("서울", 4),
    ("\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", 4),
    ("Площадь", 7),
    ("ไทย", 3),
    ("ที่", 1),
    ("🚇", 2),
    ("❤\u{FE0F}", 2),
    ("❤", 1),
    ("1\u{FE0F}\u{20E3}", 2),
    ("👩‍👩‍👧", 2),
    ("👍🏽", 2),
    ("🇵🇹", 2),
    ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2),
    ("①", 1),
    ("→", 1),
    ("─", 1),
    ("…", 1),
    ("a\u{200B}b", 2),
    ("a\u{200D}b", 2),
    ("\u{FEFF}a", 1),
    ("\u{1B}[1;31mred\u{1B}[0m", 3),
    ("\u{1B}]8;;https://x.org\u{1B}\\link\u{1B}]8;;\u{1B}\\", 4),
    ("a\0b\tc\r\n\u{7F}\u{85}", 3),
    ("𠀀", 2),
  ])
  func `a text has the width that a terminal gives it`(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test(arguments: [
    ("ab", 4, "ab  ", "  ab"), ("中", 4, "中  ", "  中"), ("abcde", 4, "abcde", "abcde"),
    ("", -1, "", ""),
  ])
  func `spaces fill a field on either side`(
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
  func `a longer text ends in an ellipsis`(text: String, columns: Int, cut: String) {
    #expect(text.truncated(to: columns) == cut)
    #expect(text.truncated(to: columns).columns <= max(0, columns))
  }
}
