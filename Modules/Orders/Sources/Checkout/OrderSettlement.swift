import AccountInterface
import Mediator
import MessagesInterface
import ModuleManager
import OrdersInterface

/// Finds out what has become of orders: from the outbox, and from the server if it can be reached.
struct OrderSettlement: Sendable {
  /// How changes are published.
  enum Publication: Sendable {
    /// Nobody waits for the followers, among whom may be a list that loads the orders. The next
    /// checkout publishes the changes again, should the program be killed before the cart has them.
    case immediate
    /// The cart has taken out the tickets of an order that is paid when a change is stored.
    case awaited
  }

  /// What the server says about an order.
  enum Answer: Sendable {
    case known(Order)
    /// It has never received the order.
    case absent
    case unreachable
  }

  let store: OrderStore
  let mediator: Mediator
  let log: Log
  private let publication: Publication

  init(store: OrderStore, context: ModuleContext, publication: Publication) {
    self.store = store
    self.publication = publication
    (mediator, log) = (context.mediator, context.log)
  }

  /// Stores an order in a new state, and publishes it.
  @discardableResult
  func save(_ order: Order) async throws -> Order {
    guard try await store.order(order.id) != order else { return order }
    try await store.save(order)
    try await publish(order)
    return order
  }

  /// Stores what the server says about an order, and publishes what has changed.
  func apply(_ reply: Order, to order: Order) async throws -> Order {
    guard let (old, new) = try await store.apply(reply) else { return order.with(reply) }
    if old != new { try await publish(new) }
    return new
  }

  private func publish(_ order: Order) async throws {
    switch publication {
    case .immediate: mediator.publish(OrderChanged(order: order))
    case .awaited: try await publishAndWait(order)
    }
  }

  private func publishAndWait(_ order: Order) async throws {
    await mediator.publishAndWait(OrderChanged(order: order))
    try await store.didPublish(order)
  }

  /// Publishes the changes of which the cart perhaps does not know.
  func publishChanges() async throws {
    for order in try await store.unpublished { try await publishAndWait(order) }
  }

  /// Returns an order in the state that the outbox and the server know.
  func settled(_ order: Order) async throws -> Order {
    switch order.state {
    case .waiting: try await settledPlacement(of: order)
    case .paying, .unknown: try await settledPayment(of: order)
    case .paid:
      switch try await ask(order) {
      case .known(let order): order
      case .absent, .unreachable: order
      }
    case .draft, .placed, .priceChanged, .issued, .declined, .cancelled, .expired: order
    }
  }

  private func settledPlacement(of order: Order) async throws -> Order {
    let placements = try await messages.filter { $0.type == "\(PlaceOrder.self)" }
    if let waiting = placements.first(where: { $0.state == .waiting || $0.state == .sending }) {
      return try await save(order.with(.waiting, reason: waiting.reason ?? "it is being sent"))
    }
    switch try await ask(order) {
    case .known(let order): return order
    case .absent:
      return try await save(
        order.with(.draft, reason: placements.last { $0.state == .failed }?.reason))
    case .unreachable: return try await save(order.with(.waiting))
    }
  }

  private func settledPayment(of order: Order) async throws -> Order {
    // Without a message, the program was killed before there was one.
    guard let payment = try await payment(of: order) else {
      return try await save(order.with(.placed))
    }
    switch payment.state {
    case .waiting, .sending:
      return try await save(order.with(.paying, reason: payment.reason ?? "it is being sent"))
    case .sent:
      let reply = try await mediator.perform(Messages.outcome, payment.id).reply
      guard let reply else { return order }
      let settled = try await apply(try JSON.decode(Order.self, from: reply), to: order)
      return settled.state == .paid ? try await self.settled(settled) : settled
    case .unknown:
      switch try await ask(order) {
      // It may still arrive.
      case .known(let known) where known.state != .placed: return known
      case .known, .absent, .unreachable:
        return try await save(order.with(.unknown, reason: payment.reason))
      }
    case .failed, .dropped:
      switch try await ask(order) {
      case .known(let known) where known.state != .placed: return known
      case .known, .absent:
        return try await save(
          order.with(.placed, reason: payment.reason ?? "the payment was dropped"))
      case .unreachable: return order
      }
    }
  }

  /// The last payment of an order in the outbox.
  func payment(of order: Order) async throws -> MessageRecord? {
    try await messages.last { $0.path == PayOrder.path(order.id) }
  }

  /// The messages to the ticket server, the oldest first.
  var messages: [MessageRecord] {
    get async throws {
      try await mediator.perform(Messages.list).filter { $0.service == PlaceOrder.service }
    }
  }

  /// Drops messages to the ticket server, so that they are not sent.
  func drop(where isDropped: (MessageRecord) -> Bool) async throws {
    for record in try await messages.filter(isDropped) {
      _ = try await mediator.perform(Messages.drop, MessageSelection(id: record.id))
    }
  }

  /// Asks the server for an order, and stores the answer. A server that cannot be reached is no
  /// error.
  /// - Returns: The order as it is stored then; one that is `placed` at the server as the server
  ///   knows it, since that does not say whether a payment is on its way.
  func ask(_ order: Order) async throws -> Answer {
    let reply: Order?
    do {
      reply = try await OrderAPI(mediator: mediator).order(order.id)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      log.info("the server cannot be asked for the order '\(order.id)': \(error)")
      return .unreachable
    }
    guard let reply else { return .absent }
    let stored = try await apply(reply, to: order)
    return .known(reply.state == .placed ? order.with(reply) : stored)
  }
}
