import Console
import Documents
import Foundation
import Mediator
import ModuleTesting
import Platform
import Scenes
import Testing

@testable import HostKit

/// The field at the top of the first scene, and the scenes that wait behind "more".
@MainActor @Suite(.timeLimit(.minutes(15)))
struct HomeSearchTests {
  private let mediator = Mediator()
  private let isListed = Lock(false)

  private func browser(columns: Int = 40, rows: Int = 16) async -> Browser {
    let search = SearchDescription(
      "Find", hint: "a product", id: \Product.name, layout: .table(.init { "\($0.name)" })
    ) { text, _ in
      ["Border lamp", "Lamp", "Desk"].filter { $0.lowercased().contains(text.lowercased()) }
        .map(Product.init)
    } opens: { (product: Product) in
      product.name
    }
    let shelves = SearchDescription(
      "", hint: "", title: "Shelves", id: \Product.name, layout: .table(.init { "\($0.name)" })
    ) { text, _ in
      text == "lamp" ? [Product(name: "A7")] : []
    } opens: { (product: Product) in
      "on \(product.name)"
    }
    let products = SceneDescription("Products", "see all products", shows: String.self) {
      name, _ in
      ListScene(name.map { "Product \($0)" } ?? "Products", [])
    }
    let orders = SceneDescription(
      "Orders", "see your orders", following: [ServerChanged.self]
    ) { _ in ListScene("Orders", []) }.listed { [isListed] _ in isListed.withLock(\.self) }
    let widget = WidgetDescription(.soon) { _ in
      ListSection("now", title: "Now", id: \Product.name, layout: .table(.init { "\($0.name)" })) {
        _ in ListPage([Product(name: "Milk")])
      }
    } opens: { (_: Product) in
      nil
    }
    let browser = Browser(
      title: "shop", [orders, products], widgets: [widget], searches: [search, shelves],
      mediator: mediator, size: ScreenSize(columns: columns, rows: rows), colors: .none,
      clock: ManualClock())
    await browser.waitUntilIdle()
    return browser
  }

  @Test func `the first scene begins with the field, in which keys type`() async {
    let browser = await browser()
    #expect(
      browser.frame.lines.prefix(7) == [
        "shop", "  Find   a product", "  Now", "▸ Milk", "  ", "  Menu",
        "  Products  see all products",
      ])
    #expect(browser.frame.cursor == ScreenFrame.Position(row: 1, column: 7))
    #expect(browser.frame.lines.last == "? keys  Esc q quit")
    await press(.character("l"), .character("a"), in: browser)
    #expect(browser.frame.lines.prefix(4) == ["shop", "  Find la", "  Found", "▸ Border lamp"])
    #expect(browser.frame.cursor == ScreenFrame.Position(row: 1, column: 9))
  }

  @Test func `what is found opens, and the field is empty after the return`() async {
    let browser = await browser()
    await press(.paste("lamp"), .down, .enter, in: browser)
    #expect(browser.frame.lines.first == "shop › Product Lamp")
    await press(.character("q"), in: browser)
    #expect(browser.frame.lines[1] == "  Find   a product")
    #expect(browser.frame.lines.contains("▸ Milk"))
  }

  @Test func `each module has its own results below those of the one before`() async {
    let browser = await browser()
    await press(.paste("lamp"), in: browser)
    #expect(
      browser.frame.lines[2...7] == [
        "  Found", "▸ Border lamp", "  Lamp", "  ", "  Shelves", "  A7",
      ])
    await press(.down, .down, .enter, in: browser)
    #expect(browser.frame.lines.first == "shop › Product on A7")
  }

  @Test func `Enter opens the first result of the whole text, however fast it was typed`() async {
    let browser = await browser()
    for key in [Key.character("d"), .character("e"), .character("s"), .enter] { browser.press(key) }
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.first == "shop › Product Desk")
  }

  @Test func `the text also finds rows of widgets and of the menu`() async {
    let browser = await browser()
    await press(.paste("produ"), .enter, in: browser)
    #expect(browser.frame.lines.first == "shop › Products")
    let other = await self.browser()
    await press(.paste("zzz"), in: other)
    #expect(other.frame.lines[2] == "  No row matches 'zzz'.")
  }

  @Test func `Esc empties the field, leaves it, and then q quits`() async {
    let browser = await browser()
    await press(.paste("lamp"), .escape, in: browser)
    #expect(browser.frame.lines[1] == "  Find   a product")
    await press(.escape, in: browser)
    #expect(browser.frame.lines[1] == "  Find / a product")
    #expect(!browser.isOver)
    await press(.character("/"), .character("q"), .escape, .escape, in: browser)
    #expect(!browser.isOver)
    await press(.character("q"), in: browser)
    #expect(browser.isOver)
  }

  @Test func `a small screen has the field in its last line`() async {
    let browser = await browser(rows: 8)
    #expect(browser.frame.lines[1] == "▸ Milk")
    await press(.paste("desk"), in: browser)
    #expect(browser.frame.lines.last?.hasPrefix("/desk") == true)
  }

  @Test func `from 120 columns on, the menu is beside the widgets, and arrows change the column`()
    async
  {
    let browser = await browser(columns: 120)
    let left = String(repeating: " ", count: 58)
    #expect(
      browser.frame.lines[2...4] == [
        "  Now".padding(toLength: 58, withPad: " ", startingAt: 0) + " │   Menu",
        "▸ Milk".padding(toLength: 58, withPad: " ", startingAt: 0)
          + " │   Products  see all products",
        left + " │   more      Orders",
      ])
    await press(.right, in: browser)
    #expect(browser.frame.lines[3].contains("│ ▸ Products"))
    await press(.down, in: browser)
    #expect(browser.frame.lines[4].contains("│ ▸ more"))
    await press(.left, in: browser)
    #expect(browser.frame.lines[3].hasPrefix("▸ Milk"))
  }

  @Test func `a scene that is of no use yet is behind more, until it is`() async throws {
    let browser = await browser()
    #expect(browser.frame.lines.contains("  more      Orders"))
    await press(.end, .enter, in: browser)
    #expect(browser.frame.lines.first == "shop › More")
    await press(.enter, in: browser)
    #expect(browser.frame.lines.first == "shop › More › Orders")
    isListed.withLock { $0 = true }
    await mediator.publishAndWait(ServerChanged())
    await press(.character("q"), .character("q"), in: browser)
    #expect(browser.frame.lines.contains("▸ Products  see all products"))
    #expect(browser.frame.lines.contains("  Orders    see your orders"))
    #expect(!browser.frame.lines.contains { $0.contains("more") })
  }
}

private struct ServerChanged: Event {}

private struct Product: ListItem {
  let name: String
}
