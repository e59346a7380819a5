import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Store
import TestSupport
import Testing

private let tables: [SQL] = [
  """
  CREATE TABLE effect (
    id INTEGER PRIMARY KEY, publication TEXT NOT NULL UNIQUE, number INTEGER NOT NULL,
    customer TEXT NOT NULL)
  """
]

/// A process whose follower stores each publication once.
private func process(
  in folder: URL, now: @escaping @Sendable () -> Date = { Date() }
) async throws -> DurableEventsFixture {
  let effects = try Database(in: folder.appending(path: "effects"), migrations: tables)
  return try await DurableEventsFixture(folder, now: now) { delivery in
    let (number, customer) = (delivery.event.number, delivery.event.customer)
    try await effects.write { transaction in
      try transaction.run(
        """
        INSERT OR IGNORE INTO effect (publication, number, customer)
        VALUES (\(delivery.id.uuidString), \(number), \(customer))
        """)
    }
  }
}

/// Kills real processes while they publish and follow.
@Suite(.timeLimit(.minutes(15))) struct KilledPublisherTests {
  private let temporary = TemporaryFolder()

  @Test func `after kill -9, each stored event has its effect once, in the order of its key`()
    async throws
  {
    let path = temporary.url.path
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
    var random = SplitMix64(seed: 48)
    for run in 0..<(TestOptions.isThorough ? 500 : 8) {
      let delay = UInt32.random(in: 0...60_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as UInt32, run = run as Int] in
        Thread.detachNewThread {
          usleep(delay + 20_000)
          kill(getpid(), SIGKILL)
        }
        let process = try await process(in: URL(filePath: path))
        async let delivery: Void = process.manager.deliverStoredEvents()
        for number in (run * 1_000_000)... {
          try await process.buy(number, customer: "\(number % 3)")
          if number % 5 == 0 {
            process.mediator.publish(Bought(customer: "outside", number: -number - 1))
          }
        }
        await delivery
      }
    }
    // All pauses are over.
    let last = try await process(in: temporary.url) { Date() + 1800 }
    await last.manager.deliverStoredEvents()
    #expect(try await last.stored.isEmpty)
    let purchases = try await Database(
      in: temporary.url.appending(path: "shop"), migrations: ShopModule.tables
    ).read {
      try $0.rows("SELECT number FROM purchase ORDER BY number") { try $0["number"] as Int }
    }
    let effects = try await Database(
      in: temporary.url.appending(path: "effects"), migrations: tables
    ).read { transaction in
      try transaction.rows("SELECT number, customer FROM effect ORDER BY id") {
        (number: try $0["number"] as Int, customer: try $0["customer"] as String)
      }
    }
    #expect(!purchases.isEmpty)
    #expect(effects.map(\.number).filter { $0 >= 0 }.sorted() == purchases)
    for customer in ["0", "1", "2"] {
      let numbers = effects.filter { $0.customer == customer }.map(\.number)
      #expect(numbers == numbers.sorted())
    }
  }

  @Test func `several processes that publish and follow lose and repeat nothing`() async throws {
    let path = temporary.url.path
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
    await withTaskGroup { group in
      for number in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, number = number as Int] in
            let process = try await process(in: URL(filePath: path))
            for step in 0..<50 {
              try await process.buy(number * 1000 + step, customer: "\(number)")
            }
            await process.mediator.drain()
            await process.manager.stop()
          }
        }
      }
    }
    // All pauses are over.
    let last = try await process(in: temporary.url) { Date() + 1800 }
    await last.manager.deliverStoredEvents()
    #expect(try await last.stored.isEmpty)
    let effects = try await Database(
      in: temporary.url.appending(path: "effects"), migrations: tables
    ).read { transaction in
      try transaction.rows("SELECT number FROM effect ORDER BY number") {
        try $0["number"] as Int
      }
    }
    let expected: [Int] = (0..<4).flatMap { process in Array(process * 1000..<process * 1000 + 50) }
    #expect(effects == expected)
  }
}
