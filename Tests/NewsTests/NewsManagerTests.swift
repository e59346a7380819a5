import DataSourceInterface
import Foundation
import Mediator
import NetworkInterface
import NewsInterface
import Testing

@testable import News

struct NewsManagerTests {
  @Test func `without an address, the built-in examples are listed`() async throws {
    let fixture = try await NewsFixture(address: nil)
    let first = try await fixture.list()
    #expect(first.items.count == 10)
    #expect(first.hasMore)
    let second = try await fixture.list(offset: 10)
    #expect(!second.items.isEmpty)
    #expect(!second.hasMore)
    let ids = (first.items + second.items).map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(fixture.requestedURLs.isEmpty)
  }

  @Test func `samples say that they are samples, and belong to the built-in city only`()
    async throws
  {
    let elsewhere = try #require(CityID("elsewhere"))
    let fixture = try await NewsFixture(address: nil)
    let samples = try await fixture.list(limit: 100).items
    #expect(samples.count == 12)
    #expect(samples.allSatisfy { $0.isSample == true })
    let other = try await NewsFixture(address: nil, city: elsewhere)
    for urgent in [true, false] {
      #expect(try await other.list(urgent: urgent) == NewsPage(items: [], hasMore: false))
    }
    await #expect(throws: NewsError.pastEnd(offset: 1, count: 0)) {
      try await other.list(offset: 1)
    }
    #expect(try await NewsFixture(1, city: elsewhere).list().items == [.numbered(0)])
    let withoutCities = NewsAPI(url: nil, mediator: Mediator(), now: { [now = fixture.now] in now })
    #expect(try await withoutCities.page(of: NewsRange(offset: 0, limit: 100)).items == samples)
  }

  @Test func `the address receives the offset and the limit`() async throws {
    let fixture = try await NewsFixture(25)
    let page = try await fixture.list(offset: 20)
    #expect(page.items.map(\.id) == (20..<25).map { "item-\($0)" })
    #expect(fixture.requestedURLs == ["https://example.org/items?key=a%2Bb&offset=20&limit=10"])
  }

  @Test func `an address may answer with fewer items than it was asked for`() async throws {
    let fixture = try await NewsFixture(25)
    fixture.change { $0.limit = 4 }
    let page = try await fixture.list(offset: 10)
    #expect(page.items.map(\.id) == (10..<20).map { "item-\($0)" })
    #expect(page.hasMore)
    let ranges = [(10, 10), (14, 6), (18, 2)].map { "&offset=\($0)&limit=\($1)" }
    #expect(fixture.requestedURLs == ranges.map { NewsFixture.address + $0 })
    let last = try await fixture.list(offset: 20)
    #expect(last.items.count == 5)
    let limited = try await fixture.list(offset: 20, limit: 3)
    #expect(limited.items.count == 3)
  }

  @Test(arguments: [(0, 10, 10), (0, .max, 100), (.max, .max, 1)])
  func `an address whose list never ends does not keep a query from ending`(
    offset: Int, limit: Int, count: Int
  ) async throws {
    let fixture = try await NewsFixture()
    let json = try JSONEncoder().encode(NewsItem.numbered(0))
    let item = String(decoding: json, as: UTF8.self)
    fixture.change { $0.text = #"{"items": [\#(item)], "hasMore": true}"# }
    let page = try await fixture.list(offset: offset, limit: limit)
    #expect(page.items.count == count)
  }

  @Test(arguments: [
    (0, 10, "item-0", 10, true), (20, 10, "item-20", 5, false), (24, .max, "item-24", 1, false),
  ])
  func `an address may ignore the query and answer with the whole list`(
    offset: Int, limit: Int, first: String, count: Int, hasMore: Bool
  ) async throws {
    let fixture = try await NewsFixture()
    let items = (0..<25).map { NewsItem.numbered($0) }
    let json = try JSONEncoder().encode(["items": items])
    fixture.change { $0.text = String(decoding: json, as: UTF8.self) }
    let page = try await fixture.list(offset: offset, limit: limit)
    #expect(page.items.first?.id == first)
    #expect(page.items.count == count)
    #expect(page.hasMore == hasMore)
  }

  @Test(arguments: [25, 26, Int.max])
  func `an offset behind the last item is rejected`(offset: Int) async throws {
    let fixture = try await NewsFixture(25)
    await #expect(throws: NewsError.pastEnd(offset: offset, count: nil)) {
      try await fixture.list(offset: offset)
    }
    let samples = try await NewsFixture(address: nil)
    await #expect(throws: NewsError.pastEnd(offset: offset, count: 12)) {
      try await samples.list(offset: offset)
    }
    let empty = try await NewsFixture().list()
    #expect(empty.items.isEmpty)
  }

  @Test func `the first page is cached, also for the next run`() async throws {
    let fixture = try await NewsFixture(25)
    let page = try await fixture.list()
    let cached = try await fixture.list()
    #expect(cached.items == page.items)
    let next = try await NewsFixture(folder: fixture.folder)
    let stored = try await next.list()
    #expect(stored.items == page.items)
    let fewer = try await next.list(limit: 5)
    let first = Array(page.items[..<5])
    #expect(fewer == NewsPage(items: first, hasMore: true, date: fixture.now))
    #expect(fixture.requestedURLs.count == 1)
    #expect(next.requestedURLs.isEmpty)
  }

  @Test func `a query for more items than are cached asks the address`() async throws {
    let fixture = try await NewsFixture(25)
    _ = try await fixture.list()
    let page = try await fixture.list(limit: 20)
    #expect(page.items.count == 20)
    #expect(fixture.requestedURLs.count == 2)
  }

  @Test func `a refresh ignores the cache, also that of Network`() async throws {
    let fixture = try await NewsFixture(1)
    _ = try await fixture.list()
    fixture.change { $0.items.append(.numbered(1)) }
    let cached = try await fixture.list()
    #expect(cached.items.count == 1)
    let refreshed = try await fixture.list(refresh: true)
    #expect(refreshed.items.count == 2)
    let cachedAgain = try await fixture.list()
    #expect(cachedAgain.items.count == 2)
    #expect(fixture.requests.allSatisfy { $0.maximumAge == .zero })
  }

  @Test func `a later page may come from the cache of Network unless it is refreshed`()
    async throws
  {
    let fixture = try await NewsFixture(25)
    _ = try await fixture.list(offset: 10)
    _ = try await fixture.list(offset: 10, refresh: true)
    #expect(fixture.requests.map(\.maximumAge) == [.seconds(300), .zero])
  }

  @Test func `the cache contains no secret of the address`() async throws {
    let fixture = try await NewsFixture(
      1, address: "https://me:password@example.org/items?key=token")
    let page = try await fixture.list()
    let file = fixture.folder.appending(path: "first-page.json")
    let content = try String(contentsOf: file, encoding: .utf8)
    #expect(["password", "token"].allSatisfy { !content.contains($0) })
    let cached = try await fixture.list()
    #expect(cached.items == page.items)
    #expect(fixture.requests.count == 1)
  }

  @Test(arguments: [(0, false), (300, false), (301, true), (-1, true)])
  func `a cached page becomes stale after five minutes`(seconds: Int, isStale: Bool) async throws {
    let fixture = try await NewsFixture(1)
    _ = try await fixture.list()
    fixture.change { $0.time += TimeInterval(seconds) }
    let page = try await fixture.list()
    #expect(page.isStale == isStale)
    #expect(fixture.requestedURLs.count == 1)
  }

  @Test func `the cache of one address is not used for another`() async throws {
    let fixture = try await NewsFixture(1)
    _ = try await fixture.list()
    let other = try await NewsFixture(
      2, address: "https://example.org/others", folder: fixture.folder)
    let page = try await other.list()
    #expect(page.items.count == 2)
  }

  // A test with arguments would print them, and terminals interpret control characters.
  @Test func `a damaged cache is ignored`() async throws {
    for text in ["", "{", "[]", "\0"] {
      let fixture = try await NewsFixture(1)
      try Data(text.utf8).write(to: fixture.folder.appending(path: "first-page.json"))
      let page = try await fixture.list()
      #expect(page.items.count == 1)
    }
  }

  @Test func `a page that cannot be cached is shown`() async throws {
    let fixture = try await NewsFixture(1)
    let file = fixture.folder.appending(path: "first-page.json")
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    let page = try await fixture.list()
    #expect(page.items.count == 1)
  }

  @Test func `in place of a notice that cannot be read is one that says why`() async throws {
    let fixture = try await NewsFixture()
    fixture.change {
      $0.text = #"""
        {"items": [
          {"id": "a", "title": "A", "body": "", "effect": "noEscalator"}, {"id": "b", "title": "B"},
          {"title": 3}, {"id": "d", "title": "D", "body": "", "effect": "noService"}
        ], "hasMore": true}
        """#
    }
    let page = try await fixture.list(limit: 4)
    #expect(page.items.map(\.id) == ["a", "b", "unreadable-2", "d"])
    #expect(page.items[1].title == "B")
    #expect(
      page.items[1].body == "This notice cannot be read: 'items[1].body': a value is missing.")
    #expect(page.items.map(\.effect) == [.other, nil, nil, .noService])
    // The whole page is stored.
    _ = try await fixture.list(limit: 4)
    #expect(fixture.requests.count == 1)
  }

  @Test(arguments: [
    ("", ""), ("<html>", ""), ("[]", "expected an object;"), ("{}", "'items': "),
    (#"{"items": null}"#, "'items': "),
    (#"{"items": [{"id": 1}]}"#, "'items[0].id': expected a text;"),
  ])
  func `an answer that is not a list throws an error and is not cached`(
    text: String, field: String
  ) async throws {
    let fixture = try await NewsFixture()
    fixture.change { $0.text = text }
    let error = await #expect(throws: NewsError.self) {
      try await fixture.list()
    }
    let description = try #require(error).description
    let source = "'https://example.org/items' of 'news.url'"
    #expect(description.hasPrefix("cannot read \(source): \(field)"))
    #expect(
      description.hasSuffix(#"; expected {"items": [{"id": …, "title": …, "body": …}]}"#))
    fixture.change {
      $0.text = nil
      $0.items = [.numbered(0)]
    }
    let page = try await fixture.list()
    #expect(page.items.count == 1)
  }

  @Test func `an error of Network is passed on`() async throws {
    let fixture = try await NewsFixture(1)
    fixture.change { $0.failure = .unreachable(host: "example.org") }
    await #expect(throws: NetworkError.unreachable(host: "example.org")) {
      try await fixture.list()
    }
  }

  @Test(arguments: [
    (NewsError.pastEnd(offset: 12, count: 12), "no notice at offset '12'; expected 0 to 11"),
    (.pastEnd(offset: 1, count: 1), "no notice at offset '1'; expected 0"),
    (
      .pastEnd(offset: 9, count: nil),
      "no notice at offset '9'; the list ends before it, choose a smaller one"
    ),
    (.badPage(9, last: nil), "no page '9'; the list ends before it, choose a smaller number"),
    (.badPage(0, last: nil), "no page '0'; expected 1 or more"),
  ])
  func `an error about the end of the list says what to choose`(error: NewsError, text: String) {
    #expect(error.description == text)
  }

  @Test(arguments: [(-1, 10), (0, 0), (.min, .min)])
  func `an impossible range is rejected`(offset: Int, limit: Int) async throws {
    let fixture = try await NewsFixture(1)
    await #expect(throws: NewsError.badRange(offset: offset, limit: limit)) {
      try await fixture.list(offset: offset, limit: limit)
    }
    #expect(fixture.requestedURLs.isEmpty)
  }
}
