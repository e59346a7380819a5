import Console
import Documents
import Mediator
import ModuleTesting
import Platform
import Scenes
import Testing

@testable import HostKit

/// The line of a bar below the rows of a scene that embeds it.
@MainActor @Suite(.timeLimit(.minutes(15)))
struct BrowserBarTests {
  private let fixture = WishlistFixture()

  @Test(arguments: [(40, 15), (80, 24)])
  func `the bar is above the last line`(columns: Int, rows: Int) async {
    let browser = await fixture.browser(columns: columns, rows: rows)
    await fixture.wish("Lamp", "茶杯", in: browser)
    #expect(
      browser.frame.lines
        == ["shop › Products", "", "▸ Lamp", "  茶杯", "  Void"]
        + Array(repeating: "", count: rows - 7)
        + ["w  2 wishes", "? keys  ⏎ open  / search  q back"])
  }

  @Test func `on a wide screen, the bar is below both panes`() async throws {
    let browser = await fixture.browser(columns: 120, rows: 40)
    await fixture.wish("Lamp", in: browser)
    let empty = String(repeating: " ", count: 58) + " │ "
    let list = ["shop › Products", "", "▸ Lamp", "  茶杯", "  Void"].map { $0.padded(to: 58) + " │ " }
    let first = list[0] + "About Lamp"
    try await fixture.wait(for: first, in: browser)
    #expect(
      browser.frame.lines
        == [first] + list.dropFirst() + Array(repeating: empty, count: 32)
        + ["", "w  1 wishes", "? keys  ⏎ open  / search  q back"])
  }

  @Test func `without a text there is no bar, and the rows get its line`() async {
    fixture.products.withLock { $0 = (1...30).map { "Product \($0)" } }
    let browser = await fixture.browser()
    #expect(browser.frame.lines[12] == "  Product 11")
    for _ in 0..<10 { await press(.down, in: browser) }
    #expect(browser.frame.lines[12] == "▸ Product 11")
    await fixture.wish("Lamp", in: browser)
    #expect(browser.frame.lines[11] == "▸ Product 11" && browser.frame.lines[13] == "w  1 wishes")
    await fixture.wish(in: browser)
    #expect(browser.frame.lines[12] == "  Product 12")
  }

  @Test(arguments: [
    ("茶杯茶杯茶杯", "w  茶杯茶杯…"), ("e\u{301}\u{1B}[2J\n👍\u{202E}", "w  é 👍"),
    ("1234567890123", "w  123456789…"),
  ])
  func `the text is one line without control characters, and cut to the screen`(
    text: String, line: String
  ) async {
    fixture.text.withLock { $0 = .success(text) }
    let browser = await fixture.browser(columns: 13)
    #expect(browser.frame.lines[13] == line)
    #expect(browser.frame.lines.allSatisfy { $0.columns <= 13 })
  }

  @Test func `the key and the text have the look of the theme`() async {
    let browser = await fixture.browser(colors: .trueColor)
    await fixture.wish("Lamp", in: browser)
    let page = Page(columns: 40, colors: .trueColor)
    #expect(
      browser.frame.lines[13] == page.paint("w  ", .accent) + page.paint("1 wishes", .strong))
  }

  @Test func `a small screen has no bar, but its key`() async {
    let browser = await fixture.browser(rows: 11)
    await fixture.wish("Lamp", in: browser)
    #expect(!browser.frame.lines.contains("w  1 wishes"))
    browser.receive(.resized(ScreenSize(columns: 40, rows: 12)))
    #expect(browser.frame.lines[10] == "w  1 wishes")
    browser.receive(.resized(ScreenSize(columns: 40, rows: 11)))
    await press(.character("w"), in: browser)
    #expect(browser.frame.lines.contains("▸ Lamp  1"))
  }

  @Test func `a failing bar shows its error until it has a text`() async {
    fixture.text.withLock { $0 = .failure(.opensNothing("x")) }
    let browser = await fixture.browser(columns: 80)
    #expect(
      browser.frame.lines[13] == "w  row 'x' cannot be opened; choose another row"
        && browser.frame.lines[2] == "▸ Lamp")
    fixture.text.withLock { $0 = nil }
    await fixture.wish("Lamp", in: browser)
    #expect(browser.frame.lines[13] == "w  1 wishes")
    fixture.text.withLock { $0 = .failure(.opensNothing("x")) }
    await fixture.wish("Lamp", in: browser)
    #expect(browser.frame.lines[13] == "w  row 'x' cannot be opened; choose another row")
  }

  @Test func `a bar of a disabled module is not shown, and its key does nothing`() async {
    let browser = await fixture.browser(bars: [])
    let frame = browser.frame
    await press(.character("w"), in: browser)
    #expect(browser.frame == frame && browser.scenes.count == 2)
  }

  @Test func `a key of an action of the scene is not that of the bar`() async {
    let browser = await fixture.browser {
      $0.addAction("weigh", key: "w") { _ in "It has 2 kg." }
    }
    await fixture.wish("Lamp", in: browser)
    #expect(browser.frame.lines[13] == "1 wishes")
    await press(.character("w"), in: browser)
    #expect(browser.frame.lines[12] == "It has 2 kg." && browser.scenes.count == 2)
  }

  @Test func `the bar follows the events of other processes`() async throws {
    let browser = await fixture.browser()
    fixture.wishes.withLock { $0 = [Wish(name: "Lamp", count: 3)] }
    fixture.mediator.publish(received: WishlistChanged())
    try await fixture.wait(for: "w  3 wishes", in: browser)
    // A scene over it embeds no bar.
    await press(.enter, in: browser)
    #expect(!browser.frame.lines.contains("w  3 wishes"))
    fixture.wishes.withLock { $0 = [Wish(name: "Lamp", count: 4)] }
    await press(.escape, in: browser)
    #expect(browser.frame.lines[13] == "w  4 wishes")
  }

  @Test func `a bar that never loads holds nothing up`() async throws {
    let (permissions, permission) = AsyncStream<Void>.makeStream()
    let slow = BarDescription(
      WishlistFixture.id, key: "w", "see your wishes",
      text: { _ in
        for await _ in permissions { break }
        return "at last"
      }, scene: { _ in ListScene("Wishlist", []) })
    let browser = Browser(
      title: "shop",
      [
        SceneDescription("Products", "") { _ in
          let scene = ListScene("Products", [])
          scene.bar = WishlistFixture.id
          return scene
        }
      ], bars: [slow], mediator: fixture.mediator, size: ScreenSize(columns: 40, rows: 15),
      colors: .none, clock: fixture.clock)
    await browser.waitUntilIdle()
    browser.press(.enter)
    #expect(browser.frame.lines[0] == "shop › Products")
    browser.press(.character("w"))
    #expect(browser.scenes.count == 3)
    browser.press(.escape)
    permission.yield()
    await browser.waitUntilIdle()
    #expect(browser.frame.lines[13] == "w  at last")
  }

  @Test func `an event that changes nothing draws nothing`() async {
    let browser = await fixture.browser()
    await fixture.wish("Lamp", in: browser)
    let (frame, loads) = (browser.frame, fixture.loads.withLock(\.self))
    await fixture.wish("Lamp", in: browser)
    #expect(fixture.loads.withLock(\.self) == loads + 1 && browser.frame == frame)
  }

  @Test func `the help lists the key of the bar`() async {
    let browser = await fixture.browser(columns: 80, rows: 40)
    await fixture.wish("Lamp", in: browser)
    await press(.character("?"), in: browser)
    #expect(browser.frame.lines.contains("  w            see your wishes"))
    #expect(!browser.frame.lines.contains("w  1 wishes"))
  }
}
