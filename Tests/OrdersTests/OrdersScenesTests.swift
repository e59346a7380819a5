import AccountInterface
import CartInterface
import Console
import Mediator
import ModuleTesting
import OrdersInterface
import Platform
import Scenes
import Testing

@testable import Orders

@MainActor @Suite(.timeLimit(.minutes(15)))
struct OrdersScenesTests {
  private func scene(
    _ fixture: OrdersFixture, for request: CheckoutRequest? = nil
  ) async throws -> SceneTester {
    let description = try #require(OrdersModule.scenes.first)
    let scene =
      if let request {
        try #require(try description.makeScene(for: request, fixture.mediator))
      } else {
        try description.makeScene(fixture.mediator)
      }
    return await SceneTester(scene)
  }

  @Test func `a long notice has several lines`() {
    let text = Page(columns: 20)
      .text(of: OrdersView.notice.document(of: ["test money, no real ticket"]))
    #expect(text == "Test money, no real\nticket.")
  }

  @Test func `an order opens with its tickets`() async throws {
    let fixture = try await OrdersFixture([.placed, .issued])
    _ = try await fixture.harness.run("checkout --yes")
    let tester = try await scene(fixture)
    #expect(
      tester.text(columns: 50) == """
        order     tickets     total  state
        3f2a91c0        2  EUR 3.00  issued

        Test money, no real ticket.
        """)
    #expect((try await fixture.harness.run("orders", columns: 50)).text == tester.text(columns: 50))
    try await tester.choose("1")
    #expect(tester.text(columns: 50).contains("TEST-2"))
    #expect(tester.text(columns: 50).contains("Test money, no real ticket."))
  }

  @Test func `a declined order is paid by a key, which asks about the amount`() async throws {
    let fixture = try await OrdersFixture([.placed, .declined, .issued])
    _ = try await fixture.harness.run("checkout --yes")
    let tester = try await scene(fixture)
    #expect(try await tester.press("p", on: "1") == "Order 3f2a91c0 is paid (EUR 3.00).")
    #expect(tester.questions == ["Pay EUR 3.00?"])
    try await wait { tester.text().contains("issued") }
  }

  @Test func `an order that is not paid is cancelled by a key, which asks first`() async throws {
    let fixture = try await OrdersFixture([.placed, .declined, .cancelled])
    _ = try await fixture.harness.run("checkout --yes")
    let tester = try await scene(fixture)
    #expect(try await tester.press("d", on: "1") == "Order 3f2a91c0 is cancelled.")
    #expect(tester.questions == ["Cancel the order?"])
    try await wait { tester.text().contains("cancelled") }
  }

  @Test func `a changed price is accepted in a row`() async throws {
    let fixture = try await OrdersFixture([.priceChanged, .placed, .issued], price: 165)
    let tester = try await scene(fixture, for: CheckoutRequest())
    #expect(tester.text().contains("Order and pay EUR 3.00"))
    // Before anything is ordered.
    #expect(tester.text().contains("Test money, no real ticket."))
    try await tester.choose("2")
    try await wait { tester.text().contains("Accept the new price EUR 3.30 (was EUR 3.00)") }
    try await tester.choose("2")
    try await wait { tester.text().contains("TEST-2") }
  }

  @Test func `a person who is not signed in is asked to sign in`() async throws {
    let fixture = try await OrdersFixture([.placed])
    fixture.session.withLock { $0 = .expired }
    let tester = try await scene(fixture, for: CheckoutRequest())
    #expect(tester.text().contains("Sign in again as ana"))
    try await tester.choose("2")
    #expect(tester.opened.map { $0 is SignInRequest } == [true])
  }

  @Test func `open lists show the orders that a sign-in restores`() async throws {
    let fixture = try await OrdersFixture([.placed])
    fixture.known.withLock { $0 = (try? [Order.sample(.paid)]) ?? [] }
    let orders = try await scene(fixture)
    let checkout = try await scene(fixture, for: CheckoutRequest())
    fixture.mediator.publish(SignedIn(name: "ana"))
    await fixture.mediator.drain()
    #expect(orders.text().contains("paid"))
    // The tickets are issued while both are open.
    fixture.known.withLock { $0 = (try? [Order.sample(.issued)]) ?? [] }
    _ = try await fixture.mediator.perform(Orders.refresh)
    await fixture.mediator.drain()
    #expect(orders.text().contains("issued"))
    withExtendedLifetime(checkout) {}
  }

  @Test func `a list of orders asks nobody`() async throws {
    let fixture = try await OrdersFixture([.placed, .paid])
    _ = try await fixture.harness.run("checkout --yes")
    fixture.known.withLock { $0 = (try? [Order.sample(.issued)]) ?? [] }
    #expect(try await fixture.mediator.perform(Orders.list).map(\.state) == [.paid])
    let tester = try await scene(fixture)
    try await wait { tester.text().contains("issued") }
  }

  @Test func `an empty cart has no next step`() async throws {
    let fixture = try await OrdersFixture([.placed])
    fixture.cart.withLock { $0 = CartContent(id: $0.id, city: nil, lines: []) }
    let tester = try await scene(fixture, for: CheckoutRequest())
    #expect(tester.text() == "The cart is empty.")
  }
}
