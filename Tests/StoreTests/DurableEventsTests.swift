import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Store
import Testing

private struct Failure: Error {}

/// A handler that fails for some purchases as long as the test wants it.
private final class Failures: Sendable {
  let numbers: Lock<Set<Int>>

  init(_ numbers: Int...) { self.numbers = Lock(Set(numbers)) }

  func check(_ delivery: Delivery<Bought>) throws {
    if numbers.withLock({ $0.contains(delivery.event.number) }) {
      throw MediatorError.unavailable(path: "printer", reason: "no paper")
    }
  }
}

@Suite(.timeLimit(.minutes(15))) struct DurableEventsTests {
  private let temporary = TemporaryFolder()
  private let now = Lock(Date(timeIntervalSince1970: 1_000_000))

  private func fixture(
    hasFollower: Bool = true, handler: @escaping DurableEventsFixture.Handler = { _ in }
  ) async throws -> DurableEventsFixture {
    try await DurableEventsFixture(
      temporary.url, now: { [now] in now.withLock { $0 } }, hasFollower: hasFollower,
      handler: handler)
  }

  /// A process whose follower fails, so that its events are left to the next process, which looks
  /// for them after the pause.
  private func publish(_ numbers: Int...) async throws {
    let process = try await fixture { _ in throw Failure() }
    for number in numbers { try await process.buy(number) }
    await process.mediator.drain()
    await process.manager.stop()
    now.withLock { $0 += 2 }
  }

  private var waitingFiles: [String] {
    let folder = temporary.url.appending(path: "host/waiting-events").path
    return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  @Test func `an event is handled in the order of publication and then forgotten`() async throws {
    let fixture = try await fixture()
    try await fixture.buy(1, 2, 3)
    await fixture.mediator.drain()
    #expect(fixture.numbers == [1, 2, 3])
    #expect(try await fixture.stored.isEmpty)
    #expect(waitingFiles == [])
  }

  @Test func `an event of a transaction that is rolled back is not published`() async throws {
    let fixture = try await fixture()
    let published = Recorder<Bought>()
    let subscription = fixture.mediator.follow(Bought.self) { published.record($0) }
    await #expect(throws: CancellationError.self) {
      _ = try await fixture.mediator.perform(Shop.fail, Bought(customer: "ana", number: 1))
    }
    try await fixture.buy(2)
    await fixture.mediator.drain()
    #expect(fixture.numbers == [2])
    #expect(published.values.map(\.number) == [2])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an event outside a transaction is stored before publish returns`() async throws {
    let held = HeldHandler()
    let fixture = try await fixture { _ in await held.wait() }
    fixture.mediator.publish(Bought(customer: "ana", number: 1))
    #expect(waitingFiles == ["host"])
    held.release()
    await fixture.mediator.drain()
    #expect(fixture.numbers == [1])
    #expect(waitingFiles == [])
  }

  @Test func `an event that a follower of a stored one publishes is stored, too`() async throws {
    let fixture = try await fixture { _ in throw Failure() }
    let mediator = fixture.mediator
    let subscription = mediator.follow(Bought.self) { bought in
      if bought.number == 1 { mediator.publish(Bought(customer: "bo", number: 2)) }
    }
    try await fixture.buy(1)
    #expect(waitingFiles.sorted() == ["host", "shop"])
    await mediator.drain()
    #expect(try await fixture.stored.count == 2)
    withExtendedLifetime(subscription) {}
  }

  @Test func `the next process delivers what a process has stored and not delivered`()
    async throws
  {
    let first = try await fixture { _ in throw Failure() }
    try await first.buy(1, 2)
    first.mediator.publish(Bought(customer: "bo", number: 3))
    await first.mediator.drain()
    now.withLock { $0 += 2 }
    let next = try await fixture()
    await next.manager.deliverStoredEvents()
    #expect(Set(next.numbers) == [1, 2, 3])
    #expect(waitingFiles == [])
  }

  @Test func `a failed attempt is repeated after pauses that double`() async throws {
    let failures = Failures(1)
    let fixture = try await fixture { try failures.check($0) }
    try await fixture.buy(1)
    await fixture.mediator.drain()
    for pause in [1.0, 2, 4, 8] {
      now.withLock { $0 += pause - 0.5 }
      await fixture.manager.deliverStoredEvents()
      let before = try await fixture.stored.map(\.attempts)
      now.withLock { $0 += 0.5 }
      await fixture.manager.deliverStoredEvents()
      #expect(try await fixture.stored.map(\.attempts) == before.map { $0 + 1 })
    }
    failures.numbers.withLock { $0 = [] }
    now.withLock { $0 += 16 }
    await fixture.manager.deliverStoredEvents()
    #expect(fixture.numbers == [1])
  }

  @Test func `an event is given up after 15 attempts, and delivered if a person wants it`()
    async throws
  {
    let failures = Failures(1)
    let fixture = try await fixture { try failures.check($0) }
    try await fixture.buy(1, 2)
    await fixture.mediator.drain()
    for _ in 0..<20 {
      now.withLock { $0 += 3600 }
      await fixture.manager.deliverStoredEvents()
    }
    let dead = try await fixture.stored
    #expect(dead.map(\.attempts) == [15] && dead.map(\.isDead) == [true])
    #expect(dead.first?.reason == "'printer' is unavailable: no paper")
    // What comes later with the same key waits for it as long as it is tried.
    #expect(fixture.numbers == [2])
    #expect(waitingFiles == [])
    failures.numbers.withLock { $0 = [] }
    try await fixture.manager.changeStoredEvents(
      [try #require(dead.first).number], in: "shop", .retry)
    #expect(fixture.numbers == [2, 1])
    #expect(try await fixture.stored.isEmpty)
  }

  @Test func `an event that fails delays only those with its key`() async throws {
    let failures = Failures(1)
    let fixture = try await fixture { try failures.check($0) }
    try await fixture.buy(1, 2, customer: "ana")
    try await fixture.buy(3, customer: "bo")
    await fixture.mediator.drain()
    #expect(fixture.numbers == [3])
    failures.numbers.withLock { $0 = [] }
    now.withLock { $0 += 1 }
    await fixture.manager.deliverStoredEvents()
    #expect(fixture.numbers == [3, 1, 2])
  }

  @Test func `two processes deliver each event once`() async throws {
    let held = HeldHandler()
    let (first, second) = (try await fixture { _ in await held.wait() }, try await fixture())
    try await first.buy(1, customer: "ana")
    try await wait { held.count == 1 }
    try await first.buy(2, customer: "bo")
    await second.manager.deliverStoredEvents()
    #expect(second.numbers == [2])
    held.release()
    await first.mediator.drain()
    #expect(first.numbers == [1])
  }

  @Test func `an event whose follower is gone is kept with its name`() async throws {
    try await publish(1)
    let other = try await fixture(hasFollower: false)
    await other.manager.deliverStoredEvents()
    #expect(try await other.stored.map(\.follower) == ["Receipts/send"])
    let again = try await fixture()
    await again.manager.deliverStoredEvents()
    #expect(again.numbers == [1])
  }

  @Test(arguments: ["content = '{}'", "event = 'Shop.Sold'"])
  func `an event that another version has stored waits for it, and keeps its name`(
    change: String
  ) async throws {
    try await publish(1)
    let database = try Database(
      in: temporary.url.appending(path: "shop"), migrations: ShopModule.tables)
    try await database.write { transaction in
      try change.hasPrefix("event")
        ? transaction.run("UPDATE event_delivery SET event = 'Shop.Sold'")
        : transaction.run("UPDATE event_delivery SET content = \(Data("{}".utf8))")
    }
    let next = try await fixture()
    await next.manager.deliverStoredEvents()
    #expect(next.numbers == [])
    let waiting = try #require(try await next.stored.first)
    #expect(!waiting.isDead)
    #expect(waiting.reason?.contains("cannot read the stored event '\(waiting.event)'") == true)
  }

  @Test func `an event that ends its process in each attempt is given up`() async throws {
    try await publish(1)
    let path = temporary.url.path
    for attempt in 2...15 {
      await #expect(processExitsWith: .failure) {
        [path = path as String, attempt = attempt as Int] in
        let process = try await DurableEventsFixture(
          URL(filePath: path), now: { Date(timeIntervalSince1970: 1_100_000 * Double(attempt)) }
        ) { _ in exit(1) }
        await process.manager.deliverStoredEvents()
      }
    }
    now.withLock { $0 = Date(timeIntervalSince1970: 99_000_000) }
    let next = try await fixture()
    await next.manager.deliverStoredEvents()
    #expect(next.numbers == [])
    #expect(try await next.stored.map(\.isDead) == [true])
    #expect(try await next.stored.map(\.attempts) == [15])
  }

  @Test func `an event that is not stored is delivered once, and the failure is reported`()
    async throws
  {
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
    try Data().write(to: temporary.url.appending(path: "host"))
    let fixture = try await fixture()
    let reports = EventReports()
    await reports.collect {
      fixture.mediator.publish(Bought(customer: "ana", number: 1))
      await fixture.mediator.drain()
    }
    #expect(fixture.numbers == [1])
    #expect(reports.end().count == 1)
  }

  @Test func `a number is not used again`() async throws {
    try await publish(1)
    let next = try await fixture()
    await next.manager.deliverStoredEvents()
    let first = try await fixture { _ in throw Failure() }
    try await first.buy(2)
    await first.mediator.drain()
    #expect(try await first.stored.map(\.number) == [2])
  }

  @Test func `another connection that is closed loses nothing of the host's database`()
    async throws
  {
    let fixture = try await fixture { _ in throw Failure() }
    for number in 1...5 {
      fixture.mediator.publish(Bought(customer: "ana", number: number))
      await fixture.mediator.drain()
      let path = temporary.url.appending(path: "host").path
      await #expect(processExitsWith: .success) { [path = path as String] in
        let database = try Database(in: URL(filePath: path), migrations: [])
        await database.close()
      }
    }
    let next = try await self.fixture()
    #expect(try await next.stored.count == 5)
  }

  @Test func `a clock that is set back delays nothing longer than the longest pause`()
    async throws
  {
    let failures = Failures(1)
    let fixture = try await fixture { try failures.check($0) }
    try await fixture.buy(1)
    await fixture.mediator.drain()
    failures.numbers.withLock { $0 = [] }
    now.withLock { $0 -= 86400 }
    await fixture.manager.deliverStoredEvents()
    #expect(fixture.numbers == [1])
  }

  @Test func `a slow follower does not delay the publisher`() async throws {
    let held = HeldHandler()
    let fixture = try await fixture { _ in await held.wait() }
    for number in 1...200 { try await fixture.buy(number) }
    #expect(held.count <= 1)
    held.release()
    await fixture.mediator.drain()
    #expect(fixture.numbers == Array(1...200))
  }

  @Test func `all attempts have the id of the publication`() async throws {
    let ids = Recorder<UUID>()
    let fixture = try await fixture { delivery in
      ids.record(delivery.id)
      if ids.values.count == 1 { throw CancellationError() }
    }
    try await fixture.buy(1)
    await fixture.mediator.drain()
    now.withLock { $0 += 1 }
    await fixture.manager.deliverStoredEvents()
    #expect(ids.values.count == 2 && Set(ids.values).count == 1)
  }

  @Test func `events survive the recovery of a damaged database`() async throws {
    try await publish(1)
    let file = temporary.url.appending(path: "shop/\(Database.fileName)")
    let handle = try FileHandle(forUpdating: file)
    // The page of the purchases.
    try handle.seek(toOffset: 4096 + 100)
    try handle.write(contentsOf: Data(repeating: 7, count: 100))
    try handle.close()
    let next = try await fixture()
    await next.manager.deliverStoredEvents()
    #expect(next.numbers == [1])
    let damaged = temporary.url.appending(path: "shop/store-damaged-1.sqlite")
    #expect(FileManager.default.fileExists(atPath: damaged.path))
  }
}

/// Holds the callers of `wait` until the test releases them.
private final class HeldHandler: Sendable {
  private let state = Lock<
    (isReleased: Bool, count: Int, callers: [CheckedContinuation<Void, Never>])
  >(
    (false, 0, []))

  var count: Int { state.withLock(\.count) }

  func wait() async {
    await withCheckedContinuation { caller in
      let isReleased = state.withLock { state in
        state.count += 1
        if !state.isReleased { state.callers.append(caller) }
        return state.isReleased
      }
      if isReleased { caller.resume() }
    }
  }

  func release() {
    let callers = state.withLock { state in
      state.isReleased = true
      defer { state.callers = [] }
      return state.callers
    }
    for caller in callers { caller.resume() }
  }
}
