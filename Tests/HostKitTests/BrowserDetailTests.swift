import Console
import Documents
import Foundation
import Mediator
import ModuleTesting
import Platform
import Scenes
import Testing

@testable import HostKit

/// The detail of the selected row beside the list.
@MainActor @Suite(.timeLimit(.minutes(15)))
struct BrowserDetailTests {
  private let mediator = Mediator()
  private let clock = ManualClock()
  /// The names of the articles whose details were made, and how often each was loaded.
  private let made = Lock<[String]>([])
  private let loads = Lock<[String: Int]>([:])

  private func browser(
    _ size: (columns: Int, rows: Int), rowDetails: [RowDetailDescription] = []
  ) async -> Browser {
    let description = SceneDescription("Shop", "", following: [PricesChanged.self]) {
      [made, loads] _ in
      let articles = ListSection(
        "articles", id: \Article.name, layout: .table(.init(isFlexible: true) { "\($0.name)" }),
        following: []
      ) { _ in ListPage(["Lamp", "茶杯", "Void", "Nothing"].map(Article.init)) }
      articles.detail = { article in
        // No scene shows a text.
        guard article.name != "Nothing" else { return .value("nothing") }
        made.withLock { $0.append(article.name) }
        return article.name == "Lamp"
          ? .scene(.price(of: article, loads)) : .value(article)
      }
      articles.slot = RowSlot("article", Article.self)
      return ListScene("Shop", [articles])
    }
    let price = SceneDescription("Price", "", shows: Article.self) { [loads] article, _ in
      .price(of: article ?? Article(name: ""), loads)
    }
    let browser = Browser(
      title: "shop", [description, price], rowDetails: rowDetails, mediator: mediator,
      size: ScreenSize(columns: size.columns, rows: size.rows), colors: .none,
      now: { Date(timeIntervalSince1970: 90) }, clock: clock)
    await press(.enter, in: browser)
    return browser
  }

  /// Lets the cursor rest until a frame has a line with the text.
  private func rest(until text: String, in browser: Browser) async throws {
    while !browser.frame.lines.contains(where: { $0.contains(text) }) {
      try Task.checkCancellation()
      clock.advance(by: .milliseconds(50))
      for _ in 0..<20 { await Task.yield() }
    }
  }

  private func page(_ size: (columns: Int, rows: Int), _ lines: [String]) -> [String] {
    let list = lines.dropLast()
    let empty = list[list.startIndex].contains("│") ? String(repeating: " ", count: 58) + " │ " : ""
    return list + Array(repeating: empty, count: size.rows - lines.count - 1) + [
      "", lines.last ?? "",
    ]
  }

