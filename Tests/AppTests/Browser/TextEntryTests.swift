import Console
import Testing

@testable import metro

struct TextEntryTests {
  @Test(
    arguments: [
      ([.character("西"), .character("x")], "西x"), ([.character("e"), .character("\u{301}")], "é"),
      ([.paste(" Casa da\n\u{1B}[2JMúsica ")], "Casa da Música"),
      ([.paste("Casa da Música"), .control("w")], "Casa da"),
      ([.character("\u{9B}"), .character("m"), .character("\u{202E}")], "m"),
      ([.paste("Casa"), .control("u")], ""), ([.backspace], ""),
      ([.character("a"), .character("👍"), .backspace], "a"),
      ([.paste(String(repeating: "x", count: 4000))], String(repeating: "x", count: 200)),
    ] as [([Key], String)])
  func `keys type, and nothing typed commands the terminal`(keys: [Key], text: String) {
    var entry = TextEntry()
    let typed = keys.map { entry.press($0) }
    #expect(typed.allSatisfy(\.self) && entry.text == text)
  }

  @Test(arguments: [Key.enter, .escape, .tab, .up, .left, .control("c"), .delete])
  func `other keys are left to others`(key: Key) {
    var entry = TextEntry()
    let isTyped = entry.press(key)
    #expect(!isTyped && entry.text.isEmpty)
  }
}
