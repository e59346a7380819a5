import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NewsInterface
import Testing

@testable import News

struct AnnouncementListTests {
  @Test func `an announcement of a server is the first urgent notice of its city`() async throws {
    let fixture = try await NewsFixture(3)
    try await fixture.announce("a", station: "Trindade", text: "platform 2 is closed")
    try await fixture.announce("b", city: "lyon", text: "closed")
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
    for _ in 0..<2 { try await fixture.announce("a", text: "closed", isTest: false) }
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
    for id in ["a", "b", "c"] { try await fixture.announce(id, text: id, isTest: false) }
    await fixture.mediator.drain()
    let page = try await fixture.list(offset: offset, limit: limit)
    #expect(page.items.map(\.title) == titles && page.hasMore == hasMore)
    await #expect(throws: NewsError.pastEnd(offset: 6, count: nil)) {
      try await fixture.list(offset: 6)
    }
  }

  @Test func `announcements of all cities can be asked for, if their texts are short`()
    async throws
  {
    let fixture = try await NewsFixture(1)
    let long = String(repeating: "x", count: 501)
    for text in ["closed", long] { try await fixture.announce(text, text: text) }
    try await fixture.announce("b", city: "lyon", station: long, text: "closed")
    try await fixture.announce("c", city: "lyon", station: "Perrache", text: "closed")
    await fixture.mediator.drain()
    let announcements = try await fixture.mediator.perform(News.announcements)
    #expect(announcements.map(\.id) == ["c", "closed"])
    #expect(announcements.map(\.station) == ["Perrache", nil])
    #expect(fixture.harness.published(NewsExpired.self).count == 2)
  }

  @Test func `without cities, an announcement does not prevent the other notices`() async throws {
    let fixture = try await NewsFixture(1)
    try await fixture.announce("a", text: "closed")
    await fixture.mediator.drain()
    fixture.mediator.deactivate(DataSource.city)
    #expect(try await fixture.list().items.map(\.title) == ["Title 0"])
  }

  @Test(arguments: [
    "{}", "x", #"{"method":"platform.closed"}"#, #"{"method":"platform.closed","params":[]}"#,
    #"{"method":"platform.closed","params":{"id":1,"city":"porto","text":"a"}}"#,
    #"{"method":"order.changed","params":{"id":"1","city":"porto","text":"a"}}"#,
  ])
  func `a notification that does not fit is ignored`(payload: String) async throws {
    let fixture = try await NewsFixture(1)
    try await fixture.receive(Data(payload.utf8))
    await fixture.mediator.drain()
    #expect(try await fixture.list().items.map(\.title) == ["Title 0"])
  }
}

extension NewsFixture {
  private struct Payload: Encodable {
    var method = "platform.closed"
    let params: Announcement
  }

  /// Starts the module, and passes a payload to it.
  fileprivate func receive(_ payload: Data) async throws {
    try await harness.manager.start("News")
    await harness.manager.didReceive(RemoteNotification(payload: payload))
  }

  fileprivate func announce(
    _ id: String, city: String = "porto", station: String? = nil, text: String,
    isTest: Bool = true
  ) async throws {
    let announcement = Announcement(
      id: id, city: city, station: station, text: text, isTest: isTest)
    try await receive(JSON.encode(Payload(params: announcement)))
  }
}
