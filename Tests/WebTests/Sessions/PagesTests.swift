import Foundation
import Mediator
import ModuleTesting
import Platform
import Scenes
import Testing

@testable import Web

/// The pages of scenes, and what a person does on them without scripts.
@MainActor @Suite(.timeLimit(.minutes(15))) struct PagesTests {
  private let fixture: WebFixture

  init() async throws {
    fixture = try await WebFixture()
    try await fixture.enter()
  }

  @Test func `the first page has a link to each scene`() async throws {
    let page = try await fixture.page("/")
    #expect(page.html.hasPrefix("<!DOCTYPE html><html lang=\"en\""))
    #expect(page.html.contains(#"href="/at/scenes/Shop""#))
    await fixture.stop()
  }

  @Test func `a scene has rows whose links show them, beside the list`() async throws {
    let list = try await fixture.page("/at/scenes/Shop")
    #expect(list.html.contains(#"href="/at/scenes/Shop/articles/Lamp""#))
    #expect(list.html.contains("Tea &lt;b&gt;") && !list.html.contains("<b>"))
    let detail = try await fixture.page("/at/scenes/Shop/articles/Lamp")
    #expect(detail.html.contains("Lamp costs 900 cents.") && detail.html.contains("Tea &lt;b&gt;"))
    #expect(detail.html.contains(#"class="detail""#))
    await fixture.stop()
  }

  @Test func `an address whose row has gone says so, and shows what is there`() async throws {
    let page = try await fixture.page("/at/scenes/Shop/articles/Sofa")
    #expect(page.html.contains("'Sofa' is not there any more.") && page.html.contains("Lamp"))
    await fixture.stop()
  }

  @Test(arguments: ["/nowhere", "/at", "/at/scenes", "/tab/1"])
  func `an address of no page is an error or leads to the first page`(target: String) async throws {
    let response = try await fixture.get(target)
    #expect([200, 303, 404].contains(response.status))
    #expect(response.status != 404 || response.text.contains("the first one is at"))
    await fixture.stop()
  }

  @Test func `a form says what is wrong beside the field, and adds what is right`() async throws {
    let list = try await fixture.page("/at/scenes/Shop")
    let empty = try await list.submit(["shortcut": "a"])
    #expect(empty.html.contains("Name</label>") && empty.html.contains("the price in cents"))
    let wrong = try await empty.submit(["field.name": "Sofa", "field.price": "much", "submit": "1"])
    #expect(wrong.html.contains("id=\"field-price-error\""))
    #expect(wrong.html.contains(#"value="Sofa""#) && wrong.html.contains(#"value="much""#))
    let taken = try await wrong.submit(["field.name": "Lamp", "field.price": "5", "submit": "1"])
    #expect(taken.html.contains("id=\"field-name-error\""))
    let added = try await taken.submit(["field.name": "Sofa", "submit": "1"])
    #expect(added.html.contains("Added 'Sofa'."))
    #expect(fixture.articles.withLock { $0.map(\.name) } == ["Lamp", "Tea <b>", "Sofa"])
    await fixture.stop()
  }

  @Test func `a flag is a checkbox, and one that may have no answer a choice of three`()
    async throws
  {
    let list = try await fixture.page("/at/scenes/Shop")
    let empty = try await list.submit(["shortcut": "a"])
    let checkbox =
      #"<input type="hidden" name="field.isFragile" value="false"/>"#
      + #"<input type="checkbox" id="field-isFragile" name="field.isFragile" value="true""#
    #expect(empty.html.contains(checkbox + #"/><label for="field-isFragile">"#))
    #expect(empty.html.contains(#"<select id="field-isNew""#))
    let options = #"<option value="" selected="">–</option><option value="true">yes</option>"#
    #expect(empty.html.contains(options))
    let wrong = try await empty.submit([
      "field.isFragile": "false", "field.isFragile": "true", "submit": "1",
    ])
    #expect(wrong.html.contains(checkbox + #" checked=""/>"#))
    let cleared = try await wrong.submit(["field.isFragile": "false", "submit": "1"])
    #expect(cleared.html.contains(checkbox + "/>"))
    await fixture.stop()
  }

  @Test(arguments: [("yes", ["Tea <b>"]), ("no", ["Lamp", "Tea <b>"])])
  func `an action of a row asks before it removes something`(
    answer: String, left: [String]
  ) async throws {
    let list = try await fixture.page("/at/scenes/Shop?select=articles/Lamp")
    let asked = try await list.submit(["shortcut": "d", "section": "articles", "row": "Lamp"])
    #expect(asked.html.contains("Remove 'Lamp'?"))
    #expect(fixture.articles.withLock(\.count) == 2)
    let answered = try await asked.submit(["answer": answer])
    #expect(!answered.html.contains("Remove 'Lamp'?"))
    #expect(fixture.articles.withLock { $0.map(\.name) } == left)
    await fixture.stop()
  }

  @Test func `an action whose key another one has meanwhile is not performed`() async throws {
    let actions = ["tides", "weather"].map { module in
      var action = RowActionDescription("remind", key: "m", on: "article") { _, _, _ in
        LocalizedText(verbatim: "Reminded of the \(module).")
      }
      action.id = module
      return action
    }
    let sentence = "The actions have changed meanwhile; nothing is done."
    let fixture = try await WebFixture(rowActions: actions)
    try await fixture.enter()
    let page = try await fixture.page("/at/scenes/Shop?select=articles/Lamp")
    for (key, module) in [("m", "tides"), ("r", "weather")] {
      #expect(page.html.contains(#"name="action.\#(key)" value="\#(module)""#), "\(page.html)")
    }
    func press(_ module: String) async throws -> String {
      try await page.submit([
        "section": "articles", "row": "Lamp", "shortcut": "m", "action.m": module,
      ]).html
    }
    #expect(try await press("tides").contains("Reminded of the tides."))
    await fixture.update(rowActions: [actions[1]])
    #expect(try await press("tides").contains(sentence))
    #expect(try await press("weather").contains("Reminded of the weather."))
    await fixture.update(rowActions: [])
    #expect(try await press("weather").contains(sentence))
    await fixture.stop()
    await self.fixture.stop()
  }

  @Test func `what the first scene shows is loaded when it is shown`() async throws {
    let scene = try await fixture.page("/at/scenes/Shop")
    #expect(fixture.widgetLoads.withLock(\.self) == 0)
    let first = try await scene.submit(["leave": "1"])
    #expect(first.html.contains("Buy a Lamp!") && fixture.widgetLoads.withLock(\.self) == 1)
    await fixture.stop()
  }

  @Test(arguments: ["/at/scenes/Nothing", "/at/nothing/Shop"])
  func `an address that leads nowhere shows the whole first scene`(target: String) async throws {
    let page = try await fixture.page(target)
    #expect(page.html.contains("is not there any more.") && page.html.contains("Buy a Lamp!"))
    await fixture.stop()
  }

  @Test func `the list beside what a row opens marks that row`() async throws {
    let lamp = try await fixture.page("/at/scenes/Shop/articles/Lamp")
    #expect(lamp.html.contains(#"data-row="Lamp" aria-current="true""#))
    let tea = try await lamp.submit(["go": "/at/scenes/Shop/articles/Tea%20%3Cb%3E"])
    #expect(tea.html.contains("Tea &lt;b&gt; costs 300 cents."))
    #expect(tea.html.contains(#"data-row="Tea%20%3Cb%3E" aria-current="true""#))
    #expect(tea.html.contains(#"data-row="Lamp">"#))
    await fixture.stop()
  }

  @Test(arguments: ["/at/scenes/Shop", "/at/scenes/Shop/articles/Lamp"])
  func `a page follows events, and only the rows that have changed are sent`(
    target: String
  ) async throws {
    let page = try await fixture.page(target)
    let response = try await fixture.post(
      "/tab/\(page.tab)/changes", ["key": page.key, "version": page.version])
    guard case .stream(let stream) = response.body else {
      Issue.record("the changes are no stream")
      return
    }
    fixture.articles.withLock { $0[0].price = 800 }
    fixture.mediator.publish(ShopChanged())
    var events = ""
    for await data in stream {
      events += String(decoding: data, as: UTF8.self)
      if events.contains("800") && events.contains("The shop has changed.") { break }
    }
    #expect(
      events.hasPrefix("data: {") && !events.contains("\"page\"") && !events.contains("Tea &lt;"))
    await fixture.stop()
  }

  @Test func `there are at most 64 tabs, and the one that was used least recently ends`()
    async throws
  {
    let first = try await fixture.page("/")
    for _ in 0..<64 { _ = try await fixture.page("/") }
    let response = try await fixture.post("/tab/\(first.tab)", ["key": first.key])
    #expect(response.status == 410)
    await fixture.stop()
  }

  @Test(
    arguments: [
      [], [("scenes", "Shop")], [("a b/c", "ü?#%"), ("", "."), ("..", "x&y=z"), ("~1", "~2~")],
    ] as [[(String, String)]])
  func `an address is read as it was written`(rows: [(String, String)]) throws {
    let address = TabAddress(rows: rows.map { RowPath(section: $0, row: $1) })
    let request = try HTTPRequest(.get, address.path)
    #expect(TabAddress(path: request.path) == address)
  }
}
