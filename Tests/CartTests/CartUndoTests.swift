import AccountInterface
import CartInterface
import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleTesting
import OrdersInterface
import Platform
import Store
import Testing

@testable import Cart

/// What comes back after a change, and what another current city does to the cart.
@Suite(.timeLimit(.minutes(15)))
struct CartUndoTests {
  private static let bart = CityID("bart") ?? .builtIn

  /// What somebody does with the cart of the fixture.
  enum Step: Sendable {
    case add(String), change(String, Int), takeOne(String), clear, undo
    case use(CityID)
    /// Another city, of which the module is not told, as if the program were killed before.
    case useWithoutEvent(CityID)
    /// A current city that nobody knows.
    case useUnknownCity
    case addOf(CityID, String)
  }

  @Test(
    arguments: [
      ([.add("Z2"), .undo], []),
      ([.add("Z2"), .add("Z2"), .undo], ["1 Z2 EUR 1.40"]),
      ([.add("Z2"), .change("Z2", 3), .undo], ["1 Z2 EUR 1.40"]),
      ([.add("Z2"), .change("Z2", 1), .undo], []),
      ([.add("Z2"), .add("Z3"), .takeOne("Z2"), .undo, .undo], ["1 Z2 EUR 1.40"]),
      ([.add("Z2"), .add("Z3"), .clear, .undo], ["1 Z2 EUR 1.40", "1 Z3 EUR 1.80"]),
      // Back in the city of the tickets, and without going back.
      ([.add("Z2"), .use(bart), .use(.builtIn), .undo], ["1 Z2 EUR 1.40"]),
      ([.add("Z2"), .use(bart), .undo, .use(.builtIn)], ["1 Z2 EUR 1.40"]),
      ([.add("Z2"), .use(bart), .undo, .use(CityID("tokyo") ?? .builtIn)], []),
      // Tickets of another city can be added, and stay when that becomes the current one.
      ([.addOf(bart, "Z2")], ["1 Z2 EUR 1.40"]),
      ([.addOf(bart, "Z2"), .use(bart)], ["1 Z2 EUR 1.40"]),
      ([.addOf(bart, "Z2"), .use(bart), .use(.builtIn)], []),
      // The next look and the next change find the cart that the event would have left.
      ([.add("Z2"), .useWithoutEvent(bart)], []),
      ([.add("Z2"), .useWithoutEvent(bart), .addOf(bart, "Z3")], ["1 Z3 EUR 1.80"]),
      ([.add("Z2"), .useWithoutEvent(bart), .addOf(bart, "Z3"), .undo, .undo], ["1 Z2 EUR 1.40"]),
      ([.add("Z2"), .useWithoutEvent(bart), .undo], ["1 Z2 EUR 1.40"]),
      ([.add("Z2"), .useWithoutEvent(bart), .undo, .use(bart)], ["1 Z2 EUR 1.40"]),
      ([.addOf(bart, "Z2"), .useWithoutEvent(bart)], ["1 Z2 EUR 1.40"]),
      // The cart works without the current city, and follows it as soon as it is known.
      ([.add("Z2"), .useUnknownCity, .add("Z2")], ["2 Z2 EUR 1.40"]),
      ([.add("Z2"), .useUnknownCity, .clear], []),
      ([.add("Z2"), .useUnknownCity, .clear, .undo], ["1 Z2 EUR 1.40"]),
      ([.useUnknownCity, .add("Z2"), .use(bart)], []),
      ([.useUnknownCity, .add("Z2"), .use(.builtIn)], ["1 Z2 EUR 1.40"]),
    ] as [([Step], [String])])
  func `the cart has these tickets after some steps`(steps: [Step], lines: [String]) async throws {
    let fixture = try await CartFixture()
    for step in steps {
      switch step {
      case .add(let fare): try await fixture.add(fare)
      case .addOf(let city, let fare):
        _ = try await fixture.mediator.perform(Cart.add, CartAddition(fare: fare, city: city))
      case .change(let fare, let quantity): try await fixture.change(fare, to: quantity)
      case .takeOne(let fare):
        _ = try await fixture.mediator.perform(Cart.takeOne, CartLineReference(fare: fare))
      case .clear: _ = try await fixture.mediator.perform(Cart.clear)
      case .undo: try await fixture.undo()
      case .use(let city): await fixture.use(city)
      case .useWithoutEvent(let city): fixture.currentCity.withLock { $0 = city }
      case .useUnknownCity: fixture.currentCity.withLock { $0 = nil }
      }
    }
    #expect(try await fixture.lines == lines)
    // Another process finds the same.
    let other = try await CartFixture(folder: fixture.harness.folder)
    other.currentCity.withLock { $0 = fixture.currentCity.withLock(\.self) }
    #expect(try await other.lines == lines)
  }

