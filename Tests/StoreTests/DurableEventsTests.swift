import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Store
import Testing

@Suite(.timeLimit(.minutes(15))) struct DurableEventsTests {
  private let app = DurableEventsApp()

  @Test func `an event is handled in the order of publication and then forgotten`() async throws {
    let fixture = try await app.process()
    try await fixture.buy(1, 2, 3)
    await fixture.mediator.drain()
    #expect(fixture.numbers == [1, 2, 3])
    #expect(try await fixture.stored.isEmpty)
    #expect(app.waitingFiles == [])
  }

  @Test func `an event of a transaction that is rolled back is not published`() async throws {
    let fixture = try await app.process()
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
    let fixture = try await app.process { _ in await held.wait() }
    fixture.mediator.publish(Bought(customer: "ana", number: 1))
    #expect(app.waitingFiles == ["host"])
    held.release()
    await fixture.mediator.drain()
    #expect(fixture.numbers == [1])
    #expect(app.waitingFiles == [])
  }

  @Test func `an event that a follower of a stored one publishes is stored, too`() async throws {
    let fixture = try await app.process { _ in throw Failure() }
    let mediator = fixture.mediator
    let subscription = mediator.follow(Bought.self) { bought in
      if bought.number == 1 { mediator.publish(Bought(customer: "bo", number: 2)) }
    }
    try await fixture.buy(1)
    #expect(app.waitingFiles.sorted() == ["host", "shop"])
    await mediator.drain()
    #expect(try await fixture.stored.count == 2)
    withExtendedLifetime(subscription) {}
  }

  @Test func `the next process delivers what a process has stored and not delivered`()
    async throws
  {
    let first = try await app.process { _ in throw Failure() }
    try await first.buy(1, 2)
    first.mediator.publish(Bought(customer: "bo", number: 3))
    await first.mediator.drain()
    app.now.withLock { $0 += 2 }
    let next = try await app.process()
    await next.manager.deliverStoredEvents()
    #expect(Set(next.numbers) == [1, 2, 3])
    #expect(app.waitingFiles == [])
  }

  @Test func `two processes deliver each event once`() async throws {
    let held = HeldHandler()
    let (first, second) = (
      try await app.process { _ in await held.wait() }, try await app.process()
    )
    try await first.buy(1, customer: "ana")
    try await wait { held.count == 1 }
    try await first.buy(2, customer: "bo")
    await second.manager.deliverStoredEvents()
    #expect(second.numbers == [2])
    held.release()
    await first.mediator.drain()
    #expect(first.numbers == [1])
  }

  @Test func `a number is not used again`() async throws {
    try await app.publish(1)
    let next = try await app.process()
    await next.manager.deliverStoredEvents()
    let first = try await app.process { _ in throw Failure() }
    try await first.buy(2)
    await first.mediator.drain()
    #expect(try await first.stored.map(\.number) == [2])
  }

  @Test func `another connection that is closed loses nothing of the host's database`()
    async throws
  {
    let fixture = try await app.process { _ in throw Failure() }
    for number in 1...5 {
      fixture.mediator.publish(Bought(customer: "ana", number: number))
      await fixture.mediator.drain()
      let path = app.folder.appending(path: "host").path
      await #expect(processExitsWith: .success) { [path = path as String] in
        let database = try Database(in: URL(filePath: path), migrations: [])
        await database.close()
      }
    }
    let next = try await app.process()
    #expect(try await next.stored.count == 5)
  }

  @Test func `a slow follower does not delay the publisher`() async throws {
    let held = HeldHandler()
    let fixture = try await app.process { _ in await held.wait() }
    for number in 1...200 { try await fixture.buy(number) }
    #expect(held.count <= 1)
    held.release()
    await fixture.mediator.drain()
    #expect(fixture.numbers == Array(1...200))
  }

  @Test func `events survive the recovery of a damaged database`() async throws {
    try await app.publish(1)
    let file = app.folder.appending(path: "shop/\(Database.fileName)")
    let handle = try FileHandle(forUpdating: file)
    // The page of the purchases.
    try handle.seek(toOffset: 4096 + 100)
    try handle.write(contentsOf: Data(repeating: 7, count: 100))
    try handle.close()
    let next = try await app.process()
    await next.manager.deliverStoredEvents()
    #expect(next.numbers == [1])
    let damaged = app.folder.appending(path: "shop/store-damaged-1.sqlite")
    #expect(FileManager.default.fileExists(atPath: damaged.path))
  }
}
