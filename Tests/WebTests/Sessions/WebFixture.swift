import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Scenes
import Testing

@testable import Web

enum Shop: Interface {
  static let add = Action<NewArticle, Article>(Shop.self, "add")
  static let find = Action<ArticleReference, Article>(Shop.self, "find", .reads, .remote)
  /// No scene shows what it answers.
  static let cheapest = Action<Empty, Article>(Shop.self, "cheapest", .reads, .remote)
}

/// The input of `Shop.find`.
struct ArticleReference: Codable, Sendable {
  let name: String
}

struct Article: Codable, Hashable, Sendable {
  let name: String
  var price: Int
}

/// The input of `Shop.add`.
struct NewArticle: Codable, SchemaDescribing {
  let name: String
  let price: Int
  let isFragile: Bool
  let isNew: Bool?

  static var fieldDescriptions: FieldDescriptions {
    ["name": "what it is called", "price": "the price in cents"]
  }
}

struct ShopChanged: Event {}

/// An app with a list of articles, which is served to a browser that has used the key.
@MainActor
final class WebFixture {
  let mediator = Mediator()
  let articles = Lock([Article(name: "Lamp", price: 900), Article(name: "Tea <b>", price: 300)])
  /// How often the widget of the first scene was loaded.
  let widgetLoads = Lock(0)
  let server: WebServer
  private var contributions: PresentedContributions
  private var cookie: String?

  /// - Parameters:
  ///   - searches: What the field of the first scene finds.
  ///   - rowActions: What modules add to the rows of the slot `article`.
  init(
    reach: WebReach = .thisMachine, searches: [SearchDescription] = [],
    rowActions: [RowActionDescription] = []
  ) async throws {
    var contributions = PresentedContributions()
    contributions.searches = searches
    contributions.rowActions = rowActions
    contributions.scenes = [
      SceneDescription("Shop", "buy something", following: [ShopChanged.self]) {
        [articles] mediator in .articles(articles, mediator)
      }
      .opened(byLinksTo: Shop.find) { reference, mediator in
        .article(try await mediator.perform(Shop.find, reference))
      }
    ]
    contributions.widgets = [
      WidgetDescription(.soon) { [articles, widgetLoads] _ in
        ListSection(
          "offers", title: "Offers", id: \Article.name,
          layout: .table(.init { .init("Buy a \($0.name)!") })
        ) { _ in
          widgetLoads.withLock { $0 += 1 }
          return ListPage(articles.withLock { Array($0.prefix(1)) })
        }
      } opens: { (_: Article) in
        nil
      }
    ]
    contributions.notices = [
      NoticeDescription(of: ShopChanged.self) { _ in "The shop has changed." }
    ]
    try mediator.answer(Shop.add) { [articles] new in
      let article = Article(name: new.name, price: new.price)
      try articles.withLock { articles in
        guard !articles.contains(where: { $0.name == new.name }) else {
          throw MediatorError.unavailable(path: "shop", reason: "there is a '\(new.name)' already")
        }
        articles.append(article)
      }
      return article
    }
    try mediator.answer(Shop.find) { [articles] reference in
      guard let article = articles.withLock({ $0.first { $0.name == reference.name } }) else {
        throw MediatorError.unavailable(path: "shop", reason: "there is no '\(reference.name)'")
      }
      return article
    }
    try mediator.answer(Shop.cheapest) { [articles] _ in articles.withLock { $0[0] } }
    self.contributions = contributions
    server = try WebServer(
      WebApp(
        name: "shop", contributions, through: mediator,
        now: { Date(timeIntervalSince1970: 0) }, clock: InstantClock(),
        followerDeadline: .seconds(5)), reach: reach, port: 0)
  }

  /// Changes what modules add to the rows of the slot `article`.
  func update(rowActions: [RowActionDescription]) async {
    contributions.rowActions = rowActions
    await server.update(to: contributions)
  }

  /// Uses the one-time key, so that the following requests come from a known browser.
  func enter() async throws {
    let address = try #require(URL(string: server.address()))
    let response = try await get("/?\(address.query() ?? "")")
    let field = try #require(response.fields.first { $0.name == "Set-Cookie" })
    cookie = String(field.value.prefix { $0 != ";" })
  }

