import Foundation
import Mediator
import MessagesInterface
import ModuleTesting
import NewsInterface
import Testing

@testable import News

struct AnnouncementListTests {
  @Test func `an announcement of a server is the first urgent notice of its city`() async throws {
    let fixture = try await NewsFixture(3)
    fixture.announce("a", station: "Trindade", text: "platform 2 is closed")
    fixture.announce("b", city: "lyon", text: "closed")
    await fixture.mediator.drain()
    let page = try await fixture.list()
    #expect(page.items.map(\.title).first == "Test: Trindade: platform 2 is closed")
    #expect(page.items.count == 4 && page.items.first?.isUrgent == true)
    #expect(try await fixture.list(urgent: true).items.map(\.id) == ["announcement-a"])
    #expect(fixture.harness.published(NewsExpired.self).count == 2)
    #expect(try await fixture.text().contains("! Test: Trindade: platform 2 is closed"))
  }

  @Test func `a notification that comes twice is one notice, for a day`() async throws {
    let fixture = try await NewsFixture(1)
    for _ in 0..<2 { fixture.announce("a", text: "closed", isTest: false) }
    await fixture.mediator.drain()
    #expect(try await fixture.list().items.map(\.title) == ["closed", "Title 0"])
    #expect(fixture.harness.published(NewsExpired.self).count == 1)
    fixture.change { $0.time += 86_401 }
    #expect(try await fixture.list().items.map(\.title) == ["Title 0"])
  }

  @Test(arguments: [
    (0, 1, ["c"], true), (0, 3, ["c", "b", "a"], true), (2, 2, ["a", "Title 0"], true),
    (3, 2, ["Title 0", "Title 1"], true), (4, 5, ["Title 1", "Title 2"], false),
    (0, 6, ["c", "b", "a", "Title 0", "Title 1", "Title 2"], false),
  ])
  func `pages continue behind the announcements`(
    offset: Int, limit: Int, titles: [String], hasMore: Bool
  ) async throws {
    let fixture = try await NewsFixture(3)
    for id in ["a", "b", "c"] { fixture.announce(id, text: id, isTest: false) }
    await fixture.mediator.drain()
    let page = try await fixture.list(offset: offset, limit: limit)
    #expect(page.items.map(\.title) == titles && page.hasMore == hasMore)
    await #expect(throws: NewsError.pastEnd(offset: 6, count: nil)) {
      try await fixture.list(offset: 6)
    }
  }

  @Test(arguments: ["{}", "[]", #"{"id":1,"city":"porto","text":"a"}"#, "x"])
  func `a notification that does not fit is ignored`(parameters: String) async throws {
    let fixture = try await NewsFixture(1)
    for method in ["platform.closed", "order.changed"] {
      fixture.mediator.publish(
        ServerNotified(service: "a", method: method, parameters: Data(parameters.utf8)))
    }
    await fixture.mediator.drain()
    #expect(try await fixture.list().items.map(\.title) == ["Title 0"])
  }
}

extension NewsFixture {
  private struct PlatformClosed: Encodable {
    let id: String
    let city: String
    let station: String?
    let text: String
    let isTest: Bool
  }

  fileprivate func announce(
    _ id: String, city: String = "porto", station: String? = nil, text: String,
    isTest: Bool = true
  ) {
    let closed = PlatformClosed(
      id: id, city: city, station: station, text: text, isTest: isTest)
    let parameters = (try? JSON.encode(closed)) ?? Data()
    mediator.publish(
      ServerNotified(service: "tickets", method: "platform.closed", parameters: parameters))
  }
}
