import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Store
import Testing

@Suite(.timeLimit(.minutes(15))) struct UndeliveredEventsTests {
  private let app = DurableEventsApp()

  @Test func `a failed attempt is repeated after pauses that double`() async throws {
    let failures = Failures(1)
    let fixture = try await app.process { try failures.check($0) }
    try await fixture.buy(1)
    await fixture.mediator.drain()
    for pause in [1.0, 2, 4, 8] {
      app.now.withLock { $0 += pause - 0.5 }
      await fixture.manager.deliverStoredEvents()
      let before = try await fixture.stored.map(\.attempts)
      app.now.withLock { $0 += 0.5 }
      await fixture.manager.deliverStoredEvents()
      #expect(try await fixture.stored.map(\.attempts) == before.map { $0 + 1 })
    }
    failures.numbers.withLock { $0 = [] }
    app.now.withLock { $0 += 16 }
    await fixture.manager.deliverStoredEvents()
    #expect(fixture.numbers == [1])
  }

  @Test func `an event is given up after 15 attempts, and delivered if a person wants it`()
    async throws
  {
    let failures = Failures(1)
    let fixture = try await app.process { try failures.check($0) }
    try await fixture.buy(1, 2)
    await fixture.mediator.drain()
    for _ in 0..<20 {
      app.now.withLock { $0 += 3600 }
      await fixture.manager.deliverStoredEvents()
    }
    let dead = try await fixture.stored
    #expect(dead.map(\.attempts) == [15] && dead.map(\.isDead) == [true])
    #expect(dead.first?.reason == "'printer' is unavailable: no paper")
    // What comes later with the same key waits for it as long as it is tried.
    #expect(fixture.numbers == [2])
    #expect(app.waitingFiles == [])
    failures.numbers.withLock { $0 = [] }
    try await fixture.manager.changeStoredEvents(
      [try #require(dead.first).number], in: "shop", .retry)
    #expect(fixture.numbers == [2, 1])
    #expect(try await fixture.stored.isEmpty)
  }

  @Test func `an event that fails delays only those with its key`() async throws {
    let failures = Failures(1)
    let fixture = try await app.process { try failures.check($0) }
    try await fixture.buy(1, 2, customer: "ana")
    try await fixture.buy(3, customer: "bo")
    await fixture.mediator.drain()
    #expect(fixture.numbers == [3])
    failures.numbers.withLock { $0 = [] }
    app.now.withLock { $0 += 1 }
    await fixture.manager.deliverStoredEvents()
    #expect(fixture.numbers == [3, 1, 2])
  }

  @Test func `an event whose follower is gone is kept with its name`() async throws {
    try await app.publish(1)
    let other = try await app.process(hasFollower: false)
    await other.manager.deliverStoredEvents()
    #expect(try await other.stored.map(\.follower) == ["Receipts/send"])
    let again = try await app.process()
    await again.manager.deliverStoredEvents()
    #expect(again.numbers == [1])
  }

  @Test(arguments: ["content = '{}'", "event = 'Shop.Sold'"])
  func `an event that another version has stored waits for it, and keeps its name`(
    change: String
  ) async throws {
    try await app.publish(1)
    let database = try Database(
      in: app.folder.appending(path: "shop"), migrations: ShopModule.tables)
    try await database.write { transaction in
      try change.hasPrefix("event")
        ? transaction.run("UPDATE event_delivery SET event = 'Shop.Sold'")
        : transaction.run("UPDATE event_delivery SET content = \(Data("{}".utf8))")
    }
    let next = try await app.process()
    await next.manager.deliverStoredEvents()
    #expect(next.numbers == [])
    let waiting = try #require(try await next.stored.first)
    #expect(!waiting.isDead)
    #expect(waiting.reason?.contains("cannot read the stored event '\(waiting.event)'") == true)
  }

  @Test func `an event that ends its process in each attempt is given up`() async throws {
    try await app.publish(1)
    let path = app.folder.path
    for attempt in 2...15 {
      await #expect(processExitsWith: .failure) {
        [path = path as String, attempt = attempt as Int] in
        let process = try await DurableEventsFixture(
          URL(filePath: path), now: { Date(timeIntervalSince1970: 1_100_000 * Double(attempt)) }
        ) { _ in exit(1) }
        await process.manager.deliverStoredEvents()
      }
    }
    app.now.withLock { $0 = Date(timeIntervalSince1970: 99_000_000) }
    let next = try await app.process()
    await next.manager.deliverStoredEvents()
    #expect(next.numbers == [])
    #expect(try await next.stored.map(\.isDead) == [true])
    #expect(try await next.stored.map(\.attempts) == [15])
  }

  @Test func `an event that is not stored is delivered once, and the failure is reported`()
    async throws
  {
    try FileManager.default.createDirectory(at: app.folder, withIntermediateDirectories: true)
    try Data().write(to: app.folder.appending(path: "host"))
    let fixture = try await app.process()
    let reports = EventReports()
    await reports.collect {
      fixture.mediator.publish(Bought(customer: "ana", number: 1))
      await fixture.mediator.drain()
    }
    #expect(fixture.numbers == [1])
    #expect(reports.end().count == 1)
  }

  @Test func `a clock that is set back delays nothing longer than the longest pause`()
    async throws
  {
    let failures = Failures(1)
    let fixture = try await app.process { try failures.check($0) }
    try await fixture.buy(1)
    await fixture.mediator.drain()
    failures.numbers.withLock { $0 = [] }
    app.now.withLock { $0 -= 86400 }
    await fixture.manager.deliverStoredEvents()
    #expect(fixture.numbers == [1])
  }

  @Test func `all attempts have the id of the publication`() async throws {
    let ids = Recorder<UUID>()
    let fixture = try await app.process { delivery in
      ids.record(delivery.id)
      if ids.values.count == 1 { throw CancellationError() }
    }
    try await fixture.buy(1)
    await fixture.mediator.drain()
    app.now.withLock { $0 += 1 }
    await fixture.manager.deliverStoredEvents()
    #expect(ids.values.count == 2 && Set(ids.values).count == 1)
  }
}
