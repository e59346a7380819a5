import Testing

@testable import Console

struct TextEntryTests {
  /// The text with `|` at the cursor, after keys were pressed.
  private func pressing(_ keys: [Key], in text: String = "") -> String {
    var entry = TextEntry(text)
    for key in keys { _ = entry.press(key) }
    return "\(entry.text.prefix(entry.cursor))|\(entry.text.dropFirst(entry.cursor))"
  }

  @Test(
    arguments: [
      ([.character("西"), .character("x")], "西x|"),
      ([.character("e"), .character("\u{301}")], "é|"),
      ([.paste(" Casa da\n\u{1B}[2JMúsica ")], "Casa da Música|"),
      ([.paste("a\r\nb\r\n\r\nc\n")], "a b c|"), ([.paste("a\tb")], "a b|"),
      ([.paste("Casa"), .paste(" da Música")], "Casa da Música|"),
      ([.character("\u{9B}"), .character("m"), .character("\u{202E}")], "m|"),
      ([.backspace], "|"), ([.delete], "|"), ([.control("k")], "|"), ([.control("w")], "|"),
      ([.alt("d")], "|"), ([.alt("\u{7F}")], "|"), ([.control("d")], "|"), ([.control("u")], "|"),
      ([.character("a"), .character("👍"), .backspace], "a|"),
      (
        [.paste(String(repeating: "x", count: 4000))], String(repeating: "x", count: 200) + "|"
      ),
    ] as [([Key], String)])
  func `keys enter a text, which never contains control characters`(keys: [Key], text: String) {
    #expect(pressing(keys) == text)
  }

  @Test(
    arguments: [
      ([.left, .left], "Casa da Músi|ca"), ([.control("b")], "Casa da Músic|a"),
      ([.home], "|Casa da Música"), ([.control("a"), .left], "|Casa da Música"),
      ([.home, .right], "C|asa da Música"), ([.home, .control("f")], "C|asa da Música"),
      ([.home, .end, .right], "Casa da Música|"), ([.home, .control("e")], "Casa da Música|"),
      ([.wordLeft], "Casa da |Música"), ([.alt("b"), .alt("b")], "Casa |da Música"),
      ([.wordLeft, .wordLeft, .wordLeft, .wordLeft], "|Casa da Música"),
      ([.home, .wordRight], "Casa| da Música"), ([.home, .alt("f"), .alt("f")], "Casa da| Música"),
      ([.wordRight], "Casa da Música|"),
    ] as [([Key], String)])
  func `keys move the cursor`(keys: [Key], text: String) {
    #expect(pressing(keys, in: "Casa da Música") == text)
  }

  @Test(
    arguments: [
      ([.home, .character("A"), .character(" ")], "A |Casa da Música"),
      ([.wordLeft, .paste("nova\n")], "Casa da nova|Música"),
      ([.left, .backspace], "Casa da Músi|a"), ([.left, .delete], "Casa da Músic|"),
      ([.home, .control("d")], "|asa da Música"), ([.delete], "Casa da Música|"),
      ([.home, .backspace], "|Casa da Música"),
      ([.control("w")], "Casa da |"), ([.control("w"), .control("w")], "Casa |"),
      ([.wordLeft, .control("w")], "Casa |Música"), ([.alt("\u{7F}")], "Casa da |"),
      ([.home, .alt("d")], "| da Música"), ([.wordLeft, .control("u")], "|Música"),
      ([.wordLeft, .control("k")], "Casa da |"), ([.control("k")], "Casa da Música|"),
      ([.control("u"), .character("x")], "x|"),
    ] as [([Key], String)])
  func `keys edit the text at the cursor`(keys: [Key], text: String) {
    #expect(pressing(keys, in: "Casa da Música") == text)
  }

