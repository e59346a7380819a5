import AccountInterface
import CartInterface
import Foundation
import Mediator
import MessagesInterface
import ModuleManager
import ModuleTesting
import OrdersInterface
import TestSupport
import Testing
import TicketOffice

/// What goes wrong at the server or on the way to it: one order is placed and paid once.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct FaultTests {
  @Test(arguments: [
    ("", [OrderState.issued]), ("orders.401:1", [.issued]), ("payment.401:1", [.issued]),
    ("orders.drop:1", [.waiting, .issued]), ("orders.500:1", [.waiting, .issued]),
    ("orders.drop:2", [.waiting, .waiting, .issued]), ("payment.drop:1", [.issued]),
    ("payment.500:1", [.issued]), ("payment.500:2", [.unknown, .issued]),
    ("payment.drop:1,order.drop:1", [.issued]),
    ("payment.declined:1", [.declined, .issued]),
    ("payment.late:1", [.issued]),
  ])
  func `each fault ends with one order, paid once`(
    faults: String, states: [OrderState]
  ) async throws {
    let office = try TicketOffice.start(faults: faults)
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    for state in states {
      let order = try await fixture.checkout()
      #expect(order.state == state, "\(order.reason ?? "")")
      if state == .issued { #expect(order.notice == "test money, no real ticket") }
    }
    #expect(try await fixture.orders.map(\.state) == [.issued])
    #expect(try await fixture.orders.first?.tickets.count == 2)
    let messages = try await fixture.mediator.perform(Messages.list)
    #expect(messages.allSatisfy { $0.state == .sent || $0.state == .dropped })
    // A declined payment is not charged.
    #expect(try await office.counts == [1, 1, 2])
    await fixture.stop()
  }

  @Test @MainActor func `notifications that arrive twice change an order once`() async throws {
    let office = try TicketOffice.start(faults: "duplicate,payment.late:1")
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    let issued = Recorder<OrdersInterface.Order>()
    let subscription = fixture.mediator.follow(OrderChanged.self) { changed in
      if changed.order.state == .issued { issued.record(changed.order) }
    }
    let notifications = try await fixture.mediator.perform(Messages.notifications)
    try await wait { office.subscriberNames == ["ana"] }
    _ = try await fixture.checkout()
    var count = 0
    // It is placed, paid and issued.
    for await notification in notifications {
      await fixture.manager.didReceive(notification)
      count += 1
      if count == 6 { break }
    }
    await fixture.mediator.drain()
    #expect(issued.values.count == 1)
    #expect(try await fixture.orders.map(\.state) == [.issued])
    #expect(try await office.counts == [1, 1, 2])
    withExtendedLifetime(subscription) {}
    await fixture.stop()
  }

  @Test func `a payment without a result is unknown until the server says it`() async throws {
    let office = try TicketOffice.start(faults: "payment.drop:1,order.500")
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    #expect(try await fixture.checkout().state == .unknown)
    #expect(try await fixture.checkout().state == .unknown)
    try office.setFaults("")
    #expect(try await fixture.orders.map(\.state) == [.issued])
    #expect(try await office.counts == [1, 1, 2])
    await fixture.stop()
  }

  @Test func `an order whose answer cannot be read says so, and the next checkout asks again`()
    async throws
  {
    let office = try TicketOffice.start(faults: "orders.garbage,order.garbage")
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    for _ in 1...2 {
      let order = try await fixture.checkout()
      #expect(order.state == .waiting && order.reason == "the answer to the order cannot be read")
      #expect(
        try await fixture.orders.map(\.reason) == ["the answer to the order cannot be read"])
    }
    try office.setFaults("")
    #expect(try await fixture.checkout().state == .issued)
    #expect(try await office.counts == [1, 1, 2])
    await fixture.stop()
  }

  @Test func `an answer that cannot be read is no reason to wait if the server can be asked`()
    async throws
  {
    let office = try TicketOffice.start(faults: "orders.garbage:1,payment.garbage:1")
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    #expect(try await fixture.checkout().state == .issued)
    #expect(try await office.counts == [1, 1, 2])
    await fixture.stop()
  }

  /// The limit is that of the messages, 30 s.
  @Test(.enabled(if: TestOptions.isThorough))
  func `an answer that is too late leaves one order, paid once`() async throws {
    let office = try TicketOffice.start(faults: "orders.slow:1,payment.slow:1")
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    #expect(try await fixture.checkout().state == .waiting)
    #expect(try await fixture.checkout().state == .issued)
    #expect(try await office.counts == [1, 1, 2])
    await fixture.stop()
  }

  @Test func `a changed price is asked, and nothing is placed before`() async throws {
    let office = try TicketOffice.start(faults: "orders.price:1")
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    let reasons = [
      nil: "the price is now EUR 3.30, expected EUR 3.00",
      "3.00": "'3.00' is not the total, which is EUR 3.30",
      "abc": "'abc' is not the total, which is EUR 3.30",
    ]
    for accepted in [nil, "3.00", "abc", nil] {
      let error = await #expect(throws: OrdersError.self) {
        try await fixture.checkout(accept: accepted)
      }
      let reason = try #require(reasons[accepted])
      #expect(error?.description == "\(reason); accept 3.30 in 'checkout' to order for it")
      #expect(try await fixture.orders.map(\.state) == [.priceChanged])
    }
    let order = try await fixture.checkout(accept: "3.30")
    #expect(order.state == .issued && "\(order.total)" == "EUR 3.30")
    #expect(try await office.counts == [1, 1, 2])
    await fixture.stop()
  }

  @Test func `a declined payment keeps the cart`() async throws {
    let office = try TicketOffice.start(faults: "payment.declined:1")
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    let order = try await fixture.checkout()
    #expect(order.state == .declined && order.reason == "the bank has declined the payment")
    let content = try await fixture.mediator.perform(Cart.list)
    #expect(content.ticketCount == 2 && content.id == order.id)
    let paid = try await fixture.mediator.perform(
      Orders.pay, OrderReference(id: String(order.id.prefix(8))))
    #expect(paid.state == .issued)
    await fixture.stop()
  }

  @Test func `offline, an order waits, and is sent and paid by the outbox`() async throws {
    let folder = TemporaryFolder()
    let (first, port) = try TicketOffice.startOnFixedPort(in: folder.url)
    let fixture = try await CheckoutFixture(first.url)
    try await fixture.prepare()
    first.stop()
    let order = try await fixture.checkout()
    #expect(order.state == .waiting)
    #expect(order.reason?.hasPrefix("it waits for the network") == true)
    // Listing is no error, and sends nothing.
    #expect(try await fixture.orders.map(\.state) == [.waiting])
    #expect(try await fixture.waitingMessages == 1)
    let second = try TicketOffice.start(port: port, folder: folder.url)
    _ = try await fixture.mediator.perform(Messages.retry, MessageSelection())
    await fixture.mediator.drain()
    #expect(try await fixture.orders.map(\.state) == [.issued])
    #expect(try await second.counts == [1, 1, 2])
    await fixture.stop()
    second.stop()
  }

  @Test func `when the session is over, one sign-in lets all go on`() async throws {
    let office = try TicketOffice.start(faults: "orders.401:1,renewal.401:1")
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    let order = try await fixture.checkout()
    #expect(order.state == .waiting)
    #expect(order.reason?.contains("sign in again") == true)
    await #expect(throws: AccountError.sessionOver("ana")) { try await fixture.checkout() }
    try await fixture.signIn()
    #expect(try await fixture.orders.map(\.state) == [.issued])
    #expect(try await office.counts == [1, 1, 2])
    await fixture.stop()
  }
}
