import AccountInterface
import CartInterface
import Foundation
import Mediator
import MessagesInterface
import ModuleTesting
import NetworkInterface
import OrdersInterface
import TestSupport
import Testing
import TicketOffice

@Suite(.highPriority, .timeLimit(.minutes(15))) struct CheckoutTests {
  private let office: TicketOffice

  init() throws {
    office = try TicketOffice.start()
  }

  @Test func `checkouts at the same time are one order`() async throws {
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    let other = try await CheckoutFixture(office.url, folder: fixture.folder)
    await withTaskGroup { group in
      for number in 0..<8 {
        // The cart is empty for those that come after the end of the order.
        group.addTask { _ = try? await (number % 2 == 0 ? fixture : other).checkout() }
      }
    }
    #expect(try await fixture.orders.map(\.state) == [.issued])
    #expect(try await office.counts == [1, 1, 2])
    for fixture in [fixture, other] { await fixture.stop() }
  }

  @Test func `without a person or tickets, nothing is ordered`() async throws {
    let fixture = try await CheckoutFixture(office.url)
    await #expect(throws: OrdersError.emptyCart) { try await fixture.checkout() }
    try await fixture.add("z2")
    await #expect(throws: AccountError.notSignedIn) { try await fixture.checkout() }
    let without = try await CheckoutFixture("")
    try await without.add("z2")
    let error = await #expect(throws: AccountError.self) { try await without.checkout() }
    #expect(error?.description.hasSuffix("/config.json' to its address") == true)
    #expect(try await office.statistics.isEmpty)
    for fixture in [fixture, without] { await fixture.stop() }
  }

  @Test func `signing out removes the orders and what waits, signing in restores them`()
    async throws
  {
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    let bought = try await fixture.checkout()
    try await fixture.add("z3")
    try office.setFaults("orders.500")
    _ = try? await fixture.checkout()
    #expect(try await fixture.waitingMessages == 1)
    _ = try await fixture.mediator.perform(Account.signOut)
    await fixture.mediator.drain()
    #expect(try await fixture.orders == [])
    #expect(try await fixture.waitingMessages == 0)
    try office.setFaults("")
    try await fixture.signIn("rui")
    #expect(try await fixture.orders == [])
    try await fixture.signIn("ana")
    #expect(try await fixture.orders.map(\.id) == [bought.id])
    #expect(try await fixture.orders.first?.tickets == bought.tickets)
    await fixture.stop()
  }

  @Test func `each sign-out ends the session at the server`() async throws {
    let fixture = try await CheckoutFixture(office.url)
    for name in ["ana", "rui"] {
      try await fixture.signIn(name)
      let token = try await fixture.mediator.perform(Account.token, TokenRequest())
      _ = try await fixture.mediator.perform(Account.signOut)
      let request = FetchRequest(
        url: "\(office.url)/orders", headers: ["Authorization": "Bearer \(token)"])
      await #expect(throws: NetworkError.self, "\(name)") {
        try await fixture.mediator.perform(Network.fetch, request)
      }
    }
    await fixture.stop()
  }

  @Test func `a damaged session removes no orders`() async throws {
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    let bought = try await fixture.checkout()
    try Data().write(to: fixture.folder.appending(path: "account/session.json"))
    await #expect(throws: AccountError.self) { try await fixture.orders }
    let cleared = Recorder<OrdersCleared>()
    let subscription = fixture.mediator.follow(OrdersCleared.self) { cleared.record($0) }
    try await fixture.signIn()
    #expect(try await fixture.orders.map(\.id) == [bought.id])
    #expect(cleared.values == [])
    withExtendedLifetime(subscription) {}
    await fixture.stop()
  }

  @Test func `an order that is not paid is cancelled, an issued one is not`() async throws {
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    try office.setFaults("payment.declined:1")
    let declined = try await fixture.checkout()
    let cancelled = try await fixture.mediator.perform(
      Orders.cancel, OrderReference(id: declined.id))
    #expect(cancelled.state == .cancelled)
    await #expect(throws: OrdersError.self) {
      try await fixture.mediator.perform(Orders.cancel, OrderReference(id: declined.id))
    }
    // The cart can be ordered again.
    let issued = try await fixture.checkout()
    #expect(issued.state == .issued && issued.id != declined.id)
    #expect(issued.lines == declined.lines)
    #expect(try await fixture.mediator.perform(Cart.list).lines == [])
    await #expect(throws: OrdersError.notCancellable(String(issued.id.prefix(8)), .issued)) {
      try await fixture.mediator.perform(Orders.cancel, OrderReference(id: issued.id))
    }
    await fixture.stop()
  }

  @Test func `a declined order is cancelled when its tickets are ordered together with others`()
    async throws
  {
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    try office.setFaults("payment.declined:1")
    let declined = try await fixture.checkout()
    try await fixture.add("z3")
    let issued = try await fixture.checkout()
    #expect(issued.state == .issued && issued.lines.count == declined.lines.count + 1)
    #expect(Set(try await fixture.orders.map(\.state)) == [.issued, .cancelled])
    await #expect(throws: OrdersError.notPayable(String(declined.id.prefix(8)), .cancelled)) {
      try await fixture.mediator.perform(Orders.pay, OrderReference(id: declined.id))
    }
    await fixture.stop()
  }

  @Test func `an order that waits is cancelled, and not sent later`() async throws {
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    try office.setFaults("orders.500:1")
    let waiting = try await fixture.checkout()
    #expect(waiting.state == .waiting)
    let cancelled = try await fixture.mediator.perform(
      Orders.cancel, OrderReference(id: waiting.id))
    #expect(cancelled.state == .cancelled)
    _ = try await fixture.mediator.perform(Messages.retry, MessageSelection())
    #expect(try await office.statistics.isEmpty)
    await fixture.stop()
  }

  @Test func `a dropped payment is not followed by another one, and can be cancelled`()
    async throws
  {
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    try office.setFaults("payment.500:2")
    #expect(try await fixture.checkout().state == .unknown)
    let payment = try await fixture.mediator.perform(Messages.list).last { $0.state == .unknown }
    _ = try await fixture.mediator.perform(Messages.drop, MessageSelection(id: payment?.id))
    await fixture.mediator.drain()
    let order = try await fixture.checkout()
    #expect(order.state == .unknown)
    let reference = OrderReference(id: order.id)
    #expect(try await fixture.mediator.perform(Orders.pay, reference).state == .unknown)
    #expect(try await office.counts == [1, 0, 0])
    #expect(try await fixture.mediator.perform(Orders.cancel, reference).state == .cancelled)
    await fixture.stop()
  }

  @Test func `another cart is not ordered while an order is open`() async throws {
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    try office.setFaults("orders.500:2")
    let waiting = try await fixture.checkout()
    try await fixture.add("z3")
    await #expect(throws: OrdersError.orderIsOpen(String(waiting.id.prefix(8)), .waiting)) {
      try await fixture.checkout()
    }
    await fixture.stop()
  }

  @Test func `a complaint gets a number`() async throws {
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    let order = try await fixture.checkout()
    let receipt = try await fixture.mediator.perform(
      Orders.complain, Complaint(id: order.id, text: "The train was late"))
    #expect(receipt.order == order.id && receipt.number != nil)
    #expect(receipt.notice == "test money, no real ticket")
    await #expect(throws: OrdersError.badText(count: 0)) {
      try await fixture.mediator.perform(Orders.complain, Complaint(id: order.id, text: " "))
    }
    await fixture.stop()
  }

  @Test func `an order that was not paid in time cannot be paid`() async throws {
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.prepare()
    try office.setFaults("payment.declined:1")
    let order = try await fixture.checkout()
    try await office.expire(order.id)
    let expired = try await fixture.mediator.perform(Orders.pay, OrderReference(id: order.id))
    #expect(expired.state == .expired)
    await fixture.stop()
  }

  @Test func `after kill -9, a second checkout goes on with the same order`() async throws {
    var random = SplitMix64(seed: 23)
    for _ in 0..<(TestOptions.isThorough ? 200 : 6) {
      let office = try TicketOffice.start()
      let fixture = try await CheckoutFixture(office.url)
      try await fixture.prepare()
      let (url, path) = (office.url, fixture.folder.path)
      for _ in 0..<2 {
        let delay = UInt32.random(in: 0...60_000, using: &random)
        _ = await #expect(processExitsWith: .failure) {
          [url = url as String, path = path as String, delay = delay as UInt32] in
          let fixture = try await CheckoutFixture(url, folder: URL(filePath: path))
          _ = try await fixture.mediator.perform(Cart.list)
          Thread.detachNewThread {
            usleep(delay)
            kill(getpid(), SIGKILL)
          }
          _ = try? await fixture.checkout()
          kill(getpid(), SIGKILL)
        }
      }
      // Carts that were emptied before the kill have no order to go on with.
      for _ in 0..<3 { _ = try? await fixture.checkout() }
      #expect(try await fixture.orders.map(\.state) == [.issued])
      #expect(try await office.counts == [1, 1, 2])
      await fixture.stop()
      office.stop()
    }
  }
}
