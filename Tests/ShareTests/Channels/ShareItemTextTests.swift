import ShareInterface
import Testing

@Suite struct ShareItemTextTests {
  private static let table = ShareTable(
    columns: ["line", "first"], rows: [["C", "06:00"], ["2号线", "05:10"]])

  @Test(
    arguments: [
      (ShareItem(title: "T", text: "a\r\nb"), "a\nb\n"),
      (ShareItem(title: "T", text: "\u{1B}[31mred\u{7}\n\u{202E}x"), "red\nx\n"),
      (ShareItem(title: "T", text: "a", link: "metro://x/y"), "a\n"),
      (ShareItem(title: "T", link: "metro://x/y"), "metro://x/y\n"),
      (
        ShareItem(title: "T", text: "Trains:", table: table),
        "Trains:\n\nline   first\nC      06:00\n2号线  05:10\n"
      ),
    ])
  func `text is what there is to read`(item: ShareItem, text: String) async throws {
    #expect(try await ShareHouse().text(of: item, as: "text") == text)
  }

  @Test func `a link stands alone`() async throws {
    let item = ShareItem(title: "T", text: "a", link: "metro://x/y?z=%20\n\u{1B}c")
    #expect(try await ShareHouse().text(of: item, as: "link") == "metro://x/y?z=%20 \n")
  }
}
