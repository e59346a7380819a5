import AccountInterface
import CartInterface
import Console
import Mediator
import MessagesInterface
public import ModuleManager
import NetworkInterface
import OrdersInterface
import Scenes
public import Store

/// Orders the tickets of the cart.
public struct OrdersModule: DatabaseModule {
  public static let manifest = Manifest(
    Orders.self, summary: "Orders the tickets of the cart, and pays them",
    requires: [Account.self, Cart.self, Messages.self], uses: [Network.self],
    answers: [
      Orders.checkout, Orders.list, Orders.refresh, Orders.pay, Orders.cancel, Orders.complain,
    ],
    publishes: [OrderChanged.self, OrdersCleared.self],
    follows: [SignedIn.self, SignedOut.self],
    durableFollowers: [
      DurableFollower("receive-reply", of: MessageSent.self, inOrderOf: \.record.topic),
      DurableFollower("resume", of: MessageFailed.self, inOrderOf: \.record.topic),
    ])

  public static let contributions = Contributions(commands, scenes, [slot])

  /// The orders, for the actions and details of other modules and plug-ins.
  static let slot = RowSlot("order", Order.self)

  /// The commands `checkout` and `orders`.
  static let commands: [Command] = [
    .checkout, .listOrders, .payOrder, .cancelOrder, .complain,
  ]

  private let mediator: Mediator
  private let log: Log
  private let manager: OrderManager
  /// The database with the orders.
  public var database: Database { manager.store.database }

  /// Creates the module without opening its database.
  public init(context: ModuleContext) {
    mediator = context.mediator
    log = context.log
    manager = OrderManager(context)
  }

  /// Opens the database, and removes the orders of persons who have signed out before the program
  /// was killed.
  /// - Throws: `StoreError` when the folder or the database in it cannot be used.
  public func start() async throws {
    try await database.open()
    try await manager.store.publishUnpublished()
    do { try await manager.removeOrdersOfOthers() } catch {
      log.warning("cannot remove the orders of other persons: \(error)")
    }
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Orders.checkout) { [manager] in try await manager.current.checkout($0) }
    registrar.answer(Orders.list) { [manager] _ in try await manager.current.list() }
    registrar.answer(Orders.refresh) { [manager] _ in
      try await manager.current.refresh()
      return Empty()
    }
    registrar.answer(Orders.pay) { [manager] in try await manager.current.pay($0.id) }
    registrar.answer(Orders.cancel) { [manager] in try await manager.current.cancel($0.id) }
    registrar.answer(Orders.complain) { [manager] in try await manager.current.complain($0) }
    registrar.follow(MessageSent.self, durably: "receive-reply") { delivery in
      let sent = delivery.event
      do {
        guard let order = try sent.order, try await receive(order) else { return }
      } catch let error as DecodingError {
        log.warning("the answer to '\(sent.record.path)' cannot be read: \(error.plainText)")
      }
      try await manager.current.resume()
    }
    registrar.follow(MessageFailed.self, durably: "resume") { delivery in
      guard delivery.event.record.server == PlaceOrder.server else { return }
      try await manager.current.resume()
    }
    registrar.follow(SignedIn.self) { [mediator] _ in
      // Continue with waiting orders even if those of the server cannot be read.
      try await performAll(
        { try await manager.removeOrdersOfOthers() },
        { try await manager.current.restore() },
        { _ = try await mediator.perform(Messages.retry, MessageSelection()) },
        { try await manager.current.resume() })
    }
    // This event may be handled after that of another person who has signed in.
    registrar.follow(SignedOut.self) { [manager] _ in try await manager.removeOrdersOfOthers() }
  }

  /// Stores what the server says about an order.
  /// - Returns: Whether the order is placed now, so that it may have to be paid.
  private func receive(_ reply: Order) async throws -> Bool {
    let current = try await manager.current
    guard let order = try await current.store.order(reply.id) else { return false }
    let new = try await current.reconciler.apply(reply, to: order)
    return new.state == .placed
  }

  /// Does all work, also after an error, and throws the first one.
  private func performAll(_ work: (() async throws -> Void)...) async throws {
    var first: (any Error)?
    for work in work {
      do { try await work() } catch { first = first ?? error }
    }
    if let first { throw first }
  }
}

extension OrdersModule: NotificationHandler {
  /// Stores what a server says about an order.
  public func didReceive(_ notification: RemoteNotification) async throws {
    guard let order = notification.parameters(Order.self, of: "order.changed") else { return }
    _ = try await receive(order)
  }
}

extension MessageSent {
  /// The order in the reply; nil if the message was another one.
  fileprivate var order: Order? {
    get throws {
      try reply(to: PlaceOrder.self) ?? reply(to: PayOrder.self) ?? reply(to: CancelOrder.self)
    }
  }
}
