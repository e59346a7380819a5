import Console
import Documents
import Foundation
import Mediator
import ModuleTesting
import Platform
import Scenes
import Testing

@testable import HostKit

/// Where the browser begins: where it was left, or at the scene of a link.
@MainActor @Suite(.timeLimit(.minutes(15)))
struct BrowserPlaceTests {
  private enum Shop: Interface {
    static let find = Action<Query, String>(Shop.self, "find", .reads, .remote)
  }

  private struct Query: Codable, Sendable, SchemaDescribing {
    let name: String
    static var fieldDescriptions: FieldDescriptions { ["name": "a product"] }
  }

  private let mediator = Mediator(
    links: LinkAddresses(schemes: ["store"], hosts: ["shop.example"]))
  private let names = Lock(["Tea", "牛奶"])
  private let folder = TemporaryFolder()

  init() throws {
    try mediator.answer(Shop.find) { $0.name }
  }

  private func browser(text: String = "") async -> Browser {
    let layout = ListLayout<NamedItem>.table(.init { "\($0.name)" })
    let scene = SceneDescription("Products", "see all products") { [names] _ in
      let section = ListSection("products", id: \NamedItem.name, layout: layout) { _ in
        ListPage(names.withLock(\.self).map(NamedItem.init))
      }
      section.detail = { product in
        let text = ListSection(
          "text", id: \NamedItem.name, layout: .detail { _ in .init([.multiline(text)]) }
        ) { _ in ListPage([product]) }
        return .scene(ListScene("\(product.name)", [text]))
      }
      return ListScene("Products", [section])
    }.opened(byLinksTo: Shop.find) { query, _ in
      guard query.name != "Gone" else { throw ListSceneError.noRow("Gone", nearest: nil) }
      return ListScene("Link to \(query.name)", [])
    }
    let browser = Browser(
      title: "shop", [scene], mediator: mediator, size: ScreenSize(columns: 60, rows: 9),
      colors: .none, clock: ManualClock())
    await browser.waitUntilIdle()
    return browser
  }

  private func title(at place: ScenePlace) async -> String? {
    let browser = await browser()
    browser.begin(with: nil, at: place)
    await browser.waitUntilIdle()
    return browser.frame.lines.first
  }

  @Test func `the place of a row is opened again`() async {
    let browser = await browser()
    await press(.enter, .down, .enter, in: browser)
    #expect(browser.frame.lines.first == "shop › Products › 牛奶")
    let place = browser.place
    #expect(await title(at: place) == "shop › Products › 牛奶")
    names.withLock { $0 = ["Tea"] }
    #expect(await title(at: place) == "shop › Products")
  }

  @Test func `the place of a link is opened again, if the link still leads somewhere`() async {
    let browser = await browser()
    await browser.presenter.openScene(ofLink: "\(mediator.scheme)://shop/find?name=Tea")
    #expect(browser.place == ScenePlace(link: "\(mediator.scheme)://shop/find?name=Tea"))
    #expect(await title(at: browser.place) == "shop › Link to Tea")
    for link in ["\(mediator.scheme)://shop/find?name=Gone", "https://example.org", ""] {
      #expect(await title(at: ScenePlace(link: link)) == "shop")
    }
  }

  @Test(arguments: ["store://", "https://shop.example/"])
  func `a link with another beginning opens the same place`(start: String) async {
    let browser = await browser()
    await browser.presenter.openScene(ofLink: "\(start)shop/find?name=Tea")
    #expect(browser.place == ScenePlace(link: "\(mediator.scheme)://shop/find?name=Tea"))
  }

  @Test(arguments: [
    "", "{", "[]", "{\"rows\":3}", "{\"rows\":[[\"a\"]]}", "{\"rows\":[[\"a\",\"b\",\"c\"]]}",
    "{\"rows\":[\(Array(repeating: "[\"a\",\"b\"]", count: 31).joined(separator: ","))]}",
    "{\"rows\":[],\"link\":\"\(String(repeating: "x", count: 70_000))\"}", "\u{0}\u{1B}[2J",
  ])
  func `a damaged or hostile file is the first scene`(content: String) throws {
    let file = BrowserPlaceFile(in: folder.url)
    try DataFolder(folder.url).write(Data(content.utf8), to: "host/browser.json")
    #expect(file.place == ScenePlace())
  }

  @Test func `a place is stored until the browser is left from the first scene`() {
    let file = BrowserPlaceFile(in: folder.url)
    #expect(file.place.isFirst)
    let place = ScenePlace(
      link: "shop://shop/find?name=牛奶", rows: [RowPath(section: "a/b", row: "\"c\"")])
    file.store(place)
    #expect(file.place == place)
    file.store(ScenePlace())
    #expect(file.place.isFirst)
  }

  @Test(arguments: ["app://", "store://", "https://shop.example/"])
  func `a click on a link in a text opens its scene, and one beside it does not`(
    start: String
  ) async {
    let link = "\(start)shop/find?name=Tea"
    let browser = await browser(text: "See '\(link)'.")
    await press(.enter, .enter, in: browser)
    func click(_ column: Int) async {
      let position = ScreenFrame.Position(row: 1, column: column)
      await press(.mouse(MouseEvent(.press, at: position)), in: browser)
    }
    await click(3)
    #expect(browser.frame.lines.first == "shop › Products › Tea")
    await click(10)
    #expect(browser.frame.lines.first == "shop › Products › Tea › Link to Tea")
  }
}
