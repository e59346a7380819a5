import AccountInterface
import CartInterface
import DataSourceInterface
import Documents
import Foundation
import Mediator
import MessagesInterface
import ModuleManager
import ModuleTesting
import OrdersInterface
import Platform
import Testing

@testable import Orders

/// What becomes of an order whose messages are answered late, not at all, or in another way.
@Suite(.timeLimit(.minutes(15))) struct OrderDeliveryTests {
  @Test func `tickets that an earlier order turns out to have bought are not ordered again`()
    async throws
  {
    let fixture = try await OrdersFixture([.placed, .issued])
    let unknown = try Order.sample(.unknown).other
    try await fixture.store.save(unknown)
    fixture.known.withLock { $0 = (try? [Order.sample(.issued).other]) ?? [] }
    let cart = fixture.cart
    let subscription = fixture.mediator.follow(OrderChanged.self) { _ in
      cart.withLock { $0 = CartContent(id: "empty", city: $0.city, lines: []) }
    }
    await #expect(throws: OrdersError.emptyCart) { try await fixture.harness.run("checkout --yes") }
    #expect(fixture.sent.withLock { $0.isEmpty })
    withExtendedLifetime(subscription) {}
  }

  @Test func `an order that was refused is placed again with the present prices of the cart`()
    async throws
  {
    let fixture = try await OrdersFixture([.placed, .placed, .issued], price: 165)
    fixture.result.withLock { $0 = .failed }
    await #expect(throws: OrdersError.self) { try await fixture.harness.run("checkout --yes") }
    #expect(try await fixture.mediator.perform(Orders.list) == [])
    fixture.result.withLock { $0 = .sent }
    let price = Money(165, try #require(Currency("EUR")))
    fixture.cart.withLock { cart in
      let line = CartLine(fare: "z2", name: "Ticket Z2", rider: nil, quantity: 2, price: price)
      cart = CartContent(id: cart.id, city: cart.city, lines: [line])
    }
    let order = try await fixture.harness.run("checkout --yes").decode(Order.self)
    #expect(order.state == .issued)
    let types = fixture.sent.withLock { $0.map(\.record.type) }
    #expect(types == ["PlaceOrder", "PlaceOrder", "PayOrder"])
  }

  @Test func `after a payment that was refused, only the person pays again`() async throws {
    let fixture = try await OrdersFixture([.placed, .issued])
    fixture.known.withLock { $0 = (try? [Order.sample(.placed)]) ?? [] }
    let count = Lock(0)
    fixture.beforeReply.withLock {
      $0 = { [result = fixture.result] in
        let isPayment = count.withLock { count in
          count += 1
          return count == 2
        }
        if isPayment { result.withLock { $0 = .failed } }
      }
    }
    #expect(try await fixture.harness.run("checkout --yes").decode(Order.self).state == .placed)
    fixture.result.withLock { $0 = .sent }
    await fixture.restore()
    #expect(fixture.sent.withLock { $0.map(\.record.type) } == ["PlaceOrder", "PayOrder"])
    _ = try await fixture.harness.run("orders pay 3f2a")
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.issued])
  }

  @Test func `an order that the person pays is paid later if the program ends before`() async throws
  {
    let fixture = try await OrdersFixture([.issued])
    try await fixture.restore(.sample(.placed))
    #expect(try await !fixture.store.isPaymentRequested(OrdersFixture.id))
    fixture.result.withLock { $0 = .waiting }
    _ = try await fixture.harness.run("orders pay 3f2a")
    #expect(try await fixture.store.isPaymentRequested(OrdersFixture.id))
  }

  @Test func `an order that waits is cancelled at the server, too, which has perhaps received it`()
    async throws
  {
    let fixture = try await OrdersFixture([.placed])
    fixture.result.withLock { $0 = .waiting }
    _ = try await fixture.harness.run("checkout --yes")
    _ = try await fixture.harness.run("orders cancel 3f2a")
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.cancelled])
    #expect(fixture.sent.withLock { $0.map(\.record.type) } == ["PlaceOrder", "CancelOrder"])
  }

  @Test func `an order that the server does not know is cancelled, whatever it answers`()
    async throws
  {
    let fixture = try await OrdersFixture([.placed])
    try await fixture.restore(.sample(.placed))
    fixture.known.withLock { $0 = [] }
    fixture.answers.withLock { $0["cancellation"] = "{}" }
    _ = try await fixture.harness.run("orders cancel 3f2a")
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.cancelled])
  }

  @Test func `an order that has waited ends when its message was refused`() async throws {
    let fixture = try await OrdersFixture([.placed])
    fixture.result.withLock { $0 = .waiting }
    _ = try await fixture.harness.run("checkout --yes")
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.waiting])
    let waiting = try #require(fixture.sent.withLock(\.first)).record
    let failed = MessageRecord(
      id: waiting.id, type: waiting.type, server: waiting.server, topic: waiting.topic,
      path: waiting.path, key: waiting.key, state: .failed, reason: "no such fare", attempts: 1,
      queuedAt: waiting.queuedAt)
    fixture.sent.withLock { $0 = [MessageOutcome(record: failed, reply: nil)] }
    fixture.mediator.publish(MessageFailed(record: failed))
    await fixture.mediator.drain()
    #expect(try await fixture.mediator.perform(Orders.list) == [])
    #expect(fixture.harness.published(OrderChanged.self).last?.order.reason == "no such fare")
  }

  @Test func `another price of a placed order is not paid before the person accepts it`()
    async throws
  {
    let fixture = try await OrdersFixture([.placed, .placed, .issued], price: 165)
    await #expect(throws: OrdersError.self) { try await fixture.harness.run("checkout --yes") }
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.priceChanged])
    #expect(fixture.sent.withLock { $0.map(\.record.path) } == ["orders/\(OrdersFixture.id)"])
    _ = try await fixture.harness.run("checkout --accept 3.30")
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.issued])
  }

  @Test(arguments: [OrderState.placed, .declined])
  func `a notification does not accept another price for the person`(state: OrderState)
    async throws
  {
    let fixture = try await OrdersFixture([.placed, .placed, .issued], price: 165)
    await #expect(throws: OrdersError.self) { try await fixture.harness.run("checkout --yes") }
    await fixture.mediator.drain()
    try await fixture.notify(Order.sample(state, price: 165))
    await #expect(throws: OrdersError.self) { try await fixture.harness.run("checkout --yes") }
    fixture.mediator.publish(SignedIn(name: "ana"))
    await fixture.mediator.drain()
    #expect(fixture.sent.withLock { $0.map(\.record.type) } == ["PlaceOrder"])
    _ = try await fixture.harness.run("checkout --accept 3.30")
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.issued])
  }

  @Test func `a late answer does not take back the prices that the person has accepted`()
    async throws
  {
    let fixture = try await OrdersFixture([.priceChanged, .placed, .issued], price: 165)
    await #expect(throws: OrdersError.self) { try await fixture.harness.run("checkout --yes") }
    let first = try #require(fixture.sent.withLock(\.first))
    let isRepeated = Lock(false)
    fixture.beforeReply.withLock {
      $0 = { [mediator = fixture.mediator] in
        // Only once: the follower of a later reply may wait until the checkout has ended.
        let isFirst = isRepeated.withLock { isRepeated in
          defer { isRepeated = true }
          return !isRepeated
        }
        guard isFirst else { return }
        mediator.publish(MessageSent(record: first.record, reply: first.reply ?? Data()))
        await mediator.drain()
      }
    }
    _ = try await fixture.harness.run("checkout --accept 3.30")
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.issued])
  }

  @Test(arguments: [false, true])
  func `after an unreadable answer to the payment, the server is asked`(
    isTooLong: Bool
  ) async throws {
    let fixture = try await OrdersFixture([.placed])
    fixture.answers.withLock { $0["payment"] = "{}" }
    if isTooLong { fixture.tooLong.withLock { _ = $0.insert("payment") } }
    #expect(try await fixture.harness.run("checkout --yes").decode(Order.self).state == .unknown)
    fixture.known.withLock { $0 = (try? [Order.sample(.placed)]) ?? [] }
    #expect(try await fixture.harness.run("checkout --yes").decode(Order.self).state == .unknown)
    // It is not paid again.
    #expect(fixture.sent.withLock(\.count) == 2)
    fixture.known.withLock { $0 = (try? [Order.sample(.issued)]) ?? [] }
    #expect(try await fixture.harness.run("orders").text.contains("issued"))
  }

  @Test func `an order that the person has not asked to pay is never paid by itself`() async throws
  {
    let fixture = try await OrdersFixture([.issued])
    fixture.known.withLock { $0 = (try? [Order.sample(.placed)]) ?? [] }
    fixture.mediator.publish(SignedIn(name: "ana"))
    await fixture.mediator.drain()
    try await fixture.notify(Order.sample(.placed))
    let record = MessageRecord(
      id: 1, type: "Other", server: "tickets", topic: "other", path: "other", key: "key",
      state: .failed, reason: nil, attempts: 1, queuedAt: Date(timeIntervalSince1970: 0))
    fixture.mediator.publish(MessageFailed(record: record))
    await fixture.mediator.drain()
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.placed])
    #expect(fixture.sent.withLock(\.count) == 0)
  }

  @Test func `one unreadable order does not prevent the restoration of the others`() async throws {
    let fixture = try await OrdersFixture([.placed])
    let order = String(decoding: try JSON.encode(try Order.sample(.issued)), as: UTF8.self)
    let negative = order.replacing("\"quantity\":2", with: "\"quantity\":-2")
    fixture.answers.withLock { $0["orders"] = "[{}, \(negative), \(order)]" }
    fixture.mediator.publish(SignedIn(name: "ana"))
    await fixture.mediator.drain()
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.issued])
  }

  @Test(arguments: ["", "{}", "invalid"])
  func `after an unreadable answer to an order that has waited, the server is asked`(
    text: String
  ) async throws {
    let fixture = try await OrdersFixture([.placed])
    let record = MessageRecord(
      id: 1, type: "PlaceOrder", server: "tickets", topic: "orders",
      path: "orders/\(OrdersFixture.id)", key: "key", state: .waiting, reason: nil, attempts: 1,
      queuedAt: Date(timeIntervalSince1970: 0))
    let isSent = Lock(false)
    try fixture.harness.stub(Messages.send) { _ in MessageOutcome(record: record, reply: nil) }
    try fixture.harness.stub(Messages.records) { _ in isSent.withLock { $0 } ? [] : [record] }
    _ = try await fixture.harness.run("checkout --yes")
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.waiting])
    isSent.withLock { $0 = true }
    fixture.known.withLock { $0 = (try? [Order.sample(.cancelled)]) ?? [] }
    let invalid = try JSON.encode(try Order.sample(.draft))
    let reply = text == "invalid" ? invalid : Data(text.utf8)
    fixture.mediator.publish(MessageSent(record: record, reply: reply))
    await fixture.mediator.drain()
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.cancelled])
  }

  @Test(
    arguments: [
      (.dropped, nil, .draft, "the message was dropped"), (.dropped, .issued, .issued, nil),
      (.unknown, nil, .draft, nil), (.unknown, .issued, .issued, nil),
    ] as [(MessageRecord.State, OrderState?, OrderState, String?)])
  func `the server is asked about an order whose message was dropped or has no result`(
    message: MessageRecord.State, known: OrderState?, state: OrderState, reason: String?
  ) async throws {
    let fixture = try await OrdersFixture([.placed])
    fixture.result.withLock { $0 = message }
    if let known { fixture.known.withLock { $0 = (try? [Order.sample(known)]) ?? [] } }
    let order = try await fixture.harness.run("checkout --yes").decode(Order.self)
    #expect(order.state == state && order.reason == reason)
  }

  @Test func `the server pushes the tickets of an order`() async throws {
    let fixture = try await OrdersFixture([.placed, .paid])
    fixture.known.withLock { $0 = [] }
    _ = try await fixture.harness.run("checkout --yes")
    func notify(_ method: String) async throws {
      let issued = try JSON.encode(try Order.sample(.issued))
      let payload = Data(#"{"method":"\#(method)","params":"#.utf8) + issued + Data("}".utf8)
      await fixture.harness.manager.didReceive(RemoteNotification(payload: payload))
    }
    try await notify("platform.closed")
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.paid])
    try await notify("order.changed")
    try await notify("order.changed")
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.issued])
    let issued = fixture.harness.published(OrderChanged.self).filter { $0.order.state == .issued }
    #expect(issued.count == 1)
  }
}
