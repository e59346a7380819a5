import AccountInterface
import CartInterface
import DataSourceInterface
import Documents
import FaresInterface
import Mediator
import ModuleTesting
import Testing

@testable import Tickets

/// The module with the tickets of a small city, and a cart that remembers what is added.
struct TicketsFixture {
  let harness: ModuleHarness
  /// What was added to the cart.
  let added = Recorder<CartAddition>()
  var mediator: Mediator { harness.mediator }

  /// - Parameter server: What the ticket server says about itself.
  init(
    _ offers: [FareOffer] = offers, notice: String? = "sample prices", server: String? = nil
  ) async throws {
    harness = try await ModuleHarness(TicketsModule.self)
    try harness.stub(Fares.list) { query in
      FareList(
        city: query.city ?? .builtIn, fares: offers, riders: ["Senior"], notice: notice)
    }
    try harness.stub(Account.session) { _ in
      SessionState(
        status: server == nil ? .signedOut : .signedIn, name: server.map { _ in "Anna" },
        server: nil, notice: server)
    }
    try harness.stub(Cart.add) { [added] request in
      added.record(request)
      let lines = added.values.map { addition in
        CartLine(
          fare: addition.fare, name: addition.fare, rider: addition.rider, quantity: 1,
          price: Money(140, .example))
      }
      return CartContent(id: "cart", city: .builtIn, lines: lines)
    }
  }

  static let offers = [
    offer("Z2", 140, duration: 3600), offer("single", 200, changes: 1),
    offer("day", 350, name: "Day ticket", rider: "Senior"), offer("day", 700, name: "Day ticket"),
  ]

  static func offer(
    _ id: String, _ amount: Int, name: String? = nil, rider: String? = nil, changes: Int? = nil,
    duration: Int? = nil
  ) -> FareOffer {
    FareOffer(
      id: id, name: name, price: Money(amount, .example), rider: rider, changes: changes,
      duration: duration)
  }
}
