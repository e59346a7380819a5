import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Store

enum Shop: Interface {
  static let buy = Action<Bought, Empty>(native: Shop.self, "buy")
  static let fail = Action<Bought, Empty>(native: Shop.self, "fail")
}

/// A customer has bought something.
struct Bought: Event, Codable, Hashable {
  let customer: String
  let number: Int
}

/// Stores purchases and publishes them in the same transaction.
struct ShopModule: DatabaseModule {
  static let manifest = Manifest(
    Shop.self, summary: "", answers: [Shop.buy, Shop.fail], publishes: [Bought.self])
  static let tables: [SQL] = ["CREATE TABLE purchase (number INTEGER PRIMARY KEY)"]

  let database: Database

  init(context: ModuleContext) { database = Database(context, migrations: Self.tables) }

  func register(with registrar: Registrar) {
    registrar.answer(Shop.buy) { bought in
      try await database.write { transaction in
        try transaction.run("INSERT INTO purchase VALUES (\(bought.number))")
        try transaction.publish(bought)
      }
      return Empty()
    }
    registrar.answer(Shop.fail) { bought in
      try await database.write { transaction in
        try transaction.publish(bought)
        throw CancellationError()
      }
      return Empty()
    }
  }
}

/// A process with the shop and with a module that follows its purchases durably.
final class DurableEventsFixture: Sendable {
  typealias Handler = @Sendable (Delivery<Bought>) async throws -> Void

  let mediator = Mediator()
  let manager: ModuleManager
  let handled = Recorder<Bought>()

  /// - Parameters:
  ///   - folder: The data folder of the app.
  ///   - now: The date.
  ///   - hasFollower: Whether the module that follows is one of the app.
  ///   - handler: Runs before a delivery is recorded in `handled`.
  init(
    _ folder: URL, now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 1000) },
    hasFollower: Bool = true, handler: @escaping Handler = { _ in }
  ) async throws {
    let app = AppDescription(name: "app", summary: "", version: "0", folder: folder)
    let mediator = mediator
    let receipts = Manifest(
      name: "Receipts", summary: "",
      durableFollowers: [DurableFollower("send", of: Bought.self, inOrderOf: \.customer)])
    let follower = ModuleDescriptor(receipts) { [handled] _ in
      ReceiptsModule { delivery in
        try await handler(delivery)
        handled.record(delivery.event)
      }
    }
    manager = try ModuleManager(
      [ModuleDescriptor(ShopModule.self)] + (hasFollower ? [follower] : []), mediator: mediator,
      clock: ManualClock(),
      publications: EventDatabase(
        ModuleContext(
          mediator: mediator, folder: folder.appending(path: "host"), now: now, app: app))
    ) { manifest in
      ModuleContext(
        mediator: mediator, folder: folder.appending(path: manifest.target), now: now, app: app)
    }
    try await manager.open()
  }

  func buy(_ numbers: Int..., customer: String = "ana") async throws {
    for number in numbers {
      _ = try await mediator.perform(Shop.buy, Bought(customer: customer, number: number))
    }
  }

  /// The numbers of the purchases that were handled, in order.
  var numbers: [Int] { handled.values.map(\.number) }

  /// What is stored, by number.
  var stored: [StoredDelivery] {
    get async throws {
      try await manager.storedEvents().sorted { $0.key < $1.key }.flatMap(\.value)
    }
  }
}

private struct ReceiptsModule: ModuleLifecycle {
  let handler: DurableEventsFixture.Handler

  func register(with registrar: Registrar) {
    registrar.follow(Bought.self, durably: "send", with: handler)
  }
}

/// The data folder of an app with the shop, and the time of all its processes.
final class DurableEventsApp: Sendable {
  private let temporary = TemporaryFolder()
  let folder: URL
  let now = Lock(Date(timeIntervalSince1970: 1_000_000))

  /// - Parameter folder: A folder of the caller; nil for a temporary one.
  init(in folder: URL? = nil) { self.folder = folder ?? temporary.url }

  /// Starts a process of the app.
  func process(
    hasFollower: Bool = true, handler: @escaping DurableEventsFixture.Handler = { _ in }
  ) async throws -> DurableEventsFixture {
    try await DurableEventsFixture(
      folder, now: { [now] in now.withLock { $0 } }, hasFollower: hasFollower, handler: handler)
  }

  /// Runs a process whose follower fails, so that its events are left to the next process, which
  /// looks for them after the pause.
  func publish(_ numbers: Int...) async throws {
    let process = try await process { _ in throw Failure() }
    for number in numbers { try await process.buy(number) }
    await process.mediator.drain()
    await process.manager.stop()
    now.withLock { $0 += 2 }
  }

  /// The names of the files about events that wait.
  var waitingFiles: [String] {
    let folder = folder.appending(path: "host/waiting-events").path
    return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}

/// What a handler throws that fails.
struct Failure: Error {}

/// A handler that fails for some purchases as long as the test wants it.
final class Failures: Sendable {
  let numbers: Lock<Set<Int>>

  init(_ numbers: Int...) { self.numbers = Lock(Set(numbers)) }

  func check(_ delivery: Delivery<Bought>) throws {
    if numbers.withLock({ $0.contains(delivery.event.number) }) {
      throw MediatorError.unavailable(path: "printer", reason: "no paper")
    }
  }
}

/// Holds the callers of `wait` until the test releases them.
final class HeldHandler: Sendable {
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
