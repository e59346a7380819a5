import AccountInterface
import CartInterface
import Console
import DataSourceInterface
import FaresInterface
import Mediator
public import ModuleManager
import OrdersInterface
import Store

/// Keeps the tickets that a person wants to buy.
public struct CartModule: Module {
  public static let manifest = Manifest(
    Cart.self, summary: "Keeps the tickets that a person wants to buy", uses: [Fares.self],
    answers: [
      Cart.list, Cart.add, Cart.change, Cart.takeOne, Cart.clear, Cart.reprice,
      Cart.changesByOthers,
    ],
    publishes: [CartChanged.self], follows: [SignedOut.self, CityChanged.self, OrderChanged.self])

  public static let contributions = Contributions(commands, scenes, bars)

  /// The command `cart` with its subcommands.
  static let commands: [Command] = [.listCart, .addToCart, .changeCart, .clearCart]

  private let mediator: Mediator
  private let log: Log
  private let store: CartStore

  /// Creates the module without opening its database.
  public init(context: ModuleContext) {
    mediator = context.mediator
    log = context.log
    store = CartStore(context)
  }

  /// Opens the database.
  /// - Throws: `StoreError` when the folder or the database in it cannot be used.
  public func start() async throws { try await store.database.open() }

  /// Closes the database.
  public func stop() async { await store.database.close() }

  public func connect(_ connection: Connection) {
    connection.answer(Cart.list) { [store] _ in try await store.content }
    connection.answer(Cart.changesByOthers) { [store] _ in await store.database.changesByOthers() }
    connection.answer(Cart.add) { try await add($0) }
    connection.answer(Cart.change) { request in
      try await change {
        try $0.change(
          CartLineReference(fare: request.fare, rider: request.rider), to: request.quantity)
      }
    }
    connection.answer(Cart.takeOne) { line in try await change { try $0.takeOne(of: line) } }
    connection.answer(Cart.clear) { _ in try await change { $0.lines = [] } }
    connection.answer(Cart.reprice) { prices in try await change { try $0.reprice(prices) } }
    connection.follow(SignedOut.self) { _ in await follow { $0.lines = [] } }
    connection.follow(OrderChanged.self) { changed in
      let order = changed.order
      if order.isPaid { await follow { $0.remove(order.cartLines, ofOrder: order.id) } }
      if order.state == .cancelled || order.state == .expired {
        await follow { $0.release(fromOrder: order.id) }
      }
    }
    connection.follow(CityChanged.self) { changed in
      await follow { if $0.city != changed.city { $0.lines = [] } }
    }
  }

  private func add(_ request: CartAddition) async throws -> CartContent {
    let quantity = request.quantity ?? 1
    guard (1...Cart.maximumQuantity).contains(quantity) else {
      throw CartError.quantityOutOfRange(quantity)
    }
    let found = try await mediator.perform(
      Fares.offer, OfferQuery(fare: request.fare, rider: request.rider, city: request.city))
    return try await change {
      try $0.add(found.offer, quantity: quantity, of: found.city, notice: found.notice)
    }
  }

  /// Changes the cart because of an event, whose publisher must not be disturbed by an error.
  private func follow(_ body: @Sendable (inout CartState) -> Void) async {
    do { _ = try await change(body) } catch { log.warning("\(error)") }
  }

  @discardableResult
  private func change(
    _ body: @Sendable (inout CartState) throws -> Void
  ) async throws -> CartContent {
    let (content, isNew) = try await store.change(body)
    if isNew { mediator.publish(CartChanged(content: content)) }
    return content
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

  fileprivate var cartLines: [CartLine] {
    lines.map { line in
      CartLine(
        fare: line.fare, name: line.name, rider: line.rider, quantity: line.quantity,
        price: line.price)
    }
  }
}
