import Foundation
import ShareInterface
import Testing

@Suite(.timeLimit(.minutes(15))) struct TextChannelsTests {
  @Test(
    arguments: [
      (ShareItem(title: "T", text: "a\r\nb"), "a\nb\n"),
      (ShareItem(title: "T", text: "\u{1B}[31mred\u{7}\n\u{202E}x"), "red\nx\n"),
      (ShareItem(title: "T", text: "a", link: "app://x/y"), "a\n"),
      (ShareItem(title: "T", link: "app://x/y"), "app://x/y\n"),
    ])
  func `text contains what a person can read`(item: ShareItem, text: String) async throws {
    #expect(try await ShareFixture().text(of: item, as: "text") == text)
  }

  @Test func `the link channel writes only the link`() async throws {
    let item = ShareItem(title: "T", text: "a", link: "app://x/y?z=%20\n\u{1B}c")
    #expect(try await ShareFixture().text(of: item, as: "link") == "app://x/y?z=%20 \n")
  }

  @Test(arguments: [("08:00 Trindade", 1), ("西直门\n国贸", 1), ("x", 74_994)])
  func `the clipboard channel returns what is copied, and prints a sentence`(
    repeated: String, count: Int
  ) async throws {
    let text = String(repeating: repeated, count: count)
    let receipt = try await ShareFixture().share(
      ShareItem(title: "Trip", text: text), as: "clipboard")
    #expect(receipt.text == text && receipt.clipboardText == text)
    #expect(receipt.sentence == "Copied 'Trip' to the clipboard, if the terminal allows it.")
  }

  @Test func `only the clipboard channel copies`() async throws {
    let item = ShareItem(title: "Trip", text: "\u{1B}]52;c;aGk=\u{7}x")
    #expect(try await ShareFixture().share(item, as: "text").clipboardText == nil)
    #expect(try await ShareFixture().share(item, as: "clipboard").clipboardText == "x")
  }

  @Test(arguments: ["clipboard", "file"])
  func `control characters in a title are not printed`(channel: String) async throws {
    let fixture = try await ShareFixture()
    let file = channel == "file" ? fixture.folder.appending(path: "trip.txt").path : nil
    let item = ShareItem(title: "\u{1B}[2JTrip", text: "x")
    let receipt = try await fixture.share(item, as: channel, to: file)
    #expect(receipt.sentence.contains("Trip") && !receipt.sentence.contains("\u{1B}"))
  }

  @Test func `a text that is too long for terminals is refused`() async throws {
    let item = ShareItem(title: "Trip", text: String(repeating: "x", count: 74_995))
    let fixture = try await ShareFixture()
    await #expect(throws: ShareError.tooLong(title: "Trip", bytes: 74_995, limit: 74_994)) {
      try await fixture.share(item, as: "clipboard")
    }
  }

  @Test(arguments: [
    "08:00 Trindade", "a & b = c? #d %20 +e", "it's \"quoted\" <x>", "西直门\n国贸 👩‍👩‍👧‍👦", "ça;va,\\n",
  ])
  func `an independent reader finds subject and body`(text: String) async throws {
    let item = ShareItem(title: "\(text)\nBcc: x", text: text, link: "app://x/y?a=b&c=d")
    let address = try await ShareFixture().text(of: item, as: "mail")
    #expect(address.utf8.dropLast().allSatisfy { 0x21...0x7E ~= $0 }, "only printable ASCII")
    let parts = try #require(
      URLComponents(string: address.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(parts.scheme == "mailto" && parts.path.isEmpty)
    let fields = try #require(parts.queryItems)
    #expect(fields.map(\.name) == ["subject", "body"])
    #expect(fields[0].value == "\(text) Bcc: x".replacing("\n", with: " "))
    let body = text.replacing("\n", with: "\r\n") + "\r\n\r\napp://x/y?a=b&c=d"
    #expect(fields[1].value == body)
  }

  @Test func `the link is the body when there is no text`() async throws {
    let item = ShareItem(title: "Trip", link: "app://x/y")
    let address = try await ShareFixture().text(of: item, as: "mail")
    #expect(address == "mailto:?subject=Trip&body=app%3A%2F%2Fx%2Fy\n")
  }
}
