import Console
import Documents
import Foundation
import HeadlineInterface
import Mediator
import ModuleTesting
import NetworkInterface
import Scenes
import Testing

@testable import Headline

struct HeadlineScenesTests {
  @Test func `the first page says that there are more items, and the last does not`() async throws {
    let fixture = try await HeadlineFixture(12)
    let first = try await fixture.text()
    #expect(first.titles == (0..<10).map { "Title \($0)" })
    #expect(first.hasSuffix("'headline --page 2' shows more."))
    let last = try await fixture.text(["page": "2"])
    #expect(last.titles == ["Title 10", "Title 11"])
    #expect(!last.contains("more"))
  }

  @Test func `an empty list shows a message`() async throws {
    let fixture = try await HeadlineFixture()
    let result = try await fixture.run()
    let text = result.text(on: Page(columns: 80))
    #expect(text == "No headline items.")
    #expect(try String(decoding: result.json, as: UTF8.self) == "[]")
    #expect(result.failure == nil)
  }

  @Test func `the JSON output has the items`() async throws {
    let fixture = try await HeadlineFixture(2)
    let json = try await fixture.run().json
    let items = try JSONDecoder().decode([HeadlineItem].self, from: json)
    #expect(items == [.numbered(0), .numbered(1)])
  }

  @Test func `the examples run, and their JSON fits the schemas`() async throws {
    await (try await HeadlineFixture(12)).harness.checkExamples()
  }

  @Test(arguments: ["12", "item-11"])
  func `a row on any page can be opened by number or id`(item: String) async throws {
    let fixture = try await HeadlineFixture(12)
    let result = try await fixture.run(["item": item])
    #expect(result.text(on: Page(columns: 80)).hasSuffix("Body 11."))
    let decoded = try JSONDecoder().decode(HeadlineItem.self, from: result.json)
    #expect(decoded == .numbered(11))
  }

  @Test(arguments: [("13", nil), ("0", nil), ("item-99", "item-9"), ("", nil)])
  func `a missing row is an error that suggests the nearest one`(
    item: String, nearest: String?
  ) async throws {
    let fixture = try await HeadlineFixture(12)
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
    let fixture = try await HeadlineFixture(address: nil)
    let error = await #expect(throws: HeadlineError.self) {
      try await fixture.run(["page": page])
    }
    #expect(error?.description == sentence)
  }

  @Test func `a list that has become shorter is loaded again`() async throws {
    let fixture = try await HeadlineFixture(12)
    let scene = try await HeadlineScenes.list(page: 1, through: fixture.mediator)
    await scene.open()
    fixture.change { $0.items.removeLast(7) }
    await scene.loadMore()
    let text = try await scene.commandResult(at: fixture.now).text(on: Page(columns: 80))
    #expect(text.titles.count == 5)
  }

  @Test func `a stale list is loaded again`() async throws {
    let fixture = try await HeadlineFixture(1)
    _ = try await fixture.text()
    fixture.change {
      $0.items.append(.numbered(1))
      $0.time += 3600
    }
    let text = try await fixture.text()
    #expect(text.titles == ["Title 0", "Title 1"])
  }

  @Test func `without a connection the cached list is shown with the error`() async throws {
    let fixture = try await HeadlineFixture(1)
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
    await #expect(throws: NetworkError.self) { try await fixture.run(["refresh": "true"]) }
  }

  @Test(arguments: [20, 40, 60])
  func `no line is wider than the page, and no control sequence reaches the terminal`(
    columns: Int
  ) async throws {
    let fixture = try await HeadlineFixture()
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
}

extension String {
  /// The titles of numbered items in the text.
  fileprivate var titles: [String] { matches(of: /Title \d+/).map { String($0.output) } }
}
