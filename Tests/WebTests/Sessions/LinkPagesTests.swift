import Foundation
import Mediator
import Platform
import Scenes
import Testing

@testable import Web

/// The pages of links such as those that a person shares.
@MainActor @Suite(.timeLimit(.minutes(15))) struct LinkPagesTests {
  private let fixture: WebFixture

  init() async throws {
    fixture = try await WebFixture()
    try await fixture.enter()
  }

  @Test(arguments: ["Lamp", "Tea <b>"])
  func `a link opens the scene that shows its answer, at an address that can be kept`(
    name: String
  ) async throws {
    let link = try Shop.find.url(for: ArticleReference(name: name), scheme: "app")
    let path = WebServer.path(ofLink: link)
    let page = try await fixture.page(path)
    let article = name.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    #expect(page.html.contains("\(article) costs"))
    #expect(page.html.contains("data-location=\"\(path)\""))
    // The way back leads to the first scene.
    #expect(page.html.contains("href=\"/\" data-leave=\"1\""))
    let home = try await page.submit(["leave": "1"])
    #expect(home.html.contains("data-location=\"/\"") && !home.html.contains("costs"))
    await fixture.stop()
  }

  @Test func `a page goes from one link to another and to a scene of the menu`() async throws {
    var page = try await fixture.page(WebServer.path(ofLink: "app://shop/find?name=Lamp"))
    let other = WebServer.path(ofLink: "app://shop/find?name=Tea%20%3Cb%3E")
    page = try await page.submit(["go": other])
    #expect(page.html.contains("Tea &lt;b&gt; costs") && !page.html.contains("Lamp"))
    page = try await page.submit(["go": "/at/scenes/Shop/articles/Lamp"])
    #expect(
      page.html.contains("Lamp costs") && page.html.contains("data-location=\"/at/scenes/Shop"))
    await fixture.stop()
  }

  @Test(arguments: [
    ("app://shop/find?name=Sofa", "there is no 'Sofa'"),
    ("app://shop/find", "'name'"),
    ("app://shop/add?name=Sofa&price=1", "links cannot call"),
    ("app://shop/cheapest", "No scene shows what 'shop/cheapest' answers"),
    ("app://nowhere/at/all", "nowhere"), ("https://example.org", "app://"), ("~", "~"),
  ])
  func `a link that opens nothing says why on the first page`(
    link: String, text: String
  ) async throws {
    let page = try await fixture.page(WebServer.path(ofLink: link))
    #expect(page.html.contains(text), "\(page.html.suffix(600))")
    #expect(page.html.contains("data-location=\"/\""))
    #expect(fixture.articles.withLock { $0.count } == 2)
    await fixture.stop()
  }

  @Test func `a row of the scene of a link has an address after that of the link`() {
    let row = RowPath(section: "articles", row: "a/b")
    for address in [
      TabAddress(), TabAddress(rows: [row, row]), TabAddress(link: "app://a/b?c=d&e=%2F"),
      TabAddress(link: "~1/..", rows: [row]),
    ] {
      let request = try? HTTPRequest(.get, address.path)
      #expect(request.flatMap { TabAddress(path: $0.path) } == address)
    }
    #expect(TabAddress(rows: [row]).row(openedIn: 0) == row)
    #expect(TabAddress(link: "app://a", rows: [row]).row(openedIn: 0) == nil)
    #expect(TabAddress(link: "app://a", rows: [row]).row(openedIn: 1) == row)
    for path in [["link"], ["link", "a", "b"], ["link", "a", "at", "b"]] {
      #expect(TabAddress(path: path) == nil)
    }
  }
}
