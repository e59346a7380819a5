import Foundation
import ShareInterface
import Testing

@Suite struct ShareItemClipboardTests {
  @Test(arguments: ["08:00 Trindade", "西直门\n国贸", String(repeating: "x", count: 74_994)])
  func `a terminal finds the text in the sequence`(text: String) async throws {
    let receipt = try await ShareHouse().share(
      ShareItem(title: "Trip", text: text), as: "clipboard")
    let sequence = try #require(receipt.text)
    #expect(sequence.utf8.count <= 100_000)
    let match = try #require(try /\e\]52;c;([A-Za-z0-9+\/=]+)\x07/.wholeMatch(in: sequence))
    let data = try #require(Data(base64Encoded: String(match.1)))
    #expect(data == Data(text.utf8))
    #expect(
      receipt.sentence == sequence + "'Trip' is in the clipboard, where the terminal allows it.")
  }

  @Test(arguments: ["clipboard", "file"])
  func `a title cannot command the terminal`(channel: String) async throws {
    let house = try await ShareHouse()
    let file = channel == "file" ? house.folder.appending(path: "trip.txt").path : nil
    let item = ShareItem(title: "\u{1B}[2JTrip", text: "x")
    let receipt = try await house.share(item, as: channel, to: file)
    let told = receipt.sentence.dropFirst(receipt.text?.count ?? 0)
    #expect(told.contains("Trip") && !told.contains("\u{1B}"))
  }

  @Test func `more than terminals take is refused`() async throws {
    let item = ShareItem(title: "Trip", text: String(repeating: "x", count: 74_995))
    let house = try await ShareHouse()
    await #expect(throws: ShareError.tooLong(title: "Trip", bytes: 74_995, limit: 74_994)) {
      try await house.share(item, as: "clipboard")
    }
  }
}
