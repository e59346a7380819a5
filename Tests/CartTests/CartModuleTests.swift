import AccountInterface
import CartInterface
import DataSourceInterface
import Documents
import FaresInterface
import Foundation
import Mediator
import ModuleTesting
import OrdersInterface
import Testing

@testable import Cart

@Suite(.timeLimit(.minutes(15))) struct CartModuleTests {
  @Test func `tickets of one fare and rider are one line, in the order of their addition`()
    async throws
  {
    let fixture = try await CartFixture()
    try await fixture.add("Z3")
    try await fixture.add("Z2", 2)
    try await fixture.add("day", rider: "Senior")
    try await fixture.add("day")
    let content = try await fixture.add("Z3", 3)
    #expect(
      try await fixture.lines == [
        "4 Z3 EUR 1.80", "2 Z2 EUR 1.40", "1 day Senior EUR 3.50", "1 day EUR 7.00",
      ])
    #expect(content.total == Money(2050, CartFixture.euro) && content.ticketCount == 8)
    #expect(content.city == CartFixture.city && content.notice == "sample prices")
    #expect(content.lines.map(\.name) == ["Z3", "Z2", "Day ticket", "Day ticket"])
  }

  @Test func `the cart is there after the next start`() async throws {
    let fixture = try await CartFixture()
    let content = try await fixture.add("Z2")
    await fixture.harness.stop()
    let next = try await CartFixture(folder: fixture.harness.folder)
    #expect(try await next.content == content)
  }

  @Test func `each change of the lines gives the cart another id, and publishes it`() async throws {
    let fixture = try await CartFixture()
    var ids = [try await fixture.content.id]
    #expect(UUID(uuidString: ids[0]) != nil)
    #expect(try await fixture.content.id == ids[0])
    ids.append(try await fixture.add("Z2").id)
    ids.append(try await fixture.change("Z2", to: 5).id)
    ids.append(
      try await fixture.mediator.perform(Cart.takeOne, CartLineReference(fare: "Z2")).id)
    ids.append(try await fixture.mediator.perform(Cart.clear).id)
    #expect(Set(ids).count == 5)
    #expect(fixture.harness.published(CartChanged.self).map(\.content.id) == Array(ids.dropFirst()))
    // What changes nothing is no change.
    _ = try await fixture.mediator.perform(Cart.clear)
    #expect(try await fixture.content.id == ids.last)
    #expect(fixture.harness.published(CartChanged.self).count == 4)
  }

  @Test func `a line of 0 tickets is removed, and the last one leaves an empty cart`() async throws
  {
    let fixture = try await CartFixture()
    try await fixture.add("Z2", 2)
    try await fixture.add("Z3")
    try await fixture.change("Z2", to: 0)
    #expect(try await fixture.lines == ["1 Z3 EUR 1.80"])
    let content = try await fixture.mediator.perform(Cart.takeOne, CartLineReference(fare: "Z3"))
    #expect(content.lines == [] && content.total == nil && content.city == nil)
    #expect(content.notice == nil)
  }

  @Test func `a line is named by its fare in upper or lower case`() async throws {
    let fixture = try await CartFixture()
    try await fixture.add("Z2")
    try await fixture.change("z2", to: 3)
    #expect(try await fixture.lines == ["3 Z2 EUR 1.40"])
  }

  @Test func `a line is chosen by its rider if the fare has several`() async throws {
    let fixture = try await CartFixture()
    try await fixture.add("day", rider: "Senior")
    // The only line of a fare needs no rider.
    try await fixture.change("day", to: 2)
    try await fixture.add("day")
    try await fixture.change("day", to: 2, rider: "sen")
    try await fixture.change("day", to: 3, rider: "senior")
    try await fixture.change("day", to: 4)
    #expect(try await fixture.lines == ["3 day Senior EUR 3.50", "4 day EUR 7.00"])
    await #expect(throws: CartError.riderNeeded("day", riders: ["Senior"])) {
      try await fixture.change("day", to: 1, rider: "Student")
    }
  }

  @Test func `a line is chosen by its medium if the fare has several`() async throws {
    let fixture = try await CartFixture()
    try await fixture.add("single", medium: "Cash")
    try await fixture.add("single", rider: "Senior", medium: "City card")
    try await fixture.change("single", to: 2)
    try await fixture.add("single", medium: "City card")
    try await fixture.change("single", to: 3, rider: "senior")
    try await fixture.change("single", to: 4, medium: "card")
    await #expect(throws: CartError.mediumNeeded("single", media: ["Cash", "City card"])) {
      try await fixture.change("single", to: 1)
    }
    #expect(
      try await fixture.content.lines.map { "\($0.quantity) \($0.price) \($0.medium ?? "")" } == [
        "2 EUR 3.00 Cash", "3 EUR 1.00 City card", "4 EUR 2.50 City card",
      ])
    let text = try await fixture.harness.run("cart").text
    #expect(text.contains("single (Cash)") && text.contains("single (Senior, City card)"))
    await fixture.harness.stop()
    let next = try await CartFixture(folder: fixture.harness.folder)
    #expect(try await next.content.lines.map(\.medium) == ["Cash", "City card", "City card"])
  }

  @Test func `accepted prices keep the id, and further tickets have them, too`() async throws {
    let fixture = try await CartFixture()
    let id = try await fixture.add("Z2", 2).id
    let line = CartLineReference(fare: "Z2")
    let price = Money(154, CartFixture.euro)
    let prices = CartPrices(cart: id, prices: [line: price])
    let content = try await fixture.mediator.perform(Cart.reprice, prices)
    #expect(content.id == id && content.total == Money(308, CartFixture.euro))
    #expect(fixture.harness.published(CartChanged.self).last?.content == content)
    try await fixture.add("Z2")
    #expect(try await fixture.lines == ["3 Z2 EUR 1.54"])
    await #expect(throws: CartError.changed(id)) {
      try await fixture.mediator.perform(Cart.reprice, prices)
    }
  }

  @Test(
    arguments: [
      (-1, .priceOutOfRange(Money(-1, .example))), (.max, .priceOutOfRange(Money(.max, .example))),
    ] as [(Int, CartError)])
  func `a price that cannot be added up is refused`(amount: Int, error: CartError) async throws {
    let fixture = try await CartFixture()
    let prices = CartPrices(
      cart: try await fixture.add("Z2").id,
      prices: [CartLineReference(fare: "Z2"): Money(amount, CartFixture.euro)])
    await #expect(throws: error) { try await fixture.mediator.perform(Cart.reprice, prices) }
  }

  @Test(arguments: [0, -1, 100, .min, .max])
  func `tickets beyond the limits are refused`(quantity: Int) async throws {
    let fixture = try await CartFixture()
    await #expect(throws: CartError.quantityOutOfRange(quantity)) {
      try await fixture.add("Z2", quantity)
    }
    try await fixture.add("Z2", 99)
    await #expect(throws: CartError.quantityOutOfRange(100)) { try await fixture.add("Z2") }
    if quantity != 0 {
      await #expect(throws: CartError.quantityOutOfRange(quantity)) {
        try await fixture.change("Z2", to: quantity)
      }
    }
    #expect(try await fixture.lines == ["99 Z2 EUR 1.40"])
  }

  @Test func `unknown tickets, other cities and other currencies are refused`() async throws {
    let fixture = try await CartFixture()
    await #expect(throws: FaresError.unknownFare("Z9", city: "Porto", nearest: nil)) {
      try await fixture.add("Z9")
    }
    try await fixture.add("Z2")
    await #expect(throws: CartError.notInCart("Z3", nearest: "Z2")) {
      try await fixture.change("Z3", to: 1)
    }
    let pound = try #require(Currency("GBP"))
    await #expect(throws: CartError.otherCurrency("abroad", Money(300, pound), expected: "EUR")) {
      try await fixture.add("abroad")
    }
    let bart = try #require(CityID("bart"))
    await #expect(throws: CartError.otherCity(bart, expected: CartFixture.city)) {
      try await fixture.mediator.perform(Cart.add, CartAddition(fare: "Z2", city: bart))
    }
    #expect(try await fixture.lines == ["1 Z2 EUR 1.40"])
  }

  @Test func `signing out empties the cart`() async throws {
    let fixture = try await CartFixture()
    try await fixture.add("Z2")
    let reports = await fixture.reports(about: SignedOut(name: "Anna"))
    #expect(reports == [.notice("removed 1 ticket from the cart")])
    #expect(await fixture.reports(about: SignedOut(name: "Anna")) == [])
    #expect(try await fixture.lines == [])
    #expect(fixture.harness.published(CartChanged.self).map(\.content.ticketCount) == [1, 0])
  }

  @Test(arguments: OrderState.allCases)
  func `the tickets of an order leave the cart as soon as it is paid`(
    state: OrderState
  ) async throws {
    let fixture = try await CartFixture()
    let id = try await fixture.add("Z2", 2).id
    let line = OrderLine(
      fare: "Z2", name: "Z2", rider: nil, quantity: 2, price: Money(140, .example))
    let order = Order(
      id: id, city: CartFixture.city, lines: [line], total: Money(280, .example), state: state,
      placedAt: Date(timeIntervalSince1970: 0))
    // A ticket that is added while the order is on its way stays.
    try await fixture.add("Z2")
    for _ in 1...2 { await fixture.mediator.publishAndWait(OrderChanged(order: order)) }
    let isPaid = [.paid, .issued].contains(state)
    #expect(try await fixture.lines == [isPaid ? "1 Z2 EUR 1.40" : "3 Z2 EUR 1.40"])
  }

  @Test func `new tickets stay when the event of a paid order arrives again`() async throws {
    let fixture = try await CartFixture()
    let id = try await fixture.add("Z2", 2).id
    try await fixture.add("Z3")
    try await fixture.change("Z2", to: 0)
    let line = OrderLine(
      fare: "Z2", name: "Z2", rider: nil, quantity: 2, price: Money(140, .example))
    let order = Order(
      id: id, city: CartFixture.city, lines: [line], total: Money(280, .example), state: .issued,
      placedAt: Date(timeIntervalSince1970: 0))
    // The cart has none of its tickets any more.
    await fixture.mediator.publishAndWait(OrderChanged(order: order))
    try await fixture.add("Z2")
    await fixture.mediator.publishAndWait(OrderChanged(order: order))
    #expect(try await fixture.lines == ["1 Z3 EUR 1.80", "1 Z2 EUR 1.40"])
  }

  @Test func `another city empties the cart, its own city does not`() async throws {
    let fixture = try await CartFixture()
    try await fixture.add("Z2")
    #expect(await fixture.use(CartFixture.city) == [])
    #expect(try await fixture.lines == ["1 Z2 EUR 1.40"])
    let notice =
      "removed 1 ticket of 'porto' from the cart; 'cart undo' brings it back"
    #expect(await fixture.use(try #require(CityID("bart"))) == [.notice(notice)])
    #expect(try await fixture.lines == [])
    #expect(fixture.harness.published(CartChanged.self).map(\.content.ticketCount) == [1, 0])
  }

  @Test func `the commands show the cart after each change`() async throws {
    let fixture = try await CartFixture()
    #expect(try await fixture.harness.run("cart").text == "The cart is empty.")
    _ = try await fixture.harness.run("cart add Z2")
    let text = """
      tickets  fare                    price     total
            3  Z2                   EUR 1.40  EUR 4.20
            1  Day ticket (Senior)  EUR 3.50  EUR 3.50

      4 tickets, EUR 7.70

      Sample prices.
      """
    _ = try await fixture.harness.run("cart add day --rider Senior")
    let answer = try await fixture.harness.run("cart change Z2 3")
    #expect(answer.text == text)
    #expect(try await fixture.harness.run("cart").text == text)
    let content = try await fixture.content
    #expect(try answer.decode(CartContent.self) == content)
    #expect(try await fixture.harness.run("cart clear").text == "The cart is empty.")
  }

  @Test func `the examples run, and their JSON fits the schemas`() async throws {
    await (try await CartFixture()).harness.checkExamples { $0.contains("Z4") }
  }

  @Test(
    arguments: [
      (.quantityOutOfRange(0), .badInput, "expected 1 to 99"),
      (.tooManyLines, .failed, "check out or remove some"),
      (.notInCart("Z3", nearest: "Z2"), .notFound, "did you mean 'Z2'?"),
      (.notInCart("Z3", nearest: nil), .notFound, "add it first"),
      (
        .riderNeeded("day", riders: ["Senior"]), .badInput,
        "choose one by its rider category: 'Senior'"
      ),
      (
        .mediumNeeded("day", media: ["Cash", "Card"]), .badInput,
        "choose one by its fare medium: 'Cash', 'Card'"
      ),
      (
        .otherCity(.builtIn, expected: .builtIn), .failed,
        "expected 'porto'; check out or clear the cart"
      ),
      (
        .otherCurrency("A", Money(100, .example), expected: "GBP"), .failed,
        "costs EUR 1.00, expected a price in GBP"
      ),
      (.priceOutOfRange(Money(-1, .example)), .failed, "expected 0 to 1000000000"),
      (.nothingToUndo, .failed, "changes before a payment or before signing out cannot be undone"),
      (.changed("id"), .failed, "look at the cart again"),
    ] as [(CartError, FailureKind, String)])
  func `each error says what to do`(error: CartError, kind: FailureKind, remedy: String) {
    #expect(error.kind == kind && error.description.contains(remedy))
  }
}
