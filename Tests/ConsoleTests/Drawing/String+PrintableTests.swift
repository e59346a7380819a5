import Testing

@testable import Console

struct StringPrintableTests {
  @Test(arguments: [
    ("Casa da Música", "Casa da Música"),
    ("西直门 🚇 👩‍👩‍👧", "西直门 🚇 👩‍👩‍👧"),
    ("\u{1B}[31mred\u{1B}[0m", "red"),
    ("\u{1B}[2J\u{1B}[Hx", "x"),
    ("\u{1B}]0;title\u{07}x", "x"),
    ("\u{1B}]52;c;aGk=\u{1B}\\x", "x"),
    ("\u{1B}P1$r\u{1B}\\x", "x"),
    ("\u{1B}]0;cut short\u{1B}[31mx", "x"),
    ("\u{1B}]0;never ends", "]0;never ends"),
    ("\u{1B}[31", "[31"),
    ("\u{1B}[31é", "[31é"),
    ("\u{1B}c\u{1B}(Bx", "x"),
    ("\u{1B}", ""),
    ("\u{1B}\u{1B}[1mx", "x"),
    ("\u{1B}\u{1B}\u{1B}[", "["),
    ("\u{9B}31mx", "31mx"),
    ("a\0b\u{08}c\u{7F}", "abc"),
    ("a\tb\nc\u{2028}d", "a b c d"),
    ("a\u{202E}b\u{2066}c", "abc"),
    ("שלום \u{200F}תל אביב", "שלום תל אביב"),
    ("", ""),
  ])
  func `control characters and sequences are removed`(text: String, printable: String) {
    #expect(text.printable == printable)
    #expect(text.printable.printable == printable)
  }

  @Test func `many escape characters take linear time`() {
    let text = String(repeating: "\u{1B}", count: 20_000) + String(repeating: "\u{1B}[", count: 2)
    #expect(text.printable.isEmpty == false)
  }

  @Test func `each line of a text is printable`() {
    #expect("a\u{202E}b\r\n\n\u{1B}[1mc".printableLines == ["ab", "", "c"])
  }
}
