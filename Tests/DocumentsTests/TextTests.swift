import Documents
import Mediator
import Testing

@Suite struct TextTests {
  private static let red = Badge("red", rgb: 0xFF_0000)
  private static let blue = Badge("blue", rgb: 0x00_00FF)

  @Test(
    arguments: [
      ("\(3) pieces", Text("\(3) pieces", .plain)),
      (Text.badges([red, blue]), Text.badges([red]) + " " + Text.badges([blue])),
      (Text(verbatim: "lamp", .strong) + "", Text(verbatim: "lamp", .strong) + Text("")),
      (
        ["a", "b", "c"].map { Text(verbatim: $0) }.joined(separator: .separator),
        Text(verbatim: "a") + .separator + Text(verbatim: "b") + .separator + Text(verbatim: "c")
      ),
    ] as [(Text, Text)])
  func `literals, badges and sums are texts`(text: Text, equal: Text) {
    #expect(text == equal)
  }

  @Test func `texts differ by words and role`() {
    let texts: [Text] = ["lamp", Text("lamp", .faint), "desk", .badges([Self.red]), Text("")]
    #expect(Set(texts).count == texts.count)
  }

  @Test(
    arguments: [
      ("", true), (Text("", .strong) + "", true), (.badges([]), true), (.distinctBadges([]), true),
      (Text(verbatim: ""), true), ("a", false), (.badges([red]), false),
      (.distinctBadges([red]), false),
      (.separator, false), ("\("")", true), (Text(.sentence("")), true),
    ] as [(Text, Bool)])
  func `a text is empty if nothing would be shown`(text: Text, isEmpty: Bool) {
    #expect(text.isEmpty == isEmpty)
  }
}
