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

/// What the address answers when the answer in the cache is older than the given age.
private typealias HeadlineAnswer =
  @Sendable (_ url: String, _ maximumAge: Duration) throws -> String

struct HeadlineTests {
  private func harness(
    url: String = "https://example.org/items",
    answering answer: @escaping HeadlineAnswer = { _, _ in "" }
  ) async throws -> ModuleHarness {
    let harness = try await ModuleHarness(
      HeadlineModule.self, configuration: ["url": url])
    try harness.stub(Network.fetch) { request in
      let text = try answer(request.url, request.maximumAge)
      return .init(status: 200, body: Data(text.utf8))
    }
    return harness
  }

  @Test func `without an address, the built-in examples are listed page by page`() async throws {
    let harness = try await harness(url: "")
    let first = try await harness.run("headline").text
    #expect(first.hasSuffix("'headline --page 2' shows more."))
    let second = try await harness.run("headline --page 2").text
    // if own fields
    #expect(second.contains("next page"))
    // else
    // #expect(second.contains("Sample 12"))
    // end
    let all = ListRequest(limit: .max)
    let items = try await harness.mediator.perform(Headline.list, all).items
    #expect(Set(items.map(\.id)).count == items.count)
    await harness.checkExamples()
  }

  @MainActor @Test func `a row of the scene opens its item`() async throws {
    let harness = try await harness(url: "")
    let description = try #require(HeadlineModule.itemList.scenes.first)
    let tester = await SceneTester(try description.makeScene(harness.mediator))
    // if own fields
    try await tester.choose("tests")
    #expect(tester.scene.title == "The tests")
    #expect(tester.text().hasSuffix("narrow terminals."))
    // else
    // try await tester.choose("sample-3")
    // #expect(tester.scene.title == "Sample 3")
    // end
  }

  @Test func `an address divides its items into answers, and a row opens`() async throws {
    let harness = try await harness { url, _ in
      let isFirst = url.hasSuffix("offset=0&limit=10")
      return #"{"items": [\#(Self.item(isFirst ? 1 : 2))], "hasMore": \#(isFirst)}"#
    }
    let answer = try await harness.run("headline")
    let items = try answer.decode([HeadlineItem].self)
    #expect(items.map(\.id) == ["item-1", "item-2"])
    #expect(try await harness.run("headline 2").text.hasPrefix("Title 2"))
  }

  @Test(arguments: [(0, 4, false), (1, 2, true), (2, 2, false)])
  func `an address may answer with the whole list`(
    offset: Int, limit: Int, hasMore: Bool
  ) async throws {
    let harness = try await harness { _, _ in
      #"{"items": [\#((0..<4).map(Self.item).joined(separator: ","))]}"#
    }
    let request = ListRequest(offset: offset, limit: limit)
    let page = try await harness.mediator.perform(Headline.list, request)
    #expect(page.items.map(\.id) == (offset..<offset + limit).map { "item-\($0)" })
    #expect(page.hasMore == hasMore)
  }

  @Test(arguments: [(0, 10, 10), (0, .max, 100), (.max, .max, 1)])
  func `an address whose list never ends does not keep a query from ending`(
    offset: Int, limit: Int, count: Int
  ) async throws {
    let harness = try await harness { _, _ in
      #"{"items": [\#(Self.item(1))], "hasMore": true}"#
    }
    let request = ListRequest(offset: offset, limit: limit)
    let page = try await harness.mediator.perform(Headline.list, request)
    #expect(page.items.count == count)
  }

  @Test(arguments: [
    ("headline", 300), ("headline --refresh", 0),
  ])
  func `only a refresh asks the address for an answer that is not in the cache`(
    line: String, seconds: Int
  ) async throws {
    let harness = try await harness { _, maximumAge in
      let text = "age \(maximumAge.components.seconds)"
      return #"{"items": [\#(Self.item(1, text: text))]}"#
    }
    let items = try await harness.run(line).decode([HeadlineItem].self)
    #expect(items.map(\.title) == ["age \(seconds)"])
  }

  @Test(arguments: [
    ("0", "; expected 1 or more"), ("3", ": the list ends before it; choose a smaller number"),
  ])
  func `a page that the list does not have is an error`(
    page: String, reason: String
  ) async throws {
    let harness = try await harness(url: "")
    await #expect {
      try await harness.run("headline --page \(page)")
    } throws: {
      "\($0)" == "no page '\(page)'\(reason)"
    }
  }

  // if own fields
  @Test func `the list has ids when the page is wide enough, and an item its line breaks`()
    async throws
  {
    let harness = try await harness { _, _ in
      #"{"items": [\#(Self.item(1)), \#(Self.item(2, text: "A\\n line\\n\\nbreak"))]}"#
    }
    let list = try await harness.run("headline", columns: 60).text
    #expect(list.hasPrefix("   title           id\n1  Title 1         item-1\n"))
    let narrow = try await harness.run("headline", columns: 40).text
    #expect(narrow.hasPrefix("   title\n1  Title 1\n"))
    let item = try await harness.run("headline 2").text
    #expect(item.hasSuffix("\n\nA\nline\n\nbreak"))
  }

  // end
  @Test func `an item that does not fit does not hide the others`() async throws {
    let harness = try await harness { _, _ in #"{"items": [\#(Self.item(1)), {"id": 2}]}"# }
    let answer = try await harness.run("headline")
    #expect(try answer.decode([HeadlineItem].self).map(\.id) == ["item-1"])
    #expect(answer.text.contains("Left out row 2: 'id': expected a text"))
  }

  @Test func `an answer that is no list is an error that names the field`() async throws {
    let harness = try await harness { _, _ in #"{"items": [{"id": 1}]}"# }
    await #expect {
      try await harness.run("headline")
    } throws: {
      "\($0)".contains("'items[0].id': expected a text")
    }
  }

  @Test(arguments: [20, 60])
  func `no line is wider than the page, and no control sequence reaches the terminal`(
    columns: Int
  ) async throws {
    let harness = try await harness { _, _ in
      let long = String(repeating: "\\u001B[2J西直门 ", count: 40)
      return #"{"items": [\#(Self.item(1, text: long))]}"#
    }
    for line in ["headline", "headline 1"] {
      let text = try await harness.run(line, columns: columns).text
      #expect(!text.contains("\u{1B}"))
      #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= columns })
    }
  }

  /// The JSON of an item that is unique for its number.
  private static func item(_ number: Int) -> String { item(number, text: nil) }

  private static func item(_ number: Int, text: String?) -> String {
    // fields: json
    """
    {"id": "item-\(number)", "title": "\(text ?? "Title \(number)")",
     "body": "\(text ?? "Body \(number).")"}
    """
    // end
  }
}
