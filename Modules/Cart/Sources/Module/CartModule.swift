import AccountInterface
import CartInterface
import Console
import DataSourceInterface
import FaresInterface
import Mediator
public import ModuleManager
import OrdersInterface
public import Store

/// Keeps the tickets that a person wants to buy.
public struct CartModule: DatabaseModule {
  public static let manifest = Manifest(
    Cart.self, summary: "Keeps the tickets that a person wants to buy",
    uses: [Account.self, DataSource.self, Fares.self],
    answers: [
      Cart.list, Cart.add, Cart.change, Cart.takeOne, Cart.clear, Cart.undo,
      Cart.reprice,
    ],
    publishes: [CartChanged.self], follows: [SignedOut.self, CityChanged.self],
    durableFollowers: [
      DurableFollower("remove-tickets", of: OrderChanged.self, inOrderOf: \.order.id)
    ])

  public static let contributions = Contributions(commands, scenes, bars)

  /// The command `cart` with its subcommands.
  static let commands: [Command] = [.listCart, .addToCart, .changeCart, .clearCart, .undoCart]

  private let mediator: Mediator
  private let store: CartStore
  /// The database with the cart.
  public var database: Database { store.database }

  /// Creates the module without opening its database.
  public init(context: ModuleContext) {
    mediator = context.mediator
    store = CartStore(context)
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Cart.list) { [store] _ in
      try await store.cart.shown(inCity: await currentCity)
    }
    registrar.answer(Cart.add) { try await add($0) }
    registrar.answer(Cart.change) { request in
      try await change {
        try $0.change(
          CartLineReference(fare: request.fare, rider: request.rider, medium: request.medium),
          to: request.quantity)
      }
    }
    registrar.answer(Cart.takeOne) { line in try await change { try $0.takeOne(of: line) } }
    registrar.answer(Cart.clear) { _ in
      try await change(inCity: nil) { $0.clear() }.new.content
    }
    registrar.answer(Cart.undo) { _ in try await change { try $0.undo() } }
    registrar.answer(Cart.reprice) { prices in try await change { try $0.reprice(prices) } }
    registrar.followAndReport(SignedOut.self) { _ in
      let removed = try await change(inCity: nil) { cart in
        cart.lines = []
        cart.forgetChanges()
      }.removed
      return removed.map { "removed \(CartView.text(ofCount: $0.count)) from the cart" }
    }
    registrar.follow(OrderChanged.self, durably: "remove-tickets") { delivery in
      let order = delivery.event.order
      // Paid tickets leave the cart also when nobody knows the current city.
      if order.isPaid {
        try await change(inCity: nil) { $0.remove(order.lines, ofOrder: order.id) }
      }
      if order.state == .cancelled || order.state == .expired {
        try await change(inCity: nil) { $0.release(fromOrder: order.id) }
      }
    }
    registrar.followAndReport(CityChanged.self) { changed in
      try await change(inCity: changed.city) { _ in }.removed.map { "\(CartView.removal(of: $0))" }
    }
  }

  private func add(_ request: CartAddition) async throws -> CartContent {
    let quantity = request.quantity ?? 1
    guard (1...Cart.maximumQuantity).contains(quantity) else {
      throw CartError.quantityOutOfRange(quantity)
    }
    let found = try await mediator.perform(
      Fares.offer,
      OfferQuery(
        fare: request.fare, rider: request.rider, medium: request.medium, city: request.city))
    return try await change {
      try $0.add(found.offer, quantity: quantity, of: found.city, notice: found.notice)
    }
  }

  private func change(
    _ body: @Sendable (inout CartState) throws -> Void
  ) async throws -> CartContent {
    try await change(inCity: await currentCity, body).new.content
  }

  /// Changes the cart, and publishes the new content if it is another one.
  /// - Parameter city: The current city; nil if it is unknown.
  @discardableResult
  private func change(
    inCity city: CityID?, _ body: @Sendable (inout CartState) throws -> Void
  ) async throws -> CartTransition {
    let transition = try await store.change(inCity: city, body)
    if transition.isNew { mediator.publish(CartChanged(content: transition.new.content)) }
    return transition
  }

  /// The current city; nil if it is unknown. The cart can be used without it: the next change that
  /// knows it removes the tickets of another city.
  private var currentCity: CityID? {
    get async { try? await mediator.perform(DataSource.current) }
  }
}

extension Order {
  fileprivate var isPaid: Bool {
    switch state {
    case .paid, .issued: true
    case .draft, .waiting, .priceChanged, .placed, .paying, .unknown, .declined, .cancelled,
      .expired:
      false
    }
  }
}
