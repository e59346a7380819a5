import Account
import AccountInterface
import Cart
import CartInterface
import Console
import DataSourceInterface
import Documents
import FaresInterface
import Foundation
import Mediator
import Messages
import MessagesInterface
import ModuleManager
import ModuleTesting
import Network
import Orders
import OrdersInterface
import Testing
import TicketOffice

/// The modules of a checkout, in a folder of their own, with a ticket server. Only the fares, of
/// which each ticket costs 1.50, are a stub.
final class CheckoutFixture: Sendable {
  let mediator = Mediator()
  let folder: URL
  private let temporary = TemporaryFolder()
  let manager: ModuleManager

  /// - Parameters:
  ///   - url: The address of the ticket server.
  ///   - folder: The folder of another fixture, to test a second run or another process.
  init(_ url: String, folder existing: URL? = nil) async throws {
    let folder = existing ?? temporary.url
    if existing == nil {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    self.folder = folder
    let modules: [any Module.Type] = [
      AccountModule.self, CartModule.self, MessagesModule.self, NetworkModule.self,
      OrdersModule.self,
    ]
    manager = try ModuleManager(modules, mediator: mediator) { [mediator] manifest in
      ModuleContext(
        mediator: mediator, folder: folder.appending(path: manifest.target),
        configuration: manifest.target == "account" ? ["url": url] : [:])
    }
    try mediator.answer(Fares.offer) { query in
      let (city, currency) = (try #require(CityID("porto")), try #require(Currency("EUR")))
      let offer = FareOffer(
        id: query.fare, name: "Ticket \(query.fare)", price: Money(150, currency), rider: nil,
        changes: nil, duration: nil)
      return FoundOffer(city: city, offer: offer, notice: nil)
    }
    try await manager.open()
  }

  /// Signs in, and puts two tickets into the cart.
  func prepare(_ name: String = "ana") async throws {
    try await signIn(name)
    try await add("z2", 2)
  }

  func signIn(_ name: String = "ana") async throws {
    _ = try await mediator.perform(
      Account.signIn, Credentials(name: name, password: Secret("test")))
    await mediator.drain()
  }

  func add(_ fare: String, _ quantity: Int = 1) async throws {
    _ = try await mediator.perform(Cart.add, CartAddition(fare: fare, quantity: quantity))
  }

  @discardableResult
  func checkout(accept: String? = nil) async throws -> OrdersInterface.Order {
    let order = try await mediator.perform(Orders.checkout, Checkout(accept: accept))
    await mediator.drain()
    return order
  }

  /// The orders as a person sees them who opens the list.
  var orders: [OrdersInterface.Order] {
    get async throws {
      _ = try await mediator.perform(Orders.refresh)
      await mediator.drain()
      return try await mediator.perform(Orders.list)
    }
  }

  var waitingMessages: Int {
    get async throws {
      try await mediator.perform(Messages.list).filter { $0.state == .waiting }.count
    }
  }

  func stop() async {
    await mediator.drain()
    await manager.stop()
  }
}

extension TicketOffice {
  /// How often the only order was placed and paid, and its number of tickets.
  var counts: [Int] {
    get async throws {
      let statistics = try await statistics
      try #require(statistics.count == 1)
      return [statistics[0].placements, statistics[0].payments, statistics[0].tickets]
    }
  }
}
