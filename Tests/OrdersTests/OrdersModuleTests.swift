import AccountInterface
import CartInterface
import DataSourceInterface
import FaresInterface
import Foundation
import Mediator
import MessagesInterface
import ModuleManager
import ModuleTesting
import OrdersInterface
import Testing

@testable import Orders

@Suite(.timeLimit(.minutes(15))) struct OrdersModuleTests {
  @Test func `checkout shows the tickets, and what the server says about them`() async throws {
    let fixture = try await OrdersFixture([.placed, .issued])
    // The followers of the replies would publish some of the changes, perhaps later.
    fixture.publishesReplies.withLock { $0 = false }
    let answer = try await fixture.harness.run("checkout", columns: 60)
    #expect(
      answer.text == """
        Order 3f2a91c0 is paid (EUR 3.00).
        ticket     rider  code
        Ticket Z2         TEST-1
        Ticket Z2         TEST-2
        Test money, no real ticket.
        """)
    #expect(answer.failure == nil)
    let states = fixture.harness.published(OrderChanged.self).map(\.order.state)
    #expect(states == [.waiting, .placed, .paying, .issued])
  }

  @Test(arguments: [
    (OrderState.placed, "'orders pay 3f2a91c0' pays it", "p in 'Orders' pays it"),
    (.declined, "'orders pay 3f2a91c0' tries again", "p in 'Orders' tries again"),
    (.unknown, "'checkout' asks again", "the checkout asks again"),
  ])
  func `the shell reads commands, and the browser keys`(
    state: OrderState, shell: String, browser: String
  ) throws {
    let order = try Order.sample(state)
    #expect(OrdersView.sentence(order, in: .shell).hasSuffix("; \(shell)."))
    #expect(OrdersView.sentence(order, in: .browser).hasSuffix("; \(browser)."))
  }

  @Test func `orders are listed when the lock cannot be created, such as on a read-only disk`()
    async throws
  {
    let fixture = try await OrdersFixture([.placed, .declined])
    _ = try await fixture.harness.run("checkout")
    let lock = fixture.harness.folder.appending(path: "checkout.lock")
    try FileManager.default.removeItem(at: lock)
    try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: true)
    #expect(try await fixture.harness.run("orders").text.contains("declined"))
  }

  @Test func `a declined payment is a failure, and JSON has the order`() async throws {
    let fixture = try await OrdersFixture([.placed, .declined])
    let answer = try await fixture.harness.run("checkout")
    #expect(answer.failure == .failed)
    #expect(try answer.decode(Order.self).state == .declined)
    #expect(try await fixture.harness.run("orders").text.contains("declined"))
  }

  @Test(arguments: ["abc", "1", "-5", "", "EUR 99", "USD 3.00"])
  func `nothing is ordered for a total that is not that of the cart`(total: String) async throws {
    let fixture = try await OrdersFixture([.placed, .issued])
    await #expect(throws: OrdersError.self) {
      try await fixture.harness.run("checkout --accept \"\(total)\"")
    }
    #expect(fixture.sent.withLock { $0.isEmpty })
  }

  @Test func `an order that has not ended is not paid for a total that is not its own`()
    async throws
  {
    let fixture = try await OrdersFixture([.issued])
    try await fixture.restore(.sample(.placed))
    let city = fixture.cart.withLock(\.city)
    fixture.cart.withLock { $0 = CartContent(id: "empty", city: city, lines: []) }
    let retries = Recorder<Int?>()
    try fixture.harness.stub(Messages.retry) { selection in
      retries.record(selection.id)
      return []
    }
    await #expect(throws: OrdersError.self) {
      try await fixture.harness.run("checkout --accept 2.99")
    }
    #expect(fixture.sent.withLock { $0.isEmpty })
    _ = try await fixture.harness.run("checkout --accept 3.00")
    // The messages about it that wait are sent before.
    #expect(retries.values == [nil])
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.issued])
  }

  @Test func `a checkout first publishes what a killed program has stored and not published`()
    async throws
  {
    let fixture = try await OrdersFixture([.placed, .issued])
    let (store, issued) = (fixture.store, try Order.sample(.issued).other)
    try await store.save(issued)
    _ = try await fixture.harness.run("checkout")
    #expect(fixture.harness.published(OrderChanged.self).first?.order == issued)
    #expect(try await store.unpublished == [])
  }

  @Test func `tickets that an earlier order turns out to have bought are not ordered again`()
    async throws
  {
    let fixture = try await OrdersFixture([.placed, .issued])
    let unknown = try Order.sample(.unknown).other
    try await fixture.store.save(unknown)
    try await fixture.store.didPublish(unknown)
    fixture.known.withLock { $0 = (try? [Order.sample(.issued).other]) ?? [] }
    let cart = fixture.cart
    let subscription = fixture.mediator.follow(OrderChanged.self) { _ in
      cart.withLock { $0 = CartContent(id: "empty", city: $0.city, lines: []) }
    }
    await #expect(throws: OrdersError.emptyCart) { try await fixture.harness.run("checkout") }
    #expect(fixture.sent.withLock { $0.isEmpty })
    withExtendedLifetime(subscription) {}
  }

  @Test func `an order that was refused is placed again with the present prices of the cart`()
    async throws
  {
    let fixture = try await OrdersFixture([.placed, .placed, .issued], price: 165)
    fixture.result.withLock { $0 = .failed }
    await #expect(throws: OrdersError.self) { try await fixture.harness.run("checkout") }
    #expect(try await fixture.mediator.perform(Orders.list) == [])
    fixture.result.withLock { $0 = .sent }
    let price = Money(165, try #require(Currency("EUR")))
    fixture.cart.withLock { cart in
      let line = CartLine(fare: "z2", name: "Ticket Z2", rider: nil, quantity: 2, price: price)
      cart = CartContent(id: cart.id, city: cart.city, lines: [line])
    }
    let order = try await fixture.harness.run("checkout").decode(Order.self)
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
    #expect(try await fixture.harness.run("checkout").decode(Order.self).state == .placed)
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

  @Test(arguments: ["pay", "cancel", "complain"])
  func `an id that is empty, or with which several orders begin, names none of them`(
    command: String
  ) async throws {
    let fixture = try await OrdersFixture([.issued])
    let placed = try Order.sample(.placed)
    let text = command == "complain" ? " late" : ""
    await fixture.restore(placed)
    await #expect(throws: OrdersError.noSuchOrder("", nearest: nil)) {
      try await fixture.harness.run("orders \(command) \"\"\(text)")
    }
    await fixture.restore(placed, placed.other)
    let error = OrdersError.ambiguous("3f2a", ids: [OrdersFixture.id, OrdersFixture.otherID])
    await #expect(throws: error) {
      try await fixture.harness.run("orders \(command) 3f2a\(text)")
    }
    #expect(fixture.sent.withLock { $0.isEmpty })
  }

  @Test func `an order that waits is cancelled at the server, too, which has perhaps received it`()
    async throws
  {
    let fixture = try await OrdersFixture([.placed])
    fixture.result.withLock { $0 = .waiting }
    _ = try await fixture.harness.run("checkout")
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
    _ = try await fixture.harness.run("checkout")
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.waiting])
    let waiting = try #require(fixture.sent.withLock(\.first)).record
    let failed = MessageRecord(
      id: waiting.id, type: waiting.type, service: waiting.service, topic: waiting.topic,
      path: waiting.path, key: waiting.key, state: .failed, reason: "no such fare", attempts: 1,
      queuedAt: waiting.queuedAt)
    fixture.sent.withLock { $0 = [MessageOutcome(record: failed, reply: nil)] }
    fixture.mediator.publish(MessageFailed(record: failed))
    await fixture.mediator.drain()
    #expect(try await fixture.mediator.perform(Orders.list) == [])
    #expect(fixture.harness.published(OrderChanged.self).last?.order.reason == "no such fare")
  }

  @Test func `accepted prices are those of the cart, too`() async throws {
    let fixture = try await OrdersFixture([.priceChanged, .placed, .issued], price: 165)
    await #expect(throws: OrdersError.self) { try await fixture.harness.run("checkout") }
    _ = try await fixture.harness.run("checkout --accept \"EUR 3.30\"")
    #expect(fixture.cart.withLock { $0.total?.amount } == 330)
  }

  @Test func `another price of a placed order is not paid before the person accepts it`()
    async throws
  {
    let fixture = try await OrdersFixture([.placed, .placed, .issued], price: 165)
    await #expect(throws: OrdersError.self) { try await fixture.harness.run("checkout") }
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
    await #expect(throws: OrdersError.self) { try await fixture.harness.run("checkout") }
    await fixture.mediator.drain()
    try await fixture.notify(Order.sample(state, price: 165))
    await #expect(throws: OrdersError.self) { try await fixture.harness.run("checkout") }
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
    await #expect(throws: OrdersError.self) { try await fixture.harness.run("checkout") }
    let first = try #require(fixture.sent.withLock(\.first))
    fixture.beforeReply.withLock {
      $0 = { [mediator = fixture.mediator] in
        mediator.publish(MessageSent(record: first.record, reply: first.reply ?? Data()))
        await mediator.drain()
      }
    }
    _ = try await fixture.harness.run("checkout --accept 3.30")
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.issued])
  }

  @Test(arguments: ["{}", ""])
  func `after an unreadable answer to the payment, the server is asked`(answer: String) async throws
  {
    let fixture = try await OrdersFixture([.placed])
    fixture.answers.withLock { $0["payment"] = answer }
    #expect(try await fixture.harness.run("checkout").decode(Order.self).state == .unknown)
    fixture.known.withLock { $0 = (try? [Order.sample(.placed)]) ?? [] }
    #expect(try await fixture.harness.run("checkout").decode(Order.self).state == .unknown)
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
      id: 1, type: "Other", service: "tickets", topic: "other", path: "other", key: "key",
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
      id: 1, type: "PlaceOrder", service: "tickets", topic: "orders",
      path: "orders/\(OrdersFixture.id)", key: "key", state: .waiting, reason: nil, attempts: 1,
      queuedAt: Date(timeIntervalSince1970: 0))
    let isSent = Lock(false)
    try fixture.harness.stub(Messages.send) { _ in MessageOutcome(record: record, reply: nil) }
    try fixture.harness.stub(Messages.list) { _ in isSent.withLock { $0 } ? [] : [record] }
    _ = try await fixture.harness.run("checkout")
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
    let order = try await fixture.harness.run("checkout").decode(Order.self)
    #expect(order.state == state && order.reason == reason)
  }

  @Test func `the server pushes the tickets of an order`() async throws {
    let fixture = try await OrdersFixture([.placed, .paid])
    fixture.known.withLock { $0 = [] }
    _ = try await fixture.harness.run("checkout")
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

  @Test func `paying an order that is paid already is no error, and sends nothing`() async throws {
    let fixture = try await OrdersFixture([.placed, .paid])
    _ = try await fixture.harness.run("checkout")
    #expect(try await fixture.harness.run("orders pay 3f2a").decode(Order.self).state == .paid)
    #expect(fixture.sent.withLock(\.count) == 2)
  }

  @Test(
    arguments: [
      ("orders pay 9999", .noSuchOrder("9999", nearest: nil)),
      ("orders pay 3f2a91c1", .noSuchOrder("3f2a91c1", nearest: "3f2a91c0")),
      ("orders pay 3f2a", .notPayable("3f2a91c0", .issued)),
      ("orders cancel 3F2A91C0", .notCancellable("3f2a91c0", .issued)),
      ("orders complain 3f2a \" \"", .badText(count: 0)),
    ] as [(String, OrdersError)])
  func `what cannot be done says why`(line: String, error: OrdersError) async throws {
    let fixture = try await OrdersFixture([.placed, .issued])
    _ = try await fixture.harness.run("checkout")
    await #expect(throws: error) { try await fixture.harness.run(line) }
  }

  @Test func `the list of orders is an example that runs`() async throws {
    let fixture = try await OrdersFixture([.placed, .issued])
    // The others need an order in another state.
    await fixture.harness.checkExamples { !["checkout", "orders", "orders --json"].contains($0) }
  }

  @Test(
    arguments: [
      (.orderIsOpen("3f2a", .placed), "'3f2a' is not paid yet; pay or cancel it in 'orders' first"),
      (
        .orderIsOpen("3f2a", .waiting),
        "'3f2a' has not ended (waiting); retry what waits in 'messages', or look it up in 'orders'"
      ),
    ] as [(OrdersError, String)])
  func `an error names what the shell and the browser both have`(error: OrdersError, text: String) {
    #expect("\(error)" == "the order \(text)")
  }
}
