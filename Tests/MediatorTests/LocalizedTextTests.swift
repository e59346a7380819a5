import Mediator
import Testing

@Suite struct LocalizedTextTests {
  private static let count = 3
  private static let noun: LocalizedText = "\(Self.count) pieces"

  @Test(
    arguments: [
      ("", ""), ("No order yet.", "No order yet."), ("\(count) pieces", "3 pieces"),
      ("Added '\("lamp")' (\(noun)).", "Added 'lamp' (3 pieces)."),
      (LocalizedText(verbatim: "lamp"), "lamp"), (noun + ", " + "50 % off", "3 pieces, 50 % off"),
    ] as [(LocalizedText, String)])
  func `in English, a text is its literal with the inserted values`(
    text: LocalizedText, english: String
  ) {
    #expect(text.description == english)
    #expect(text.isEmpty == english.isEmpty)
  }

  @Test func `texts are equal if they are the same in English, whatever their parts are`() {
    let name = "order"
    #expect("an \(name)" as LocalizedText == "an order")
    #expect(Set<LocalizedText>(["an \(name)", "an order", "a price"]).count == 2)
  }
}
