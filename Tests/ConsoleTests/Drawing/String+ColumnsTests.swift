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
    ("a\0b\tc\n\u{7F}\u{85}", 6),
    ("a\u{AD}b\u{3164}\u{2800}\u{E000}", 4),
    ("🚇\u{93E}", 3),
    ("a" + String(repeating: "\u{301}", count: 100), 1),
    ("𠀀", 2),
  ])
  func `a text has the same width as in a terminal`(text: String, columns: Int) {
    #expect(text.columns == columns)
  }
}