  func get(_ target: String, fields: [String: String] = [:]) async throws -> HTTPResponse {
    await server.answer(try HTTPRequest(.get, target, fields: known(fields)))
  }

  func post(
    _ target: String, _ form: KeyValuePairs<String, String>, fields: [String: String] = [:]
  ) async throws -> HTTPResponse {
    let body = form.map { "\($0.addressPart)=\($1.addressPart)" }.joined(separator: "&")
    let type = ["content-type": "application/x-www-form-urlencoded"]
    return await server.answer(
      try HTTPRequest(
        .post, target, fields: known(fields.merging(type) { own, _ in own }), body: Data(body.utf8))
    )
  }

  private func known(_ fields: [String: String]) -> [String: String] {
    cookie.map { fields.merging(["cookie": $0]) { own, _ in own } } ?? fields
  }

  /// The page at an address.
  func page(_ target: String) async throws -> OpenPage {
    let response = try await get(target)
    return try OpenPage(html: response.text, fixture: self)
  }

  func stop() async { await server.stop() }
}

/// A page as a browser without scripts shows it.
@MainActor
struct OpenPage {
  let html: String
  let tab: String
  let key: String
  let version: String
  let fixture: WebFixture

  init(html: String, fixture: WebFixture) throws {
    self.html = html
    self.fixture = fixture
    func attribute(_ name: String) throws -> String {
      let start = try #require(html.range(of: "\(name)=\""), "\(html.prefix(500))")
      return String(html[start.upperBound...].prefix { $0 != "\"" })
    }
    tab = try attribute("data-tab")
    key = try attribute("data-key")
    version = try attribute("data-version")
  }

  /// Sends a form of the page, and follows the redirection.
  func submit(_ form: KeyValuePairs<String, String>) async throws -> OpenPage {
    var fields: [(String, String)] = [("key", key)]
    fields += form.map { ($0.key, $0.value) }
    let body = fields.map { "\($0.0.addressPart)=\($0.1.addressPart)" }.joined(separator: "&")
    let response = try await fixture.post(body: body, to: "/tab/\(tab)")
    let location = try #require(response.fields.first { $0.name == "Location" }, "\(response)")
    return try await fixture.page(location.value)
  }
}

extension WebFixture {
  func post(body: String, to target: String) async throws -> HTTPResponse {
    await server.answer(
      try HTTPRequest(
        .post, target,
        fields: known(["content-type": "application/x-www-form-urlencoded"]), body: Data(body.utf8))
    )
  }
}

extension HTTPResponse {
  var text: String {
    if case .data(let data) = body { String(decoding: data, as: UTF8.self) } else { "" }
  }
}

extension ListScene {
  fileprivate static func article(_ article: Article) -> ListScene {
    let section = ListSection(
      "article", id: \Article.name,
      layout: .detail { [.paragraph(.init("\($0.name) costs \($0.price) cents."))] }
    ) { _ in ListPage([article]) }
    return ListScene(LocalizedText(verbatim: article.name), [section])
  }

  fileprivate static func articles(
    _ articles: Lock<[Article]>, _ mediator: Mediator
  ) -> ListScene {
    let list = ListSection(
      "articles", id: \Article.name,
      layout: .table(
        .init("name", isFlexible: true) { .init(verbatim: $0.name) },
        .init("price", .right) { .init("\($0.price)") })
    ) { _ in ListPage(articles.withLock(\.self)) }
    list.detail = { .scene(.article($0)) }
    list.slot = RowSlot("article", Article.self)
    let scene = ListScene("Shop", [list])
    scene.addAction("add", key: "a") { scene in
      let added = try await scene.fill("Add an article", calls: Shop.add, through: mediator)
      mediator.publish(ShopChanged())
      return added.map { "Added '\($0.name)'." }
    }
    scene.addAction(
      "remove", key: "d", on: list, confirmation: { "Remove '\($0.name)'?" }
    ) { _, article in
      articles.withLock { $0.removeAll { $0 == article } }
      mediator.publish(ShopChanged())
      return "Removed '\(article.name)'."
    }
    return scene
  }
}

/// A clock on which no sleep takes time.
struct InstantClock: Clock {
  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
  }
}
