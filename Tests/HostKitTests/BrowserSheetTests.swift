import Console
import Documents
import Mediator
import ModuleTesting
import Platform
import Scenes
import Testing

@testable import HostKit

/// The scene of a bar, which is shown over the lower part of another scene.
@MainActor @Suite(.timeLimit(.minutes(15)))
struct BrowserSheetTests {
  private let fixture = WishlistFixture()

  /// A browser with an open sheet of some wishes.
  private func browser(
    _ wishes: Int, columns: Int = 40, rows: Int = 15, colors: ColorDepth = .none
  ) async -> Browser {
    fixture.wishes.withLock { $0 = (1...wishes).map { Wish(name: "Wish \($0)", count: 1) } }
    let browser = await fixture.browser(columns: columns, rows: rows, colors: colors)
    await press(.character("w"), in: browser)
    return browser
  }

  private func click(row: Int, column: Int = 5, in browser: Browser) async {
    let position = ScreenFrame.Position(row: row, column: column)
    await press(
      .mouse(MouseEvent(.press, at: position)), .mouse(MouseEvent(.release, at: position)),
      in: browser)
  }

  private func sheet(_ title: String, columns: Int) -> String {
    "── \(title) " + String(repeating: "─", count: columns - title.columns - 4)
  }

  @Test(arguments: [(40, 15), (80, 24)])
  func `a sheet covers the last lines of the scene behind it`(columns: Int, rows: Int) async {
    let browser = await browser(2, columns: columns, rows: rows)
    #expect(
      browser.frame.lines
        == ["shop › Products", "", "  Lamp", "  茶杯", "  Void"]
        + Array(repeating: "", count: rows - 10)
        + [
          sheet("Wishlist", columns: columns), "▸ Wish 1  1", "  Wish 2  1", "",
          columns == 40
            ? "? keys  + more  - fewer  Esc close"
            : "? keys  + more  - fewer  / search  Esc close",
        ])
    await press(.escape, in: browser)
    #expect(browser.frame.lines[2] == "▸ Lamp")
    #expect(browser.frame.lines[rows - 2] == "w  2 wishes")
  }

  @Test func `on a wide screen, both panes stay behind the sheet`() async throws {
    fixture.wishes.withLock { $0 = [Wish(name: "茶杯", count: 1)] }
    let browser = await fixture.browser(columns: 120, rows: 40)
    let list = ["shop › Products", "", "  Lamp", "  茶杯", "  Void"].map { $0.padded(to: 58) + " │ " }
    try await fixture.wait(for: list[0] + "About Lamp", in: browser)
    await press(.character("w"), in: browser)
    #expect(
      browser.frame.lines
        == [list[0] + "About Lamp"] + list.dropFirst()
        + Array(repeating: String(repeating: " ", count: 58) + " │ ", count: 31)
        + [
          sheet("Wishlist", columns: 120), "▸ 茶杯  1", "",
          "? keys  + more  - fewer  / search  Esc close",
        ])
  }

  @Test(arguments: [(15, 4), (24, 9), (40, 17)])
  func `a sheet grows with its rows up to half the screen`(rows: Int, most: Int) async {
    let browser = await browser(1, rows: rows)
    for count in [1, 2, most, most + 1, most + 30] {
      fixture.wishes.withLock { $0 = (1...count).map { Wish(name: "Wish \($0)", count: 1) } }
      await fixture.mediator.publishAndWait(WishlistChanged())
      let height = min(count, most)
      #expect(browser.frame.lines[rows - height - 3] == sheet("Wishlist", columns: 40))
      #expect(browser.frame.lines[rows - 2 - height].hasPrefix("▸ Wish 1  "))
      #expect(
        browser.frame.lines[rows - 2].isEmpty == (count <= most)
          && browser.frame.lines.count == rows)
    }
    await fixture.wish(in: browser)
    #expect(browser.frame.lines[rows - 3] == "  No wishes.")
  }

  @Test func `keys change the rows of the sheet and the bar behind it`() async {
    let browser = await browser(1)
    await press(.character("+"), .character("+"), .character("-"), in: browser)
    #expect(browser.frame.lines[12] == "▸ Wish 1  2")
    await press(.character("-"), .character("-"), in: browser)
    // A row stays until its source removes it.
    #expect(browser.frame.lines[12] == "▸ Wish 1  0")
    await press(.character("+"), .character("q"), in: browser)
    #expect(browser.frame.lines[13] == "w  1 wishes")
  }

  @Test func `the scene behind follows its events`() async {
    let browser = await browser(1)
    fixture.products.withLock { $0 = ["Chair"] }
    await fixture.mediator.publishAndWait(ProductsChanged())
    #expect(browser.frame.lines[2...3] == ["  Chair", ""])
    await press(.escape, in: browser)
    #expect(browser.frame.lines[2...3] == ["▸ Chair", ""])
  }

  @Test func `only the scene behind is dimmed`() async {
    let browser = await browser(1, colors: .trueColor)
    let page = Page(columns: 40, colors: .trueColor)
    #expect(browser.frame.lines[0] == page.paint("shop › Products", .faint))
    #expect(browser.frame.lines[2].hasPrefix(page.paint("  Lamp", .faint).dropLast(4)))
    #expect(
      browser.frame.lines[11]
        == page.paint("── ", .faint) + page.paint("Wishlist", .title)
        + page.paint(" " + String(repeating: "─", count: 28), .faint))
    #expect(
      browser.frame.lines[12] == page.selecting(page.paint("▸ ", .strong) + "Wish 1  1"))
  }

  @Test func `a click selects a row of the sheet, and one above it closes it`() async {
    let browser = await browser(3)
    await click(row: 12, in: browser)
    #expect(browser.frame.lines[12] == "▸ Wish 3  1")
    for row in [9, 13] { await click(row: row, in: browser) }
    #expect(browser.scenes.count == 3)
    await click(row: 8, in: browser)
    #expect(browser.scenes.count == 2 && browser.frame.lines[2] == "▸ Lamp")
  }

  @Test func `a click on the bar or on a key of the sheet works like the key`() async {
    let browser = await browser(1)
    await click(row: 14, column: 25, in: browser)
    #expect(browser.scenes.count == 2)
    await click(row: 13, column: 30, in: browser)
    #expect(browser.frame.lines[12] == "▸ Wish 1  1")
  }

  @Test func `a search and the help are those of the sheet`() async {
    let browser = await browser(4, columns: 80, rows: 40)
    await press(.character("/"), .paste("4"), in: browser)
    #expect(browser.frame.lines[36...37] == [sheet("Wishlist", columns: 80), "▸ Wish 4  1"])
    await press(.escape, .character("?"), in: browser)
    #expect(browser.frame.lines[0] == "shop › Products › Wishlist")
    #expect(browser.frame.lines.contains("  +            more"))
    #expect(
      browser.frame.lines.contains {
        $0.hasPrefix("  q, Esc       close; also Backspace, Ctrl-O and a click above")
      })
    await press(.escape, in: browser)
    #expect(browser.frame.lines[33] == sheet("Wishlist", columns: 80))
  }

  @Test func `after a change of the size, the selected rows of both scenes are visible`() async {
    fixture.products.withLock { $0 = (1...30).map { "Product \($0)" } }
    fixture.wishes.withLock { $0 = (1...30).map { Wish(name: "Wish \($0)", count: 1) } }
    let browser = await fixture.browser(columns: 80, rows: 40)
    for _ in 0..<29 { await press(.down, in: browser) }
    await press(.character("w"), .end, in: browser)
    #expect(browser.frame.lines[37] == "▸ Wish 30  1")
    for (columns, rows) in [(40, 15), (120, 40), (200, 50), (40, 8), (40, 4), (80, 24)] {
      browser.receive(.resized(ScreenSize(columns: columns, rows: rows)))
      let lines = browser.frame.lines
      #expect(lines.count == rows && lines.allSatisfy { $0.columns <= columns })
      #expect(lines.contains("▸ Wish 30  1"))
      #expect(lines.contains(sheet("Wishlist", columns: columns)))
    }
    browser.receive(.resized(ScreenSize(columns: 40, rows: 15)))
    await press(.escape, in: browser)
    #expect(browser.frame.lines.contains("▸ Product 30"))
  }

  @Test func `a message is part of the sheet, and moves its rows up`() async {
    let browser = await browser(1)
    browser.showMessage("Wish 1 is no longer sold; choose another product instead of it.")
    #expect(
      browser.frame.lines[10...13] == [
        sheet("Wishlist", columns: 40), "▸ Wish 1  1", "Wish 1 is no longer sold; choose another",
        "product instead of it.",
      ])
  }

  @Test func `a closed sheet is released, so that it no longer loads its rows`() async throws {
    let browser = await browser(1)
    weak let sheet = browser.scenes.last
    #expect(sheet?.title == "Wishlist")
    await press(.escape, in: browser)
    try await wait { sheet == nil }
  }
}
