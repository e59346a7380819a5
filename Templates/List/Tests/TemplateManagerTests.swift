import Foundation
import NetworkInterface
import TemplateInterface
import Testing

@testable import Template

struct TemplateManagerTests {
  @Test func `the sample is listed without a network`() async throws {
    let house = try await TemplateHouse(address: nil)
    let first = try await house.list()
    #expect(first.items.count == 10)
    #expect(first.hasMore)
    let second = try await house.list(offset: 10)
    #expect(!second.items.isEmpty)
    #expect(!second.hasMore)
    let ids = (first.items + second.items).map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(house.asked.isEmpty)
  }

  @Test func `the address is asked for the items that are wanted`() async throws {
    let house = try await TemplateHouse(25)
    #expect(try await house.list(offset: 20).items.map(\.id) == (20..<25).map { "item-\($0)" })
    #expect(house.asked == ["https://example.org/items?key=a%2Bb&offset=20&limit=10"])
  }

  @Test(arguments: ["example.org/items", "file:///items", "https://", "a b"])
  func `what is no address goes to Network as it was given`(address: String) async throws {
    let house = try await TemplateHouse(1, address: address)
    _ = try await house.list()
    #expect(house.asked == [address])
  }

  @Test(arguments: [
    (0, 10, "item-0", 10, true), (20, 10, "item-20", 5, false), (25, 10, nil, 0, false),
    (Int.max, Int.max, nil, 0, false),
  ])
  func `an address that always gives the whole list will do`(
    offset: Int, limit: Int, first: String?, count: Int, hasMore: Bool
  ) async throws {
    let house = try await TemplateHouse()
    let items = (0..<25).map { TemplateItem.numbered($0) }
    let json = try JSONEncoder().encode(["items": items])
    house.change { $0.text = String(decoding: json, as: UTF8.self) }
    let page = try await house.list(offset: offset, limit: limit)
    #expect(page.items.first?.id == first)
    #expect(page.items.count == count)
    #expect(page.hasMore == hasMore)
  }

  @Test func `the first page is kept, also for the next run`() async throws {
    let house = try await TemplateHouse(25)
    let page = try await house.list()
    #expect(try await house.list() == page)
    let next = try await TemplateHouse(folder: house.folder)
    #expect(try await next.list() == page)
    let fewer = try await next.list(limit: 5)
    #expect(fewer == TemplatePage(items: Array(page.items[..<5]), hasMore: true))
    #expect(house.asked.count == 1)
    #expect(next.asked.isEmpty)
  }

  @Test func `more than is kept is asked for`() async throws {
    let house = try await TemplateHouse(25)
    _ = try await house.list()
    #expect(try await house.list(limit: 20).items.count == 20)
    #expect(house.asked.count == 2)
  }

  @Test func `a refresh asks the address, whatever is kept`() async throws {
    let house = try await TemplateHouse(1)
    _ = try await house.list()
    house.change { $0.items.append(.numbered(1)) }
    #expect(try await house.list().items.count == 1)
    #expect(try await house.list(refresh: true).items.count == 2)
    #expect(try await house.list().items.count == 2)
  }

  @Test(arguments: [(0, false), (300, false), (301, true), (-1, true)])
  func `what is kept becomes stale after five minutes`(seconds: Int, isStale: Bool) async throws {
    let house = try await TemplateHouse(1)
    _ = try await house.list()
    house.change { $0.time += TimeInterval(seconds) }
    #expect(try await house.list().isStale == isStale)
    #expect(house.asked.count == 1)
  }

  @Test func `what is kept of one address is not shown for another`() async throws {
    let house = try await TemplateHouse(1)
    _ = try await house.list()
    let other = try await TemplateHouse(
      2, address: "https://example.org/others", folder: house.folder)
    #expect(try await other.list().items.count == 2)
  }

  @Test(arguments: ["", "{", "[]", "\0"])
  func `a damaged copy is as good as none`(text: String) async throws {
    let house = try await TemplateHouse(1)
    try Data(text.utf8).write(to: house.folder.appending(path: "first-page.json"))
    #expect(try await house.list().items.count == 1)
  }

  @Test func `a page that cannot be kept is shown all the same`() async throws {
    let house = try await TemplateHouse(1)
    let file = house.folder.appending(path: "first-page.json")
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    #expect(try await house.list().items.count == 1)
  }

  @Test(arguments: [
    ("", ""), ("<html>", ""), ("[]", ""), ("{}", "'items': "), (#"{"items": null}"#, "'items': "),
    (#"{"items": [{"id": 1}]}"#, "'items[0].id': "),
  ])
  func `an answer that is no list is told, and nothing of it is kept`(
    text: String, field: String
  ) async throws {
    let house = try await TemplateHouse()
    house.change { $0.text = text }
    let error = await #expect(throws: TemplateError.self) {
      try await house.list()
    }
    let text = "cannot read what 'template.url' gives: \(field)"
    #expect(error?.description.hasPrefix(text) == true)
    house.change {
      $0.text = nil
      $0.items = [.numbered(0)]
    }
    #expect(try await house.list().items.count == 1)
  }

  @Test func `a failing address is told as Network tells it`() async throws {
    let house = try await TemplateHouse(1)
    house.change { $0.failure = .unreachable(host: "example.org") }
    await #expect(throws: NetworkError.unreachable(host: "example.org")) {
      try await house.list()
    }
  }

  @Test(arguments: [(-1, 10), (0, 0), (.min, .min)])
  func `a range that cannot be is refused`(offset: Int, limit: Int) async throws {
    let house = try await TemplateHouse(1)
    await #expect(throws: TemplateError.badRange(offset: offset, limit: limit)) {
      try await house.list(offset: offset, limit: limit)
    }
    #expect(house.asked.isEmpty)
  }
}
