import Foundation
import ShareInterface
import Testing

@Suite struct ShareItemMailTests {
  @Test(arguments: [
    "08:00 Trindade", "a & b = c? #d %20 +e", "it's \"quoted\" <x>", "西直门\n国贸 👩‍👩‍👧‍👦", "ça;va,\\n",
  ])
  func `another reader finds subject and body`(text: String) async throws {
    let item = ShareItem(title: "\(text)\nBcc: x", text: text, link: "metro://x/y?a=b&c=d")
    let address = try await ShareHouse().text(of: item, as: "mail")
    #expect(address.utf8.dropLast().allSatisfy { 0x21...0x7E ~= $0 }, "only printable ASCII")
    let parts = try #require(
      URLComponents(string: address.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(parts.scheme == "mailto" && parts.path.isEmpty)
    let fields = try #require(parts.queryItems)
    #expect(fields.map(\.name) == ["subject", "body"])
    #expect(fields[0].value == "\(text) Bcc: x".replacing("\n", with: " "))
    let body = text.replacing("\n", with: "\r\n") + "\r\n\r\nmetro://x/y?a=b&c=d"
    #expect(fields[1].value == body)
  }

  @Test func `a link alone is the whole body`() async throws {
    let item = ShareItem(title: "Trip", link: "metro://x/y")
    let address = try await ShareHouse().text(of: item, as: "mail")
    #expect(address == "mailto:?subject=Trip&body=metro%3A%2F%2Fx%2Fy\n")
  }
}
