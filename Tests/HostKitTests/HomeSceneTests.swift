import Console
import Documents
import Foundation
import Mediator
import ModuleTesting
import Platform
import Scenes
import Testing

@testable import HostKit

/// The first scene of the browser: widgets above the menu.
@MainActor @Suite(.timeLimit(.minutes(15)))
struct HomeSceneTests {
  private let mediator = Mediator()
  private let names = Lock<Result<[String], any Error>>(.success(["Bread", "牛奶"]))

  private func widget(
    _ place: WidgetDescription.Place, id: String, title: LocalizedText = ""
  ) -> WidgetDescription {
    WidgetDescription(place, following: [NamesChanged.self]) { [names] context in
      ListSection(
        id, title: title, id: \.name, layout: .table(.init { "\($0.name)" })
      ) { _ in ListPage(try names.withLock { try $0.get() }.map { Article(name: $0) }) }
    } opens: { (item: Article) in
      item.name
    }
  }

  private func browser(
    _ widgets: [WidgetDescription], count: (@Sendable (Mediator) async throws -> String?)? = nil
  ) async -> Browser {
    let orders = SceneDescription(
      "Orders", "see your orders", shows: String.self, following: [NamesChanged.self]
    ) { name, _ in
      ListScene(
        name.map { "Order of \($0)" } ?? "Orders",
        [
          ListSection("orders", id: \Article.name, layout: .table(.init { "\($0.name)" })) { _ in
            ListPage([])
          }
        ])
    }
    let browser = Browser(
      title: "shop", [count.map(orders.counting) ?? orders], widgets: widgets,
      mediator: mediator,
      size: ScreenSize(columns: 40, rows: 15), colors: .none,
      // Otherwise the widgets would be loaded again when the minute changes.
      clock: ManualClock())
    await browser.waitUntilIdle()
    return browser
  }

