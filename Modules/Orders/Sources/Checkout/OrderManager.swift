import AccountInterface
import CartInterface
import DataSourceInterface
import Documents
import Foundation
import Mediator
import MessagesInterface
import ModuleManager
import OrdersInterface

/// Orders the content of the cart, and keeps the orders up to date.
struct OrderManager: Sendable {
  let store: OrderStore
  let reconciler: OrderReconciler
  private let context: ModuleContext
  private let delivery: OrderDelivery
  private let lock: CheckoutLock
  private var mediator: Mediator { context.mediator }

  init(_ context: ModuleContext) {
    self.init(context, store: OrderStore(context))
  }

  private init(_ context: ModuleContext, store: OrderStore) {
    self.context = context
    self.store = store
    reconciler = OrderReconciler(store: store, context: context)
    delivery = OrderDelivery(reconciler: reconciler)
    lock = CheckoutLock(context)
  }

  /// The manager of the orders of the person who is signed in.
  var current: OrderManager {
    get async throws {
      OrderManager(
        context, store: store.with(try await mediator.perform(Account.session).account))
    }
  }

  /// Removes the orders of persons who are not signed in any more, and the messages that wait to be
  /// sent for these orders. It does not wait for the lock: a checkout of another person changes
  /// nothing that this person sees.
  func removeOrdersOfOthers() async throws {
    let session = try await mediator.perform(Account.session)
    // Without a server, nobody can say who is signed in.
    guard session.server != nil else { return }
    let ids = try await store.with(session.account).removeOthers()
    guard !ids.isEmpty else { return }
    mediator.publish(OrdersCleared())
    try await reconciler.drop { record in
      let parts = record.path.split(at: "/")
      return parts.count > 1 && ids.contains(String(parts[1]))
        && MessageRecord.State.changeable.contains(record.state)
    }
  }

  /// - Throws: `OrdersError`, and the errors of `Account.server` and `Account.token`.
  func checkout(_ request: Checkout) async throws -> Order {
    _ = try await mediator.perform(Account.server)
    return try await withLock {
      try await deliverChanges()
      var content = try await mediator.perform(Cart.list)
      var known = try await store.order(content.id)
      guard known != nil || content.total != nil else {
        // Only an order that has not ended is left.
        guard let open = try await store.orders.first(where: \.state.isOpen) else {
          throw OrdersError.emptyCart
        }
        try open.total.check(request.accept)
        _ = try await mediator.perform(Account.token, TokenRequest())
        try await sendWaiting()
        return try await delivery.deliver(reconciler.reconciled(open))
      }
      _ = try await mediator.perform(Account.token, TokenRequest())
      try await sendWaiting()
      for open in try await store.orders where open.state.isOpen && open.id != content.id {
        let order = try await reconciler.reconciled(open)
        guard !order.state.isOpen else {
          throw OrdersError.orderIsOpen(order.shortID, order.state)
        }
      }
      // Orders that have been reconciled may have taken their tickets out of the cart.
      try await deliverChanges()
      content = try await mediator.perform(Cart.list)
      known = try await store.order(content.id)
      // The cart has kept the tickets of a declined order, which must not be paid besides this one.
      for declined in try await store.orders
      where declined.state == .declined && declined.id != content.id {
        _ = try await delivery.cancel(declined)
      }
      let draft = try known ?? self.draft(of: content)
      return try await checkout(
        try await reconciler.reconciled(draft), content, request.accept)
    }
  }

  /// Does work with the lock. Afterwards, the cart takes out the tickets of orders that are paid.
  private func withLock(_ work: () async throws -> Order) async throws -> Order {
    try await lock.wait {
      let order = try await work()
      _ = try await context.durableEvents?.deliver(OrderChanged.self, from: store.database)
      return order
    }
  }

  /// - Throws: `OrdersError.cartNotUpdated` when the cart may still have the tickets of an order
  ///   that is paid.
  private func deliverChanges() async throws {
    guard let events = context.durableEvents else { return }
    guard try await events.deliver(OrderChanged.self, from: store.database) else {
      throw OrdersError.cartNotUpdated
    }
  }

  private func draft(of content: CartContent) throws(OrdersError) -> Order {
    guard let total = content.total, let city = content.city else { throw .emptyCart }
    return Order(content, city: city, total: total, at: context.now())
  }

  private func checkout(
    _ order: Order, _ content: CartContent, _ accepted: String?
  ) async throws -> Order {
    switch order.state {
    case .cancelled, .expired: throw OrdersError.orderHasEnded(order.shortID, order.state)
    case .draft:
      try content.total?.check(accepted)
      // The prices of a cart can change without another id.
      let reply = try await delivery.place(self.draft(of: content))
      guard reply.state == .priceChanged else { return reply }
      return try await acceptPrices(of: reply, content, accepted)
    case .priceChanged:
      try order.total.check(accepted)
      return try await acceptPrices(of: order, content, accepted)
    case .paid, .issued: return order
    case .waiting, .placed, .paying, .unknown, .declined:
      try order.total.check(accepted)
      return try await delivery.deliver(order)
    }
  }

