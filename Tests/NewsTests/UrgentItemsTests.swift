import Foundation
import NetworkInterface
import NewsInterface
import Testing

@testable import News

/// The urgent items of the manager, which a list from the template does not have.
struct UrgentItemsTests {
  @Test(arguments: [NewsFixture.UrgentParameter.known, .ignored, .rejected], [10, .max])
  func `urgent items are found on every page, whether the address knows the parameter or not`(
    parameter: NewsFixture.UrgentParameter, limit: Int
  ) async throws {
    let fixture = try await NewsFixture(45)
    fixture.change {
      $0.items += [.urgent(1), .numbered(45), .urgent(2)]
      $0.urgentParameter = parameter
      $0.limit = limit
    }
    #expect(
      try await fixture.list(urgent: true)
        == NewsPage(items: [.urgent(1), .urgent(2)], hasMore: false))
    #expect(fixture.requestedURLs.first?.hasSuffix("&offset=0&limit=200&urgent=true") == true)
    #expect(
      try await fixture.list(offset: 1, limit: 1, urgent: true)
        == NewsPage(items: [.urgent(2)], hasMore: false))
    await #expect(throws: NewsError.pastEnd(offset: 2, count: 2)) {
      try await fixture.list(offset: 2, urgent: true)
    }
  }

  @Test func `urgent items are searched in a limited number of items`() async throws {
    let fixture = try await NewsFixture(200)
    fixture.change {
      $0.items.append(.urgent(1))
      $0.urgentParameter = .ignored
      $0.limit = 50
    }
    #expect(try await fixture.list(urgent: true).items.isEmpty)
    #expect(fixture.requestedURLs.count == 4)
  }

  @Test(arguments: [401, 404, 429, 503])
  func `an error of the server is not taken for an unknown parameter`(status: Int) async throws {
    let fixture = try await NewsFixture(1)
    let error = NetworkError.status(status, NewsFixture.address)
    fixture.change { $0.failure = error }
    await #expect(throws: error) { try await fixture.list(urgent: true) }
    #expect(fixture.requestedURLs.count == 1)
  }

  @Test func `the urgent items are cached apart from the first page`() async throws {
    let fixture = try await NewsFixture(10)
    fixture.change { $0.items.append(.urgent(1)) }
    _ = try await fixture.list()
    let urgent = try await fixture.list(urgent: true)
    #expect(urgent.items == [.urgent(1)])
    let next = try await NewsFixture(folder: fixture.folder)
    #expect(try await next.list(urgent: true).items == urgent.items)
    #expect(try await next.list().items.count == 10)
    #expect(next.requestedURLs.isEmpty)
    #expect(try await next.list(refresh: true, urgent: true).items.isEmpty)
  }

  @Test(arguments: [(10, 1), (1, 2)])
  func `the urgent items are taken from a cached first page that is the whole list`(
    limit: Int, requests: Int
  ) async throws {
    let fixture = try await NewsFixture(1)
    fixture.change { $0.items.append(.urgent(1)) }
    _ = try await fixture.list(limit: limit)
    #expect(try await fixture.list(urgent: true).items == [.urgent(1)])
    #expect(fixture.requestedURLs.count == requests)
  }

  @Test func `a cached list takes precedence over older urgent items`() async throws {
    let fixture = try await NewsFixture(12)
    fixture.change { $0.items[0] = .urgent(1) }
    #expect(try await fixture.list(urgent: true).items == [.urgent(1)])
    fixture.change { $0.items = [.urgent(2), .numbered(0)] }
    _ = try await fixture.list(refresh: true)
    let count = fixture.requests.count
    #expect(try await fixture.list(urgent: true).items == [.urgent(2)])
    #expect(fixture.requests.count == count)
  }

  @Test func `refreshed urgent items take precedence over an older cached list`() async throws {
    let fixture = try await NewsFixture(1)
    _ = try await fixture.list()
    fixture.change {
      $0.time += TimeInterval(3600)
      $0.items.append(.urgent(1))
    }
    #expect(try await fixture.list(refresh: true, urgent: true).items == [.urgent(1)])
    let page = try await fixture.list(urgent: true)
    #expect(page.items == [.urgent(1)])
    #expect(!page.isStale)
  }
}
