import AccountInterface
import CartInterface
import Foundation
import Mediator
import MessagesInterface
import ModuleManager
import ModuleTesting
import OrdersInterface
import Platform
import Testing

@testable import Orders

/// What happens to orders when somebody signs in or out.
@Suite(.timeLimit(.minutes(15))) struct OrdersSessionTests {
  @Test func `without an answer to its sign-in, what waits goes on`() async throws {
    let fixture = try await OrdersFixture([.placed])
    let retries = Recorder<Int?>()
    try fixture.harness.stub(Messages.retry) {
      retries.record($0.id)
      return []
    }
    fixture.answers.withLock { $0["orders"] = "" }
    fixture.mediator.publish(SignedIn(name: "ana"))
    await fixture.mediator.drain()
    #expect(retries.values == [nil])
  }

  @Test func `nobody sees the orders of another person, and the sign-out removes them`()
    async throws
  {
    let fixture = try await OrdersFixture([.placed, .declined])
    _ = try await fixture.harness.run("checkout --yes")
    await fixture.mediator.drain()
    // A checkout of this person is under way, in this or another process.
    let path = fixture.harness.folder.appending(path: "checkout.lock").path
    let lock = try #require(try FileLock(creating: path))
    let waiting = MessageRecord(
      id: 3, type: "PayOrder", server: "tickets", topic: "orders",
      path: "orders/\(OrdersFixture.id)/payment", key: "key", state: .waiting, reason: nil,
      attempts: 0, queuedAt: Date(timeIntervalSince1970: 0))
    fixture.sent.withLock { $0.append(MessageOutcome(record: waiting, reply: nil)) }
    fixture.name.withLock { $0 = "rui" }
    #expect(try await fixture.mediator.perform(Orders.list) == [])
    #expect(fixture.harness.published(OrdersCleared.self).isEmpty)
    fixture.mediator.publish(SignedOut(name: "ana"))
    await fixture.mediator.drain()
    #expect(fixture.harness.published(OrdersCleared.self).count == 1)
    withExtendedLifetime(lock) {}
    #expect(fixture.dropped.withLock { $0 } == [3])
    fixture.name.withLock { $0 = "ana" }
    #expect(try await fixture.mediator.perform(Orders.list) == [])
  }

  @Test func `orders that remained because the program was killed are removed at the next start`()
    async throws
  {
    let killed = try await OrdersFixture([.placed, .declined])
    _ = try await killed.harness.run("checkout --yes")
    let fixture = try await OrdersFixture(folder: killed.harness.folder)
    fixture.name.withLock { $0 = "rui" }
    #expect(try await fixture.mediator.perform(Orders.list) == [])
    #expect(fixture.harness.published(OrdersCleared.self).count == 1)
    #expect(try await killed.mediator.perform(Orders.list) == [])
  }

  @Test func `events of two sessions in the wrong order remove nothing of the newer one`()
    async throws
  {
    let fixture = try await OrdersFixture([.placed])
    fixture.known.withLock { $0 = (try? [Order.sample(.issued)]) ?? [] }
    fixture.mediator.publish(SignedIn(name: "ana"))
    await fixture.mediator.drain()
    fixture.mediator.publish(SignedOut(name: "rui"))
    await fixture.mediator.drain()
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.issued])
  }

  @Test(arguments: [
    ("checkout --yes", false), ("checkout --yes", true), ("orders pay 3f2a", false),
  ])
  func `nothing is ordered or paid after the session is over`(
    line: String, isCartEmpty: Bool
  ) async throws {
    let fixture = try await OrdersFixture([.issued])
    try await fixture.restore(.sample(.placed))
    fixture.session.withLock { $0 = .expired }
    if isCartEmpty {
      fixture.cart.withLock { $0 = CartContent(id: "empty", city: $0.city, lines: []) }
    }
    await #expect(throws: AccountError.notSignedIn) { try await fixture.harness.run(line) }
    #expect(fixture.sent.withLock { $0.isEmpty })
  }

  @Test func `without a server, which says who is signed in, no order is removed`() async throws {
    let fixture = try await OrdersFixture([.placed, .declined])
    _ = try await fixture.harness.run("checkout --yes")
    fixture.session.withLock { $0 = .signedOut }
    let server = fixture.server.withLock { $0.take() }
    #expect(try await fixture.mediator.perform(Orders.list) == [])
    fixture.session.withLock { $0 = .signedIn }
    fixture.server.withLock { $0 = server }
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.declined])
  }

  @Test func `signing in pays the orders that the person has asked to pay`() async throws {
    let fixture = try await OrdersFixture([.issued])
    let placed = try Order.sample(.placed)
    try await fixture.store.save(placed)
    try await fixture.store.requestPayment(placed.id)
    await fixture.restore(placed)
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.issued])
    #expect(fixture.sent.withLock { $0.map(\.record.type) } == ["PayOrder"])
  }

  @Test func `signing in restores the orders, and pays none of them`() async throws {
    let fixture = try await OrdersFixture([.issued])
    fixture.known.withLock { $0 = (try? [Order.sample(.placed)]) ?? [] }
    _ = try await fixture.mediator.perform(Orders.list)
    fixture.mediator.publish(SignedIn(name: "ana"))
    await fixture.mediator.drain()
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.placed])
    #expect(fixture.harness.published(OrderChanged.self).map(\.order.state) == [.placed])
    fixture.session.withLock { $0 = .signedOut }
    fixture.mediator.publish(SignedOut(name: "ana"))
    await fixture.mediator.drain()
    #expect(fixture.harness.published(OrdersCleared.self).count == 1)
    #expect(try await fixture.mediator.perform(Orders.list) == [])
  }
}