  @Test func `widgets are above the menu, the most urgent first`() async {
    let browser = await browser([
      widget(.shortcut, id: "often", title: "Often bought"),
      widget(.urgent, id: "now", title: "To buy now"),
    ])
    #expect(
      browser.frame.lines.prefix(12) == [
        "shop", "", "  To buy now", "▸ Bread", "  牛奶", "  ", "  Often bought", "  Bread", "  牛奶",
        "  ",
        "  Menu", "  Orders  see your orders",
      ])
  }

  @Test func `a widget without rows is hidden, and one that fails says why`() async {
    names.withLock { $0 = .success([]) }
    let widgets = [widget(.soon, id: "now", title: "To buy now")]
    #expect(
      await browser(widgets).frame.lines.prefix(3) == ["shop", "", "▸ Orders  see your orders"])
    names.withLock { $0 = .failure(MediatorError.noSuchTarget("list", nearest: nil)) }
    let lines = await browser(widgets).frame.lines
    #expect(lines[2] == "  To buy now" && lines[3].contains("'list'"))
    #expect(lines.contains("▸ Orders  see your orders"))
  }

  @Test func `a selected item opens the scene that shows it`() async {
    let browser = await browser([widget(.soon, id: "now")])
    browser.press(.down)
    browser.press(.enter)
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.first == "shop › Order of 牛奶")
    browser.press(.escape)
    for key in [Key.down, .enter] { browser.press(key) }
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.first == "shop › Orders")
  }

  @Test func `a scene that a module contributes later is in the menu, and what is open stays open`()
    async
  {
    let browser = await browser([widget(.soon, id: "now", title: "To buy now")])
    for key in [Key.down, .down, .enter] { browser.press(key) }
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.first == "shop › Orders")
    var contributions = PresentedContributions()
    contributions.scenes = ["Orders", "Weather"].map { title in
      SceneDescription(LocalizedText(verbatim: title), "see it") { _ in ListScene("Sun", []) }
    }
    contributions.widgets = [widget(.urgent, id: "now", title: "To buy now")]
    browser.presenter.update(to: contributions)
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.first == "shop › Orders")
    browser.press(.escape)
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.contains("  Weather  see it"), "\(browser.frame.lines)")
    #expect(browser.frame.lines.contains("  To buy now"))
    for key in [Key.down, .enter] { browser.press(key) }
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.first == "shop › Sun", "\(browser.frame.lines)")
    browser.presenter.update(to: PresentedContributions())
    browser.press(.escape)
    await browser.waitUntilIdle()
    #expect(!browser.frame.lines.joined().contains("Weather"), "\(browser.frame.lines)")
  }

  @Test func `a widget keeps its rows until it is loaded again`() async {
    let browser = await browser([widget(.soon, id: "now", title: "To buy now")])
    var contributions = PresentedContributions()
    contributions.widgets = [widget(.soon, id: "now", title: "To buy now")]
    browser.presenter.update(to: contributions)
    #expect(browser.frame.lines.contains { $0.hasSuffix("牛奶") })
  }

  /// Three widgets of four rows above a menu of twelve.
  private func fullBrowser(columns: Int, rows: Int) async -> Browser {
    names.withLock { $0 = .success(["Bread", "Butter", "Tea", "牛奶"]) }
    let scenes = (1...12).map { number in
      SceneDescription("Scene \(number)", "see \(number)") { _ in ListScene("\(number)", []) }
    }
    let browser = Browser(
      title: "shop", scenes,
      widgets: ["Now", "Soon", "Often"].map { widget(.soon, id: $0, title: "\($0)") },
      mediator: mediator, size: ScreenSize(columns: columns, rows: rows), colors: .none,
      clock: ManualClock())
    await browser.waitUntilIdle()
    return browser
  }

  @Test func `on a screen that is too low for all rows, widgets show two rows each`() async {
    let frame = await fullBrowser(columns: 80, rows: 24).frame
    #expect(
      frame.lines.joined(separator: "\n") == """
        shop

          Now
        ▸ Bread
          Butter
          Soon
          Bread
          Butter
          Often
          Bread
          Butter
        \u{20}\u{20}
          Menu
          Scene 1   see 1
          Scene 2   see 2
          Scene 3   see 3
          Scene 4   see 4
          Scene 5   see 5
          Scene 6   see 6
          Scene 7   see 7
          Scene 8   see 8
          Scene 9   see 9
        \(String(repeating: " ", count: 73))1 of 18
        ? keys  ⏎ open  m menu  / search  q quit
        """)
  }

  @Test func `on a small screen, widgets show one row each without a title`() async {
    let browser = await fullBrowser(columns: 40, rows: 15)
    #expect(
      browser.frame.lines.joined(separator: "\n") == """
        shop

        ▸ Bread
          Bread
          Bread
        \u{20}\u{20}
          Menu
          Scene 1   see 1
          Scene 2   see 2
          Scene 3   see 3
          Scene 4   see 4
          Scene 5   see 5
          Scene 6   see 6
                                         1 of 15
        ? keys  ⏎ open  m menu  / search  q quit
        """)
    browser.receive(.resized(ScreenSize(columns: 40, rows: 40)))
    #expect(browser.frame.lines.contains("  牛奶"))
    #expect(browser.frame.lines.contains("  Scene 12  see 12"))
  }

  @Test func `m selects the first row of the menu, and scrolls to it`() async {
    let browser = await fullBrowser(columns: 40, rows: 10)
    await press(.character("m"), in: browser)
    #expect(
      browser.frame.lines.joined(separator: "\n") == """
        shop
          Menu
        ▸ Scene 1   see 1
          Scene 2   see 2
          Scene 3   see 3
          Scene 4   see 4
          Scene 5   see 5
          Scene 6   see 6
                                         4 of 15
        ? keys  ⏎ open  / search  q quit
        """)
  }

  @Test func `a search finds the rows that are hidden, and shows the titles of their widgets only`()
    async
  {
    let browser = await fullBrowser(columns: 40, rows: 15)
    await press(.character("/"), .paste("tea"), in: browser)
    #expect(
      browser.frame.lines.prefix(10).joined(separator: "\n") == """
        shop

          Now
        ▸ Tea
        \u{20}\u{20}
          Soon
          Tea
        \u{20}\u{20}
          Often
          Tea
        """)
    await press(.escape, .character("/"), .paste("12"), in: browser)
    #expect(
      browser.frame.lines.prefix(5) == ["shop", "", "  Menu", "▸ Scene 12  see 12", ""])
  }

  @Test(arguments: [
    ("order", ["Menu", "Orders  see your orders", "", "To buy now", "Border lamp"]),
    ("or", ["To buy now", "Oregano", "Border lamp", "", "Menu", "Orders  see your orders"]),
    ("bor", ["To buy now", "Border lamp"]),
  ])
  func `sections with a row that begins with the text are the first ones`(
    text: String, rows: [String]
  ) async {
    names.withLock { $0 = .success(["Border lamp", "Oregano"]) }
    let browser = await browser([widget(.soon, id: "now", title: "To buy now")])
    await press(.character("/"), .paste(text), in: browser)
    let lines = browser.frame.lines.dropFirst(2)
      .map { String($0.dropFirst(2)).trimmingCharacters(in: .whitespaces) }
    #expect(lines.prefix(rows.count) == rows[...])
    #expect(browser.frame.lines.first { $0.hasPrefix("▸") }?.contains(rows[1]) == true)
  }

  @Test func `a widget follows its events`() async throws {
    let browser = await browser([widget(.soon, id: "now")])
    names.withLock { $0 = .success(["Tea"]) }
    await mediator.publishAndWait(NamesChanged())
    try await wait { browser.frame.lines.contains { $0.contains("Tea") } }
  }

  @Test(.timeLimit(.minutes(15)))
  func
    `a widget that never ends holds no other widget up after an event`() async throws
  {
    let (permissions, permission) = AsyncStream<Void>.makeStream()
    let slow = WidgetDescription(.urgent, following: [NamesChanged.self]) { _ in
      ListSection("slow", id: \Article.name, layout: .table(.init { "\($0.name)" })) { request in
        // Only the first page is loaded at once.
        if request.ignoresCache { for await _ in permissions { break } }
        return ListPage([Article(name: "slow")])
      }
    } opens: { (_: Article) in
      nil
    }
    let browser = Browser(
      title: "shop", [], widgets: [slow, widget(.soon, id: "now")], mediator: mediator,
      size: ScreenSize(columns: 40, rows: 15), colors: .none, clock: ManualClock())
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.contains("▸ slow"))
    for name in ["Tea", "Milk", "Bread"] {
      names.withLock { $0 = .success([name]) }
      mediator.publish(NamesChanged())
      try await wait { browser.frame.lines.contains("  \(name)") }
    }
    permission.finish()
    await browser.waitUntilIdle()
  }

  @Test func `the last line offers to open only rows that open something`() async {
    let plain = WidgetDescription(.context) { _ in
      ListSection("today", id: \Article.name, layout: .table(.init { "\($0.name)" })) { _ in
        ListPage([Article(name: "Friday")])
      }
    } opens: { (_: Article) in
      nil
    }
    let browser = await browser([plain])
    #expect(browser.frame.lines.last == "? keys  m menu  / search  q quit")
    browser.press(.down)
    #expect(browser.frame.lines.last == "? keys  ⏎ open  / search  q quit")
  }

  @Test func `the menu counts what a scene contains, also after its events`() async throws {
    let browser = await browser([]) { [names] _ in "\(try names.withLock { try $0.get() }.count)" }
    #expect(browser.frame.lines[2] == "▸ Orders 2  see your orders")
    names.withLock { $0 = .success(["Tea"]) }
    await mediator.publishAndWait(NamesChanged())
    #expect(browser.frame.lines[2] == "▸ Orders 1  see your orders")
    names.withLock { $0 = .failure(MediatorError.noSuchTarget("list", nearest: nil)) }
    await mediator.publishAndWait(NamesChanged())
    #expect(browser.frame.lines[2] == "▸ Orders  see your orders")
  }

  @Test func `the menu does not wait for its counts`() async throws {
    let (counts, end) = AsyncStream<String>.makeStream()
    let shown = SceneDescription("Orders", "see your orders") { _ in ListScene("Orders", []) }
      .counting { _ in
        for await count in counts { return count }
        return nil
      }
    let browser = Browser(
      title: "shop", [shown], mediator: mediator, size: ScreenSize(columns: 40, rows: 15),
      colors: .none, clock: ManualClock())
    try await wait {
      browser.reconcile()
      return browser.frame.lines[2] == "▸ Orders  see your orders"
    }
    end.yield("3")
    await browser.waitUntilIdle()
    #expect(browser.frame.lines[2] == "▸ Orders 3  see your orders")
  }
}

private struct NamesChanged: Event {}

private struct Article: ListItem {
  let name: String
}
