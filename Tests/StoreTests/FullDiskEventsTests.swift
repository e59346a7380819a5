#if os(Linux)
  import Foundation
  import Mediator
  import ModuleManager
  import ModuleTesting
  import Platform
  import Store
  import TestSupport
  import Testing

  @Suite(.enabled(if: SmallDisk.isPermitted), .timeLimit(.minutes(15)))
  struct FullDiskEventsTests {
    private let disk: SmallDisk
    private let app: DurableEventsApp

    init() throws {
      disk = try SmallDisk(kilobytes: 512)
      app = DurableEventsApp(in: disk.home)
    }

    @Test func `what a full disk accepts is delivered, and what it refuses is not published`()
      async throws
    {
      let held = HeldHandler()
      let process = try await app.process { _ in await held.wait() }
      try await process.buy(0)
      try disk.fill()
      var (accepted, refusals) = ([0], 0)
      for number in 1... {
        do {
          try await process.buy(number)
          accepted.append(number)
        } catch {
          #expect("\(error)".contains("disk is full") || "\(error)".contains("no space left"))
          refusals += 1
        }
        if refusals == 3 { break }
      }
      held.release()
      await process.mediator.drain()

      try disk.makeSpace()
      app.now.withLock { $0 += 3600 }
      await process.manager.deliverStoredEvents()
      // The first one may have been handled while that could not be written.
      let repeated = process.numbers.dropFirst().first == 0
      #expect(Array(process.numbers.dropFirst(repeated ? 1 : 0)) == accepted)
      #expect(try await process.stored.isEmpty)
      #expect(app.waitingFiles == [])
    }

    @Test func `an event that is handled while the disk is full is handled again, and others wait`()
      async throws
    {
      let held = HeldHandler()
      let process = try await app.process { _ in await held.wait() }
      try await process.buy(1, 2)
      try await wait { held.count == 1 }
      try disk.fill()
      held.release()
      await process.mediator.drain()
      // That it was handled, and that the second one is taken, could not be written.
      #expect(process.numbers == [1])

      try disk.makeSpace()
      app.now.withLock { $0 += 3600 }
      await process.manager.deliverStoredEvents()
      #expect(process.numbers == [1, 1, 2])
      #expect(try await process.stored.isEmpty)
      #expect(app.waitingFiles == [])
    }

    @Test func `an event that cannot be stored outside a transaction is delivered once`()
      async throws
    {
      let fixture = try await app.process()
      try disk.fill()
      fixture.mediator.publish(Bought(customer: "ana", number: 1))
      await fixture.mediator.drain()
      #expect(fixture.numbers == [1])
      try disk.makeSpace()
      let next = try await app.process()
      await next.manager.deliverStoredEvents()
      #expect(next.numbers == [])
    }
  }
#endif
