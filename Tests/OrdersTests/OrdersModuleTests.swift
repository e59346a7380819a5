import AccountInterface
import CartInterface
import Console
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

@Suite(.timeLimit(.minutes(15))) struct OrdersModuleTests {
  @Test func `checkout shows the tickets, and what the server says about them`() async throws {
    let fixture = try await OrdersFixture([.placed, .issued])
    // The followers of the replies would publish some of the changes, perhaps later.
    fixture.publishesReplies.withLock { $0 = false }
    let answer = try await fixture.harness.run("checkout --yes", columns: 60)
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

  @Test(
    arguments: [
      ([:], false, ["Pay EUR 3.00 for 2 tickets? [y/N] "], 0),
      ([:], true, ["Pay EUR 3.00 for 2 tickets? [y/N] "], 2),
      (["yes": "true"], false, [], 2), (["accept": "3.00"], false, [], 2),
    ] as [(Parameters, Bool, [String], Int)])
  func `on a terminal, the person is asked before the order is paid`(
    parameters: Parameters, answer: Bool, questions: [String], messages: Int
  ) async throws {
    let fixture = try await OrdersFixture([.placed, .issued])
    let asked = Recorder<String>()
    let invocation = Invocation(
      parameters: parameters, mediator: fixture.mediator, progress: ProgressReporter { _, _ in },
      ask: { question in
        asked.record(question)
        return answer
      })
    if messages == 0 {
      await #expect(throws: OrdersError.notConfirmed) { try await Command.checkout.run(invocation) }
    } else {
      #expect(try await Command.checkout.run(invocation).failure == nil)
    }
    #expect(asked.values == questions)
    #expect(fixture.sent.withLock(\.count) == messages)
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
    #expect(OrdersView.sentence(order, in: .shell).description.hasSuffix("; \(shell)."))
    #expect(OrdersView.sentence(order, in: .browser).description.hasSuffix("; \(browser)."))
  }

  @Test func `orders are listed when the lock cannot be created, such as on a read-only disk`()
    async throws
  {
    let fixture = try await OrdersFixture([.placed, .declined])
    _ = try await fixture.harness.run("checkout --yes")
    let lock = fixture.harness.folder.appending(path: "checkout.lock")
    try FileManager.default.removeItem(at: lock)
    try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: true)
    #expect(try await fixture.harness.run("orders").text.contains("declined"))
  }

  @Test func `a declined payment is a failure, and JSON has the order`() async throws {
    let fixture = try await OrdersFixture([.placed, .declined])
    let answer = try await fixture.harness.run("checkout --yes")
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

  @Test func `accepted prices are those of the cart, too`() async throws {
    let fixture = try await OrdersFixture([.priceChanged, .placed, .issued], price: 165)
    await #expect(throws: OrdersError.self) { try await fixture.harness.run("checkout --yes") }
    _ = try await fixture.harness.run("checkout --accept \"EUR 3.30\"")
    #expect(fixture.cart.withLock { $0.total?.amount } == 330)
  }

  @Test func `paying an order that is paid already is no error, and sends nothing`() async throws {
    let fixture = try await OrdersFixture([.placed, .paid])
    _ = try await fixture.harness.run("checkout --yes")
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
    _ = try await fixture.harness.run("checkout --yes")
    await #expect(throws: error) { try await fixture.harness.run(line) }
  }

  @Test func `the list of orders is an example that runs`() async throws {
    let fixture = try await OrdersFixture([.placed, .issued])
    // The others need an order in another state.
    let runnable = ["checkout --yes", "orders", "orders --json"]
    await fixture.harness.checkExamples { !runnable.contains($0) }
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