  @Test(
    arguments: [
      ("a👨‍👩‍👧‍👦b", [.left, .left], "a|👨‍👩‍👧‍👦b"), ("a👨‍👩‍👧‍👦b", [.left, .backspace], "a|b"),
      ("🇵🇹🇪🇸", [.left, .delete], "🇵🇹|"), ("ne\u{301}e", [.left, .backspace], "n|e"),
      ("西直门", [.left, .left, .delete], "西|门"),
      // A mark belongs to the letter before the cursor, and one before a letter is no part of it.
      ("ab", [.left, .character("\u{301}")], "a\u{301}|b"),
      // Two halves of a flag become one character, and the cursor is behind it.
      ("🇹", [.home, .character("🇵")], "🇵🇹|"),
      ("path/to-file", [.control("w")], "|"), ("path/to-file", [.wordLeft], "path/to-|file"),
    ] as [(String, [Key], String)])
  func `the cursor is between characters as a person sees them`(
    text: String, keys: [Key], result: String
  ) {
    #expect(pressing(keys, in: text) == result)
  }

  @Test(
    arguments: [
      ([], "abc", 3), ([.home], "abc", 0), ([.left], "abc", 2),
    ] as [([Key], String, Int)])
  func `a short text is shown as a whole`(keys: [Key], text: String, column: Int) {
    var entry = TextEntry("abc")
    for key in keys { _ = entry.press(key) }
    #expect(entry.visiblePart(in: 4) == (text, column))
  }

  @Test(
    arguments: [
      (nil, 6, "vwxyz", 5), (0, 6, "abcde", 0), (3, 6, "abcde", 3), (4, 6, "bcdef", 3),
      (13, 7, "klmnop", 3), (25, 6, "vwxyz", 4), (24, 6, "vwxyz", 3), (5, 1, "", 0), (5, 0, "", 0),
    ] as [(Int?, Int, String, Int)])
  func `of a long text, what is around the cursor is shown`(
    cursor: Int?, columns: Int, text: String, column: Int
  ) {
    let entry = TextEntry("abcdefghijklmnopqrstuvwxyz", cursor: cursor)
    #expect(entry.visiblePart(in: columns) == (text, column))
  }

  @Test(arguments: 0...5, 0...9)
  func `wide characters fit in the field, with the cursor at one of them`(
    cursor: Int, columns: Int
  ) {
    let part = TextEntry("西直门e\u{301}👍", cursor: cursor).visiblePart(in: columns)
    #expect(part.text.columns <= max(columns - 1, 0) && part.column <= part.text.columns)
    #expect(columns < 5 || part.text.columns >= columns - 3)
  }

  @Test func `one character with many marks does not grow without limit`() {
    var entry = TextEntry()
    for _ in 0..<10_000 { _ = entry.press(.character("\u{301}")) }
    _ = entry.press(.paste(String(repeating: "\u{301}", count: 2000)))
    #expect(entry.text.utf8.count <= 2000)
  }

  @Test func `a text that was longer than the limit can be shortened`() {
    var entry = TextEntry(String(repeating: "a", count: 2100))
    for key in [Key.backspace, .home, .delete] { _ = entry.press(key) }
    #expect(entry.text.count == 2098)
    _ = entry.press(.character("b"))
    #expect(entry.text.count == 2098)
  }

  @Test func `no more characters are entered than the limit, wherever the cursor is`() {
    var entry = TextEntry("abcd", cursor: 2, maximumLength: 5)
    let isHandled = [Key.paste("12"), .character("3")].map { entry.press($0) }
    #expect(isHandled == [true, true] && entry.text == "ab1cd" && entry.cursor == 3)
  }

  @Test(arguments: [Key.enter, .escape, .tab, .up, .control("c"), .alt("x"), .pageUp])
  func `other keys change nothing`(key: Key) {
    var entry = TextEntry("ab")
    let isHandled = entry.press(key)
    #expect(!isHandled && entry == TextEntry("ab"))
  }

  @Test(arguments: [Key.left, .right, .home, .end, .wordLeft, .alt("f"), .control("e")])
  func `keys that move the cursor are for others while there is no text`(key: Key) {
    var entry = TextEntry()
    #expect(!entry.press(key) && key.movesInText)
  }

  @Test(arguments: [(-1, 0), (1, 1), (9, 2)])
  func `a cursor outside of the text is at its nearest end`(given: Int, cursor: Int) {
    #expect(TextEntry("ab", cursor: given).cursor == cursor)
  }
}
