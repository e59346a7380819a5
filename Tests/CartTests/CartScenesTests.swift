import CartInterface
import Mediator
import ModuleTesting
import OrdersInterface
import Scenes
import Testing

@testable import Cart

@MainActor @Suite(.timeLimit(.minutes(15)))
struct CartScenesTests {
  private let fixture: CartFixture
  private let tester: SceneTester

  init() async throws {
    fixture = try await CartFixture()
    try await fixture.add("Z2")
    try await fixture.add("Z3", 2)
    let scene = try #require(CartModule.scenes.first).makeScene(fixture.mediator)
    tester = await SceneTester(scene)
  }

  private var rows: [String] { tester.scene.items(as: CartLine.self).map(\.text) }

  @Test func `the scene shows the lines and the total`() {
    #expect(
      tester.text(columns: 50) == """
        tickets  fare     price     total
              1  Z2    EUR 1.40  EUR 1.40
              2  Z3    EUR 1.80  EUR 3.60

        3 tickets, EUR 5.00

        Sample prices.
        """)
  }

  @Test func `plus and minus change a line, and a line without tickets stays in its place`()
    async throws
  {
    #expect(try await tester.press("-", on: "1") == nil)
    try await wait { rows == ["0 Z2 EUR 1.40", "2 Z3 EUR 1.80"] }
    try await tester.press("+", on: "2")
    try await wait { rows == ["0 Z2 EUR 1.40", "3 Z3 EUR 1.80"] }
    #expect(try await fixture.lines == ["3 Z3 EUR 1.80"])
    #expect(try tester.actions(on: "1") == ["+ one more", "c check out", "x remove all", "u undo"])
    #expect(
      try tester.actions(on: "2")
        == ["+ one more", "- one less", "c check out", "x remove all", "u undo"])
    try await tester.press("+", on: "1")
    try await wait { rows == ["1 Z2 EUR 1.40", "3 Z3 EUR 1.80"] }
    // Another scene, or this one when it is opened again, shows the lines that the cart has.
    try await tester.press("-", on: "1")
    let other = await SceneTester(try CartModule.scenes[0].makeScene(fixture.mediator))
    #expect(other.scene.items(as: CartLine.self).map(\.text) == ["3 Z3 EUR 1.80"])
  }

  @Test func `the last ticket of the cart stays as a line, too`() async throws {
    try await fixture.change("Z3", to: 0)
    try await wait { rows == ["1 Z2 EUR 1.40"] }
    try await tester.press("-", on: "1")
    try await wait { rows == ["0 Z2 EUR 1.40"] }
    #expect(!tester.text().contains("EUR 5"))
    try await tester.press("+", on: "1")
    try await wait { rows == ["1 Z2 EUR 1.40"] }
  }

  @Test func `a cart that others empty has no lines`() async throws {
    try await tester.press("-", on: "1")
    try await wait { rows.first == "0 Z2 EUR 1.40" }
    _ = try await fixture.mediator.perform(Cart.clear)
    try await wait { rows == [] }
    #expect(tester.text().hasPrefix("The cart is empty"))
  }

  @Test func `a key opens the checkout`() async throws {
    #expect(try await tester.press("c", on: "1") == nil)
    #expect(tester.opened as? [CheckoutRequest] == [CheckoutRequest()])
  }

  @Test func `a cart whose lines have no tickets cannot be checked out`() async throws {
    try await fixture.change("Z3", to: 0)
    try await wait { rows == ["1 Z2 EUR 1.40"] }
    try await tester.press("-", on: "1")
    try await wait { rows == ["0 Z2 EUR 1.40"] }
    #expect(try tester.actions(on: "1") == ["+ one more", "x remove all", "u undo"])
    await #expect(throws: SceneTesterError.self) { try await tester.press("c") }
    #expect(tester.opened.isEmpty)
  }

  @Test func `a line without tickets cannot have less`() async throws {
    let key = "-" as Shortcut
    try await tester.press("-", on: "1")
    try await wait { rows == ["0 Z2 EUR 1.40", "2 Z3 EUR 1.80"] }
    #expect(try !tester.actions(on: "1").contains { $0.hasPrefix("\(key) ") })
    let line = try #require(tester.scene.sections.first?.rows.first?.id)
    await #expect(throws: SceneTesterError.inapplicable(key, row: line)) {
      try await tester.press(key, on: "1")
    }
    #expect(rows == ["0 Z2 EUR 1.40", "2 Z3 EUR 1.80"])
    #expect(try await fixture.lines == ["2 Z3 EUR 1.80"] && tester.opened.isEmpty)
  }

  @Test func `a key removes all tickets`() async throws {
    #expect(try await tester.press("x") == "The cart is empty; press u to undo.")
    try await wait { rows == [] }
    #expect(try await tester.press("u") == "The cart has 3 tickets, EUR 5.00 again.")
    try await wait { rows == ["1 Z2 EUR 1.40", "2 Z3 EUR 1.80"] }
  }

  @Test func `the bar shows the sum, and opens the cart`() async throws {
    let bar = try #require(CartModule.bars.first)
    #expect(bar.id == Cart.bar)
    let text = bar.makeTextScene(fixture.mediator)
    await text.open()
    #expect(text.items(as: String.self) == ["Cart: 3 tickets, EUR 5.00"])
    let sheet = await SceneTester(try bar.makeScene(fixture.mediator))
    #expect(sheet.text(columns: 50) == tester.text(columns: 50))
    // What changes in one scene is shown in the other at once.
    try await sheet.press("-", on: "1")
    try await wait { rows == ["2 Z3 EUR 1.80"] }
    _ = try await fixture.mediator.perform(Cart.clear)
    await text.refresh()
    #expect(text.items(as: String.self) == [])
  }

  @Test func `the menu shows the number of tickets`() async throws {
    let count = try #require(CartModule.scenes[0].count)
    #expect(try await count(fixture.mediator) == "3")
    _ = try await fixture.mediator.perform(Cart.clear)
    #expect(try await count(fixture.mediator) == nil)
  }
}
