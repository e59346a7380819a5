import Console
import Foundation
import ListScene
import Mediator
import NetworkInterface
import TemplateInterface
import Testing

@testable import Template

struct TemplateSceneTests {
  @Test func `the first page tells that there is more, and the last does not`() async throws {
    let house = try await TemplateHouse(12)
    let first = try await house.text()
    #expect(first.titles == (0..<10).map { "Title \($0)" })
    #expect(first.hasSuffix("'metro template --page 2' shows more."))
    let last = try await house.text(["page": "2"])
    #expect(last.titles == ["Title 10", "Title 11"])
    #expect(!last.contains("more"))
  }

  @Test func `an empty list says so`() async throws {
    let house = try await TemplateHouse()
    let answer = try await house.answer()
    let text = answer.text(Page(columns: 80))
    #expect(text == "There are no template items here.")
    #expect(String(decoding: answer.json, as: UTF8.self) == "[]")
    #expect(answer.failure == nil)
  }

  @Test func `a program gets the items`() async throws {
    let house = try await TemplateHouse(2)
    let json = try await house.answer().json
    let items = try JSONDecoder().decode([TemplateItem].self, from: json)
    #expect(items == [.numbered(0), .numbered(1)])
  }

  @Test(arguments: ["12", "item-11"])
  func `a row is opened by its number or its id, on whatever page`(item: String) async throws {
    let house = try await TemplateHouse(12)
    let answer = try await house.answer(["item": item])
    #expect(answer.text(Page(columns: 80)).hasSuffix("Body 11."))
    let decoded = try JSONDecoder().decode(TemplateItem.self, from: answer.json)
    #expect(decoded == .numbered(11))
  }

  @Test(arguments: [("13", nil), ("0", nil), ("item-99", "item-9"), ("", nil)])
  func `a row that is not there is told, with the nearest`(
    item: String, nearest: String?
  ) async throws {
    let house = try await TemplateHouse(12)
    await #expect(throws: ListSceneError.noRow(item, nearest: nearest)) {
      try await house.answer(["item": item])
    }
  }

  @Test(arguments: [0, -1, .min, .max])
  func `a page that cannot be is refused`(page: Int) async throws {
    let house = try await TemplateHouse(1)
    await #expect(throws: TemplateError.badPage(page)) {
      try await house.answer(["page": "\(page)"])
    }
  }

  @Test func `a kept list that has become old is renewed`() async throws {
    let house = try await TemplateHouse(1)
    _ = try await house.text()
    house.change {
      $0.items.append(.numbered(1))
      $0.time += 3600
    }
    #expect(try await house.text().titles == ["Title 0", "Title 1"])
  }

  @Test func `without a connection the kept list is shown, and why it is old`() async throws {
    let house = try await TemplateHouse(1)
    _ = try await house.text()
    house.change {
      $0.failure = .unreachable(host: "example.org")
      $0.time += 3600
    }
    let answer = try await house.answer()
    #expect(answer.failure == .failed)
    let text = answer.text(Page(columns: 120))
    #expect(text.titles == ["Title 0"])
    #expect(text.contains("\nNot up to date: cannot reach 'example.org'"))
    await #expect(throws: NetworkError.self) { try await house.answer(["refresh": "true"]) }
  }

  @Test(arguments: [20, 40, 60])
  func `nothing is wider than the page, and nothing commands the terminal`(
    columns: Int
  ) async throws {
    let house = try await TemplateHouse()
    let long = String(repeating: "\u{1B}[2J西直门 ", count: 40)
    house.change { $0.items = [.numbered(1, text: long)] }
    for text in [
      try await house.text(columns: columns), try await house.text(["item": "1"], columns: columns),
    ] {
      #expect(!text.contains("\u{1B}"))
      #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= columns })
    }
  }
}

extension String {
  /// The titles of numbered items in it, in their order.
  fileprivate var titles: [String] { matches(of: /Title \d+/).map { String($0.output) } }
}
