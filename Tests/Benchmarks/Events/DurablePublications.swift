import Foundation
import Mediator
import ModuleManager
import Store

/// The time of a publication for a durable follower, beyond that of the transaction in which the
/// event is stored.
enum DurablePublications {
  static func figures(in folder: URL) async throws -> [Figure] {
    let mediator = Mediator()
    let app = AppDescription(name: "app", summary: "", version: "0", folder: folder)
    let follower = Manifest(
      name: "Follower", summary: "",
      durableFollowers: [DurableFollower("follow", of: Paid.self, inOrderOf: \.order)])
    let manager = try ModuleManager(
      [ModuleDescriptor(Publisher.self), ModuleDescriptor(follower) { _ in WaitingFollower() }],
      mediator: mediator
    ) { manifest in
      ModuleContext(mediator: mediator, folder: folder.appending(path: manifest.target), app: app)
    }
    try await manager.open()
    var number = 0
    func pay(_ action: Action<Paid, Empty>) async throws -> Double {
      number += 1
      let paid = Paid(order: "\(number)")
      let began = ContinuousClock.now
      _ = try await mediator.perform(action, paid)
      return began.duration(to: .now) / .milliseconds(1)
    }
    // The follower holds its first event, so that its delivery does not disturb the others.
    _ = try await pay(Payments.pay)
    let pairs = try await Turns.compare(200) {
      try await pay(Payments.pay)
    } with: {
      try await pay(Payments.store)
    }
    await manager.stop()
    return [
      Figure(
        "a transaction with a durable publication, against one without", pairs, "ms", ratio: nil),
      Figure(
        "a durable publication beyond its transaction", pairs.value - pairs.baseline, "ms",
        bar: .atMost(0.3)),
    ]
  }
}

private enum Payments: Interface {
  static let pay = Action<Paid, Empty>(native: Payments.self, "pay")
  static let store = Action<Paid, Empty>(native: Payments.self, "store")
}

private struct Paid: Event, Codable {
  let order: String
}

private struct Publisher: DatabaseModule {
  static let manifest = Manifest(
    Payments.self, summary: "", answers: [Payments.pay, Payments.store], publishes: [Paid.self])

  let database: Database

  init(context: ModuleContext) {
    database = Database(context, migrations: ["CREATE TABLE paid (id TEXT PRIMARY KEY)"])
  }

  func register(with registrar: Registrar) {
    registrar.answer(Payments.pay) { paid in
      try await database.write { transaction in
        try transaction.run("INSERT INTO paid VALUES (\(paid.order))")
        try transaction.publish(paid)
      }
      return Empty()
    }
    registrar.answer(Payments.store) { paid in
      try await database.write { try $0.run("INSERT INTO paid VALUES (\(paid.order))") }
      return Empty()
    }
  }
}

/// Waits until its task is cancelled.
private struct WaitingFollower: ModuleLifecycle {
  func register(with registrar: Registrar) {
    registrar.follow(Paid.self, durably: "follow") { _ in
      try await Task.sleep(for: .seconds(3600))
    }
  }
}
