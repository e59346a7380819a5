import AccountInterface
import Foundation
import Mediator
import MessagesInterface
import ModuleManager
import OrdersInterface

/// Finds out what has become of orders: from the outbox, and from the server if it can be reached.
struct OrderReconciler: Sendable {
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

  init(store: OrderStore, context: ModuleContext) {
    self.store = store
    (mediator, log) = (context.mediator, context.log)
  }

  /// Stores and publishes an order in a new state.
  @discardableResult
  func save(_ order: Order) async throws -> Order {
    guard try await store.order(order.id) != order else { return order }
    try await store.save(order)
    return order
  }

  /// Stores what the server says about an order, and publishes it if it has changed.
  /// - Throws: `DecodingError` when a server cannot say this about the order.
  func apply(_ reply: Order, to order: Order) async throws -> Order {
    try reply.validated(for: order.id)
    guard let (old, new) = try await store.apply(reply) else {
      return order.with(reply.comparingPrices(with: order))
    }
    guard old != new else { return new }
    if [.paid, .issued].contains(new.state) {
      // The order says what has become of a payment without an answer.
      try await drop { $0.path == PayOrder.path(new.id) && $0.state == .unknown }
    }
    return new
  }

  /// Returns an order in the state that the outbox and the server know.
  func reconciled(_ order: Order) async throws -> Order {
    switch order.state {
    case .waiting: try await reconciledPlacement(of: order)
    case .paying, .unknown: try await reconciledPayment(of: order)
    case .paid:
      switch try await ask(order) {
      case .known(let order): order
      case .absent, .unreachable: order
      }
    case .draft, .placed, .priceChanged, .issued, .declined, .cancelled, .expired: order
    }
  }

  private func reconciledPlacement(of order: Order) async throws -> Order {
    let placement = try await placement(of: order)
    if let placement, placement.state == .waiting || placement.state == .sending {
      return try await save(order.with(.waiting, reason: placement.reason ?? "it is being sent"))
    }
    switch try await ask(order) {
    case .known(let order): return order
    case .absent:
      let reason: String? =
        switch placement?.state {
        case .failed: placement?.reason
        case .dropped: "the message was dropped"
        case .sent: try await problemOfReply(to: placement, about: order)
        case nil, .waiting, .sending, .unknown: nil
        }
      return try await save(order.with(.draft, reason: reason))
    case .unreachable:
      let reason = try await problemOfReply(to: placement, about: order)
      return try await save(order.with(.waiting, reason: reason))
    }
  }

  /// Why the reply to a message says nothing about its order; nil if it does, or if there is none.
  private func problemOfReply(
    to record: MessageRecord?, about order: Order
  ) async throws -> String? {
    guard let record, record.state == .sent else { return nil }
    let reply = try await mediator.perform(Messages.outcome, record.id).reply ?? Data()
    let known = try? JSON.decode(Order.self, from: reply).validated(for: order.id)
    return known == nil ? record.reason ?? "the answer to the order cannot be read" : nil
  }

  private func reconciledPayment(of order: Order) async throws -> Order {
    guard let payment = try await payment(of: order) else {
      // The program was killed before there was a message.
      return try await unpaid(order, reason: nil)
    }
    switch payment.state {
    case .waiting, .sending:
      return try await save(order.with(.paying, reason: payment.reason ?? "it is being sent"))
    case .sent:
      guard let known = try await applyReply(to: payment, of: order) else {
        return try await unknown(order, reason: "the answer to the payment cannot be read")
      }
      return known.state == .paid ? try await reconciled(known) : known
    case .unknown: return try await unknown(order, reason: payment.reason)
    case .dropped where payment.attempts > 0:
      // It may still arrive, so that another one, which has another key, could be charged, too.
      return try await unknown(order, reason: "the payment was dropped, but may have arrived")
    case .failed, .dropped:
      // The person decides whether to pay again.
      try await store.withdrawPayment(order.id)
      return try await unpaid(order, reason: payment.reason ?? "the payment was dropped")
    }
  }

  /// Asks the server about an order that is not paid as far as this app knows.
  private func unpaid(_ order: Order, reason: String?) async throws -> Order {
    switch try await ask(order) {
    case .known(let known) where known.state != .placed: known
    case .known, .absent: try await save(order.with(.placed, reason: reason))
    case .unreachable: order
    }
  }

  /// Asks the server about an order whose payment may still arrive.
  private func unknown(_ order: Order, reason: String?) async throws -> Order {
    switch try await ask(order) {
    case .known(let known) where known.state != .placed: known
    case .known, .absent, .unreachable: try await save(order.with(.unknown, reason: reason))
    }
  }

  /// Stores the reply to a payment; nil if it does not say what has become of the order.
  private func applyReply(to payment: MessageRecord, of order: Order) async throws -> Order? {
    do {
      let reply = try await mediator.perform(Messages.outcome, payment.id).reply ?? Data()
      let known = try await apply(try JSON.decode(Order.self, from: reply), to: order)
      return known.state == .paying || known.state == .unknown ? nil : known
    } catch let error as DecodingError {
      log.warning("the answer to the payment of '\(order.id)' cannot be read: \(error.plainText)")
      return nil
    }
  }

  /// The last message in the outbox that places an order.
  func placement(of order: Order) async throws -> MessageRecord? {
    try await messages.last { $0.path == PlaceOrder.path(order.id) }
  }

  /// The last payment of an order in the outbox.
  func payment(of order: Order) async throws -> MessageRecord? {
    try await messages.last { $0.path == PayOrder.path(order.id) }
  }

  /// The messages to the ticket server, the oldest first.
  var messages: [MessageRecord] {
    get async throws {
      try await mediator.perform(Messages.records).filter { $0.server == PlaceOrder.server }
    }
  }

  /// Drops messages to the ticket server, so that they are not sent. One that cannot be dropped,
  /// such as one that is being sent, does not prevent the others.
  func drop(where isDropped: (MessageRecord) -> Bool) async throws {
    for record in try await messages.filter(isDropped) {
      do {
        _ = try await mediator.perform(Messages.drop, MessageSelection(id: record.id))
      } catch let error as MessagesError {
        log.info("\(error)")
      }
    }
  }

  /// Asks the server for an order, and stores the answer. A server that cannot be reached is no
  /// error.
  /// - Returns: The order as it is stored then; in the state `placed` if the server does not know
  ///   of a payment that is on its way.
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
    let hasPayment = stored.state == .paying || stored.state == .unknown
    return .known(hasPayment && reply.state == .placed ? order.with(.placed) : stored)
  }
}