  @Test func `a cart that was not told of another city says what it has removed`() async throws {
    let fixture = try await CartFixture()
    try await fixture.add("Z2", 2)
    fixture.currentCity.withLock { $0 = Self.bart }
    #expect(
      try await fixture.harness.run("cart").text.replacing("\n", with: " ") == """
        The cart is empty. Removed 2 tickets of 'porto' from the cart; 'cart undo' \
        brings them back.
        """)
    // Programs read it apart from the notice about prices.
    #expect(try await fixture.content.removed == RemovedTickets(city: .builtIn, count: 2))
    #expect(try await fixture.content.notice == nil)
    #expect(try await fixture.undo() == ["2 Z2 EUR 1.40"])
  }

  @Test func `only the last changes can be undone`() async throws {
    let fixture = try await CartFixture()
    for _ in 0...CartState.undoCount { try await fixture.add("Z2") }
    for _ in 1...CartState.undoCount { try await fixture.undo() }
    #expect(try await fixture.lines == ["1 Z2 EUR 1.40"])
    await #expect(throws: CartError.nothingToUndo) { try await fixture.undo() }
  }

  @Test(arguments: [true, false])
  func `what was paid, or belongs to somebody else, does not come back`(isPaid: Bool) async throws {
    let fixture = try await CartFixture()
    try await fixture.add("Z2")
    let id = try await fixture.add("Z3").id
    if isPaid {
      let lines = ["Z2", "Z3"].map {
        OrderLine(fare: $0, name: $0, rider: nil, quantity: 1, price: Money(140, .example))
      }
      let order = Order(
        id: id, city: CartFixture.city, lines: lines, total: Money(280, .example), state: .paid,
        placedAt: Date(timeIntervalSince1970: 0))
      #expect(await fixture.reports(about: OrderChanged(order: order)) == [])
    } else {
      _ = await fixture.reports(about: SignedOut(name: "Anna"))
    }
    #expect(try await fixture.lines == [])
    await #expect(throws: CartError.nothingToUndo) { try await fixture.undo() }
  }

  @Test func `the tickets of an order leave the cart, also when they have come back`() async throws
  {
    let fixture = try await CartFixture()
    let id = try await fixture.add("Z2").id
    _ = try await fixture.mediator.perform(Cart.clear)
    try await fixture.undo()
    for state in [OrderState.paid, .issued] {
      let order = Order(id, 1, "Z2", state)
      #expect(await fixture.reports(about: OrderChanged(order: order)) == [])
      #expect(try await fixture.lines == [])
    }
  }

  @Test func `a ticket that is added after undo stays when the order before is paid`() async throws
  {
    let fixture = try await CartFixture()
    let id = try await fixture.add("Z2").id
    try await fixture.add("Z2")
    try await fixture.undo()
    try await fixture.add("Z2")
    for state in [OrderState.paid, .issued] {
      _ = await fixture.reports(about: OrderChanged(order: Order(id, 1, "Z2", state)))
      #expect(try await fixture.lines == ["1 Z2 EUR 1.40"])
    }
  }

  @Test func `an order of another cart leaves the changes that can be undone`() async throws {
    let fixture = try await CartFixture()
    try await fixture.add("Z2")
    try await fixture.add("Z3")
    _ = await fixture.reports(about: OrderChanged(order: Order("other", 1, "Z2", .paid)))
    #expect(try await fixture.undo() == ["1 Z2 EUR 1.40"])
  }

  @Test func `a paid order of tickets that were removed keeps only them from coming back`()
    async throws
  {
    let fixture = try await CartFixture()
    try await fixture.add("Z2")
    let id = try await fixture.add("Z2").id
    _ = try await fixture.mediator.perform(Cart.clear)
    try await fixture.add("Z3")
    try await fixture.add("Z3")
    _ = await fixture.reports(about: OrderChanged(order: Order(id, 2, "Z2", .paid)))
    #expect(try await fixture.undo() == ["1 Z3 EUR 1.80"])
    #expect(try await fixture.undo() == [])
    await #expect(throws: CartError.nothingToUndo) { try await fixture.undo() }
  }

  @Test func `paid tickets leave the cart when nobody knows the current city`() async throws {
    let fixture = try await CartFixture()
    let id = try await fixture.add("Z2").id
    fixture.currentCity.withLock { $0 = nil }
    #expect(try await fixture.lines == ["1 Z2 EUR 1.40"])
    #expect(
      await fixture.reports(about: OrderChanged(order: Order(id, 1, "Z2", .paid))) == [])
    #expect(try await fixture.lines == [])
  }

  @Test func `another city empties a cart of an earlier version, too`() async throws {
    let fixture = try await CartFixture()
    try await fixture.add("Z2")
    let database = try Database(in: fixture.harness.folder, migrations: .cart)
    try await database.write { try $0.run("UPDATE cart SET current_city = NULL") }
    await fixture.use(Self.bart)
    #expect(try await fixture.lines == [])
  }

  @Test func `tickets of a version without media are kept, and have none`() async throws {
    let fixture = try await CartFixture()
    await fixture.harness.stop()
    let folder = fixture.harness.folder
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder.appending(path: file))
    }
    let database = try Database(in: folder, migrations: [SQL].cart.dropLast())
    try await database.write {
      try $0.run(
        """
        INSERT INTO line (fare, name, quantity, amount, currency) VALUES ('Z2', 'Z2', 3, 140, 'EUR')
        """)
    }
    let next = try await CartFixture(folder: folder)
    #expect(try await next.content.lines.map { [$0.text, $0.medium] } == [["3 Z2 EUR 1.40", nil]])
  }

  @Test func `undo passes over a content that is equal, because one before it is damaged`()
    async throws
  {
    let fixture = try await CartFixture()
    try await fixture.add("Z2")
    try await fixture.add("Z2")
    try await fixture.change("Z2", to: 1)
    let database = try Database(in: fixture.harness.folder, migrations: .cart)
    try await database.write {
      try $0.run(
        """
        UPDATE undoable SET content = '?' WHERE number = (SELECT max(number) FROM undoable)
        """)
    }
    #expect(try await fixture.undo() == [])
    await #expect(throws: CartError.nothingToUndo) { try await fixture.undo() }
  }

  @Test func `a cart that cannot be stored reports it, and shows no tickets of another city`()
    async throws
  {
    let fixture = try await CartFixture()
    try await fixture.add("Z2")
    let database = try Database(in: fixture.harness.folder, migrations: .cart)
    try await database.write {
      try $0.run("CREATE TRIGGER refuse BEFORE UPDATE ON cart BEGIN SELECT RAISE(FAIL, 'no'); END")
    }
    let failure = "'Cart' could not do its part: a value does not fit: no"
    #expect(await fixture.use(Self.bart) == [.failure(failure)])
    #expect(try await fixture.lines == [])
    try await database.write { try $0.run("DROP TRIGGER refuse") }
    #expect(try await fixture.undo() == ["1 Z2 EUR 1.40"])
  }
}