  @Test func `from 100 columns on, the detail of the selected row is beside the list`() async throws
  {
    let size = (columns: 120, rows: 40)
    let browser = await browser(size)
    try await rest(until: "Lamp costs 1", in: browser)
    #expect(
      browser.frame.lines
        == page(
          size,
          [
            "shop › Shop                                                │ About Lamp",
            "                                                           │ ",
            "▸ Lamp                                                     │ Lamp costs 1.",
            "  茶杯                                                     │ ",
            "  Void                                                     │ ",
            "  Nothing                                                  │ ",
            "? keys  ⏎ open  / search  q back",
          ]))
    await press(.down, in: browser)
    try await rest(until: "茶杯 costs 1", in: browser)
    #expect(browser.frame.lines[0].hasSuffix(" │ About 茶杯"))
  }

  @Test(arguments: [(columns: 40, rows: 15), (80, 24), (99, 40)])
  func `on a narrower screen, there is only the list`(size: (columns: Int, rows: Int)) async {
    let browser = await browser(size)
    clock.advance(by: .seconds(1))
    for _ in 0..<100 { await Task.yield() }
    let start = ["shop › Shop", "", "▸ Lamp", "  茶杯", "  Void", "  Nothing"]
    let end = ["? keys  ⏎ open  / search  q back"]
    #expect(browser.frame.lines == page(size, start + end))
    #expect(made.withLock(\.isEmpty))
    await press(.enter, in: browser)
    #expect(
      browser.frame.lines.prefix(3) == ["shop › Shop › About Lamp", "", "  Lamp costs 1."])
  }

  @Test func `a detail is loaded only after the cursor has rested on its row`() async throws {
    let browser = await browser((120, 15))
    await press(.down, .up, .down, in: browser)
    clock.advance(by: .milliseconds(149))
    for _ in 0..<100 { await Task.yield() }
    #expect(made.withLock(\.isEmpty))
    try await rest(until: "茶杯 costs 1", in: browser)
    #expect(made.withLock(\.self) == ["茶杯"])
    await press(.up, in: browser)
    #expect(browser.frame.lines[0].hasSuffix(" │ "))
    try await rest(until: "Lamp costs 1", in: browser)
    #expect(made.withLock(\.self) == ["茶杯", "Lamp"])
  }

  @Test func `a failing detail shows its own line, and one that no scene shows is an empty pane`()
    async throws
  {
    let browser = await browser((100, 15))
    await press(.down, .down, in: browser)
    try await rest(until: "no row 'Void'", in: browser)
    #expect(browser.frame.lines[2].hasPrefix("  Lamp  "))
    #expect(browser.frame.lines[13].isEmpty)
    await press(.down, in: browser)
    clock.advance(by: .seconds(1))
    for _ in 0..<100 { await Task.yield() }
    #expect(browser.frame.lines[0...12].allSatisfy { $0.hasSuffix(" │ ") })
  }

  @Test func `a row of a section without a detail has an empty pane`() async throws {
    let description = SceneDescription("Shop", "") { [loads] _ in
      let layout = ListLayout<Article>.table(.init(isFlexible: true) { "\($0.name)" })
      let articles = ListSection("articles", id: \.name, layout: layout) { _ in
        ListPage([Article(name: "Lamp")])
      }
      articles.detail = { .scene(.price(of: $0, loads)) }
      let others = ListSection("others", id: \.name, layout: layout) { _ in
        ListPage([Article(name: "Bag")])
      }
      return ListScene("Shop", [articles, others])
    }
    let browser = Browser(
      title: "shop", [description], mediator: mediator, size: ScreenSize(columns: 120, rows: 15),
      colors: .none, clock: clock)
    await press(.enter, in: browser)
    try await rest(until: "│ Lamp costs 1", in: browser)
    await press(.down, in: browser)
    clock.advance(by: .seconds(1))
    for _ in 0..<100 { await Task.yield() }
    #expect(browser.frame.lines[0...12].allSatisfy { $0.hasSuffix(" │ ") })
    #expect(browser.frame.lines.last == "? keys  / search  q back")
    await press(.enter, in: browser)
    #expect(browser.scenes.count == 2)
  }

  @Test func `a detail is refreshed after the events of the list`() async throws {
    let browser = await browser((120, 15))
    try await rest(until: "Lamp costs 1", in: browser)
    await mediator.publishAndWait(PricesChanged())
    #expect(browser.frame.lines[2].hasSuffix("Lamp costs 2."))
    weak let detail = browser.detail?.scene
    await press(.down, in: browser)
    try await wait { detail == nil }
  }

  @Test func `what other modules know about a row is in the pane, also if the row opens a value`()
    async throws
  {
    let reviews = RowDetailDescription(
      "Reviews", on: "article", id: \Article.name,
      layout: .detail { [.line(Text(verbatim: $0.name))] }
    ) { _, _ in [Article(name: "It is good.")] }
    let browser = await browser((120, 15), rowDetails: [reviews])
    for name in ["Lamp", "茶杯"] {
      try await rest(until: "\(name) costs 1", in: browser)
      try await rest(until: "│ Reviews", in: browser)
      try await rest(until: "│ It is good.", in: browser)
      await press(.down, in: browser)
    }
  }

  @Test func `Enter opens the same scene, and the pane returns when it is left`() async throws {
    let browser = await browser((120, 15))
    try await rest(until: "Lamp costs 1", in: browser)
    await press(.enter, in: browser)
    #expect(
      browser.frame.lines.prefix(3) == ["shop › Shop › About Lamp", "", "  Lamp costs 2."])
    await press(.escape, in: browser)
    try await rest(until: "▸ Lamp", in: browser)
    try await rest(until: "│ Lamp costs", in: browser)
  }

  @Test func `a change of the size adds and removes the pane`() async throws {
    let browser = await browser((99, 15))
    browser.receive(.resized(ScreenSize(columns: 100, rows: 15)))
    try await rest(until: "│ Lamp costs 1", in: browser)
    browser.receive(.resized(ScreenSize(columns: 99, rows: 15)))
    #expect(browser.frame.lines[2] == "▸ Lamp")
  }

  @Test func `a long detail ends with an ellipsis`() async throws {
    let browser = await browser((120, 6))
    await press(.down, in: browser)
    try await rest(until: "It is made in 景德镇", in: browser)
    #expect(browser.frame.lines.allSatisfy { $0.columns <= 120 })
    browser.receive(.resized(ScreenSize(columns: 120, rows: 4)))
    #expect(browser.frame.lines.prefix(2).map { $0.hasSuffix("│ …") } == [false, true])
  }
}

private struct PricesChanged: Event {}

private struct Article: ListItem, Decodable {
  let name: String
}

private struct Price: ListItem {
  let article: String
  let price: Int
}

extension ListScene {
  fileprivate static func price(of article: Article, _ loads: Lock<[String: Int]>) -> ListScene {
    let section = ListSection(
      "price", id: \Price.article,
      layout: .detail { price in
        [
          .multiline(
            "\(price.article) costs \(price.price)."
              + (price.article == "茶杯" ? "\nIt is made in 景德镇." : ""))
        ]
      }
    ) { _ in
      guard article.name != "Void" else { throw ListSceneError.noRow("Void", nearest: nil) }
      return ListPage([
        loads.withLock { loads in
          loads[article.name, default: 0] += 1
          return Price(article: article.name, price: loads[article.name] ?? 0)
        }
      ])
    }
    let scene = ListScene("About \(article.name)", [section])
    return scene
  }
}