  /// Places an order again with the prices of the server, if the person accepts them.
  private func acceptPrices(
    of order: Order, _ content: CartContent, _ accepted: String?
  ) async throws -> Order {
    // Prices that the cart has already were accepted before the program was killed.
    guard content.total == order.total || accepted.map(order.total.isEqual) == true else {
      throw OrdersError.priceChanged(old: content.total ?? order.total, new: order.total)
    }
    _ = try await mediator.perform(Cart.reprice, order.prices)
    let reply = try await delivery.place(order)
    guard reply.state == .priceChanged else { return reply }
    throw OrdersError.priceChanged(old: order.total, new: reply.total)
  }

  /// The orders in the states that are known here. It waits neither for the lock nor for the
  /// server.
  func list() async throws -> [Order] {
    try await store.orders.filter { $0.state != .draft }
  }

  /// Looks up what has become of the orders, unless another task orders or pays. One order that
  /// cannot be looked up does not disturb the others.
  func refresh() async throws {
    try await lock.tryOnce {
      for order in try await store.orders {
        do {
          _ = try await reconciler.reconciled(order)
        } catch is CancellationError {
          throw CancellationError()
        } catch {
          context.log.warning("the order '\(order.id)' cannot be looked up: \(error)")
        }
      }
    }
  }

  /// - Throws: `OrdersError.noSuchOrder`, `.ambiguous` and `.notPayable`
  func pay(_ id: String) async throws -> Order {
    _ = try await mediator.perform(Account.token, TokenRequest())
    return try await withLock {
      let order = try await reconciler.reconciled(try await find(id))
      // Paying twice is not an error.
      if [.paying, .paid].contains(order.state) { return order }
      guard order.state.isPayable else {
        throw OrdersError.notPayable(order.shortID, order.state)
      }
      return try await delivery.deliver(order)
    }
  }

  /// - Throws: `OrdersError.noSuchOrder`, `.ambiguous` and `.notCancellable`
  func cancel(_ id: String) async throws -> Order {
    try await withLock {
      let order = try await reconciler.reconciled(try await find(id))
      guard order.state.isCancellable else {
        throw OrdersError.notCancellable(order.shortID, order.state)
      }
      return try await delivery.cancel(order)
    }
  }

  /// - Throws: `OrdersError.noSuchOrder`, `.ambiguous` and `.badText`
  func complain(_ complaint: Complaint) async throws -> ComplaintReceipt {
    let text = complaint.text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard 1...OrdersError.maximumTextLength ~= text.count else {
      throw OrdersError.badText(count: text.count)
    }
    let order = try await find(complaint.id)
    switch try await mediator.send(ComplainAboutOrder(order: order.id, text: text)) {
    case .sent(let reply):
      return ComplaintReceipt(
        order: order.id, number: reply.number, reason: nil, notice: order.notice)
    case .waiting(let record):
      return ComplaintReceipt(
        order: order.id, number: nil, reason: record.reason ?? "it waits", notice: order.notice)
    }
  }

  /// Continues with the orders that wait, after a message was sent or a person has signed in.
  func resume() async throws {
    try await lock.wait {
      for order in try await store.orders where order.state.isOpen {
        let order = try await reconciler.reconciled(order)
        if order.state == .placed, try await store.isPaymentRequested(order.id) {
          _ = try await delivery.deliver(order)
        }
      }
    }
  }

  /// Adds the orders of a person who has signed in.
  func restore() async throws {
    let orders = try await OrderAPI(mediator: mediator).orders().compactMap { result in
      do { return try result.get() } catch {
        context.log.warning("an order of the server cannot be read: \(error.plainText)")
        return nil
      }
    }
    try await store.add(orders)
  }

  /// Sends the messages that wait. One that cannot be sent must not disturb this order.
  private func sendWaiting() async throws {
    _ = try await mediator.perform(Messages.retry, MessageSelection())
  }

  private func find(_ text: String) async throws -> Order {
    let orders = try await store.orders
    let id = text.lowercased()
    if let order = orders.first(where: { $0.id == id }) { return order }
    let found = id.isEmpty ? [] : orders.filter { $0.id.hasPrefix(id) }
    guard let order = found.first else {
      throw OrdersError.noSuchOrder(text, nearest: orders.map(\.shortID).nearest(to: id).first)
    }
    guard found.count == 1 else {
      throw OrdersError.ambiguous(text, ids: found.map(\.id))
    }
    return order
  }
}

extension Money {
  /// Checks the total that a person accepts, if any.
  /// - Throws: `OrdersError.otherTotal` if it is not this amount.
  fileprivate func check(_ accepted: String?) throws(OrdersError) {
    guard let accepted, !isEqual(to: accepted) else { return }
    throw .otherTotal(accepted, total: self)
  }

  fileprivate func isEqual(to text: String) -> Bool { Money(text, in: currency) == self }
}
