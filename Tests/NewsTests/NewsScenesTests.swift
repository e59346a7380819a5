import Console
import Documents
import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import NewsInterface
import Scenes
import Testing

@testable import News

@Suite(.timeLimit(.minutes(15))) struct NewsScenesTests {
  @Test func `the first page says that there are more items, and the last does not`() async throws {
    let fixture = try await NewsFixture(12)
    let first = try await fixture.text()
    #expect(first.titles == (0..<10).map { "Title \($0)" })
    #expect(first.hasSuffix("'news --page 2' shows more."))
    let last = try await fixture.text(["page": "2"])
    #expect(last.titles == ["Title 10", "Title 11"])
    #expect(!last.contains("more"))
  }

  @Test func `an empty list shows a message`() async throws {
    let fixture = try await NewsFixture()
    let result = try await fixture.run()
    let text = result.text(on: Page(columns: 80))
    #expect(text.hasPrefix("No notices. They come from the address in the setting news.url"))
    #expect(try String(decoding: result.json, as: UTF8.self) == #"{"banner":[],"items":[]}"#)
    #expect(result.failure == nil)
  }

  @Test func `the JSON output has the items`() async throws {
    let fixture = try await NewsFixture(2)
    let json = try await fixture.run().json
    let sections = try JSONDecoder().decode([String: [NewsItem]].self, from: json)
    #expect(sections == ["banner": [], "items": [.numbered(0), .numbered(1)]])
  }

  @Test func `an urgent notice is shown above the list and in it`() async throws {
    let fixture = try await NewsFixture(1)
    fixture.change { $0.items.append(.urgent(1)) }
    let text = try await fixture.text(columns: 40)
    #expect(text.hasPrefix("! Line D: Urgent 1\n\n"))
    #expect(text.hasSuffix("\n2  [D]   Urgent 1"))
    fixture.change { $0.items.removeLast() }
    #expect(!(try await fixture.text(["refresh": "true"]).contains("!")))
  }

  @Test func `a failure of the banner does not concern the list, and keeps cached urgent notices`()
    async throws
  {
    let fixture = try await NewsFixture(11)
    fixture.change {
      $0.items.append(.urgent(1))
      $0.urgentParameter = .failing
    }
    let result = try await fixture.run()
    #expect(result.failure == nil)
    #expect(result.text(on: Page(columns: 80)).contains("  line "))
    fixture.change { $0.urgentParameter = .known }
    _ = try await fixture.run()
    fixture.change {
      $0.urgentParameter = .failing
      $0.time += 3600
    }
    let next = try await fixture.run()
    #expect(next.failure == nil)
    let date = fixture.now.addingTimeInterval(-3600).inWords(at: fixture.now)
    #expect(next.text(on: Page(columns: 80)).hasPrefix("As of \(date)\n! Line D: Urgent 1"))
  }

  @Test(arguments: ["1", "2", "5"])
  func `an urgent notice of the last page is shown above every page`(page: String) async throws {
    let fixture = try await NewsFixture(49)
    fixture.change { $0.items.append(.urgent(1)) }
    #expect(try await fixture.text(["page": page]).hasPrefix("! Line D: Urgent 1\n\n"))
    #expect(try await fixture.text(["item": "urgent-1"]).hasPrefix("Urgent 1\nLine D"))
  }

  @Test(arguments: [40, 120])
  func `each row of a sample says so`(columns: Int) async throws {
    let fixture = try await NewsFixture(address: nil)
    let text = try await fixture.text(columns: columns)
    #expect(text.hasPrefix("! Sample · Line D: No trains"))
    #expect(text.ranges(of: "Sample: ").count == 10)
    let detail = try await fixture.text(["item": "1"], columns: columns)
    #expect(detail.contains("\nSample · Line D\n"))
  }

  @Test func `the examples run, and their JSON fits the schemas`() async throws {
    await (try await NewsFixture(12)).harness.checkExamples()
  }

  @Test(arguments: ["12", "item-11"])
  func `a row on any page can be opened by number or id`(item: String) async throws {
    let fixture = try await NewsFixture(12)
    let result = try await fixture.run(["item": item])
    #expect(result.text(on: Page(columns: 80)).hasSuffix("Body 11."))
    let decoded = try JSONDecoder().decode(NewsItem.self, from: result.json)
    #expect(decoded == .numbered(11))
  }

  @Test(arguments: [("13", nil), ("0", nil), ("item-99", "item-9"), ("", nil)])
  func `a missing row is an error that suggests the nearest one`(
    item: String, nearest: String?
  ) async throws {
    let fixture = try await NewsFixture(12)
    await #expect(throws: ListSceneError.noRow(item, nearest: nearest)) {
      try await fixture.run(["item": item])
    }
  }

  @Test(arguments: [
    ("0", "no page '0'; expected 1 or more"), ("-1", "no page '-1'; expected 1 or more"),
    ("\(Int.min)", "no page '\(Int.min)'; expected 1 or more"),
    ("3", "no page '3'; expected 1 to 2"), ("99", "no page '99'; expected 1 to 2"),
    ("\(Int.max)", "no page '\(Int.max)'; expected 1 to 2"),
  ])
  func `an error about a page says which pages there are`(
    page: String, sentence: String
  ) async throws {
    let fixture = try await NewsFixture(address: nil)
    let error = await #expect(throws: NewsError.self) {
      try await fixture.run(["page": page])
    }
    #expect(error?.description == sentence)
  }

  @Test func `a list that has become shorter is loaded again`() async throws {
    let fixture = try await NewsFixture(12)
    let scene = try await NewsScenes.list(page: 1, through: fixture.mediator)
    await scene.open()
    fixture.change { $0.items.removeLast(7) }
    await scene.loadMore()
    let text = try await scene.commandResult(at: fixture.now).text(on: Page(columns: 80))
    #expect(text.titles.count == 5)
  }

  @Test func `a stale list is loaded again`() async throws {
    let fixture = try await NewsFixture(1)
    _ = try await fixture.text()
    fixture.change {
      $0.items.append(.numbered(1))
      $0.time += 3600
    }
    let text = try await fixture.text()
    #expect(text.titles == ["Title 0", "Title 1"])
  }

  @Test(arguments: [(age: 300, count: 1), (age: 301, count: 2)])
  func `an open list is loaded again when the host returns and the cache is stale`(
    age: Int, count: Int
  ) async throws {
    let fixture = try await NewsFixture(1)
    let scene = try await NewsModule.scenes[0].makeScene(fixture.mediator)
    await scene.open()
    fixture.change {
      $0.items.append(.numbered(1))
      $0.time += TimeInterval(age)
    }
    await fixture.harness.enterForeground()
    #expect(
      try await scene.commandResult(at: fixture.now).text(on: Page(columns: 80)).titles.count
        == count)
  }

  @Test func `an open list that could not be loaded is loaded when the host returns`() async throws
  {
    let fixture = try await NewsFixture(1)
    fixture.change { $0.failure = .offline(host: "example.org") }
    let scene = try await NewsModule.scenes[0].makeScene(fixture.mediator)
    await scene.open()
    fixture.change { $0.failure = nil }
    await fixture.harness.enterForeground()
    #expect(
      try await scene.commandResult(at: fixture.now).text(on: Page(columns: 80)).titles == [
        "Title 0"
      ])
  }

  @Test func `without a connection the cached list is shown with the error`() async throws {
    let fixture = try await NewsFixture(1)
    _ = try await fixture.text()
    let date = fixture.now
    fixture.change {
      $0.failure = .unreachable(host: "example.org")
      $0.time += 3600
    }
    let result = try await fixture.run()
    #expect(result.failure == .failed)
    let text = result.text(on: Page(columns: 120))
    #expect(text.titles == ["Title 0"])
    #expect(text.hasPrefix("As of \(date.inWords(at: fixture.now))\n"))
    #expect(text.contains("\nNot up to date: cannot reach 'example.org'"))
    #expect(text.ranges(of: "cannot reach").count == 1)
    await #expect(throws: NetworkError.self) { try await fixture.run(["refresh": "true"]) }
  }

  @Test(arguments: [20, 40, 60])
  func `no line is wider than the page, and no control sequence reaches the terminal`(
    columns: Int
  ) async throws {
    let fixture = try await NewsFixture()
    let long = String(repeating: "\u{1B}[2J西直门 ", count: 40)
    fixture.change { $0.items = [.numbered(1, text: long)] }
    for text in [
      try await fixture.text(columns: columns),
      try await fixture.text(["item": "1"], columns: columns),
    ] {
      #expect(!text.contains("\u{1B}"))
      #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= columns })
    }
  }

  @MainActor @Test func `the widget shows urgent notices, but no examples`() async throws {
    let widget = try #require(NewsModule.widgets.first)
    let samples = try await NewsFixture(address: nil)
    #expect(await samples.harness.open(widget).items(as: NewsItem.self).isEmpty)
    let fixture = try await NewsFixture(1)
    fixture.change {
      $0.items.append(NewsItem(id: "u", title: "Closed", body: "Today", isUrgent: true))
    }
    let tester = await SceneTester(fixture.harness.open(widget))
    #expect(tester.scene.items(as: NewsItem.self).first?.title == "Closed")
    try await tester.choose("1")
    let value = try #require(tester.opened.first)
    let notice = try NewsModule.scenes[0].makeScene(for: value, fixture.mediator)
    await notice?.refresh()
    let text = try notice?.commandResult(at: fixture.now).text(on: Page(columns: 80))
    #expect(text == "Closed\n\nToday")
  }

  @MainActor @Test func `the widget asks the source only when its cache is stale`() async throws {
    let widget = try #require(NewsModule.widgets.first)
    let fixture = try await NewsFixture(1)
    let scene = await fixture.harness.open(widget)
    let requests = fixture.requests.count
    for _ in 0..<3 { await scene.refresh() }
    #expect(fixture.requests.count == requests)
  }
}

extension String {
  /// The titles of numbered items in the text.
  fileprivate var titles: [String] { matches(of: /Title \d+/).map { String($0.output) } }
}
