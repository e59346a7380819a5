import Documents
import Testing
import Mediator

@Suite struct TextTests {
  private static let red = Badge("red", rgb: 0xFF_0000)
  private static let blue = Badge("blue", rgb: 0x00_00FF)

  @Test(
    arguments: [
      ("\(3) pieces", Text("\(3) pieces", .plain)),
      (Text.badges([red, blue]), Text.badges([red]) + " " + Text.badges([blue])),
      (Text(verbatim: "lamp", .strong) + "", Text(verbatim: "lamp", .strong) + Text("")),
    ] as [(Text, Text)])
  func `literals, badges and sums are texts`(text: Text, equal: Text) {
    #expect(text == equal)
  }

  @Test func `texts differ by words and role`() {
    let texts: [Text] = ["lamp", Text("lamp", .faint), "desk", .badges([Self.red]), Text("")]
    #expect(Set(texts).count == texts.count)
  }
}
