import DataSourceInterface
import Mediator
import MessagesInterface
import ModuleManager
import OrdersInterface

/// Places, pays and cancels orders with messages. The caller holds the `CheckoutLock`.
///
/// Each state is stored before the message that leads to the next one, so that a program that was
/// killed goes on with the same order.
struct OrderDelivery: Sendable {
  let reconciler: OrderReconciler
  private var mediator: Mediator { reconciler.mediator }

  /// Places an order and pays it.
  /// - Returns: The order as far as it got; `priceChanged` if nothing was placed.
  /// - Throws: `OrdersError.refused`
  func place(_ order: Order) async throws -> Order {
    let waiting = try await reconciler.save(order.with(.waiting))
    try await reconciler.store.requestPayment(order.id)
    let placed: Order
    do {
      switch try await mediator.send(PlaceOrder(order)) {
      case .sent(let reply): placed = try await reconciler.apply(reply, to: waiting)
      case .waiting(let record):
        return try await reconciler.save(
          order.with(.waiting, reason: record.reason ?? "it is being sent"))
      }
    } catch let error as MessagesError {
      switch error {
      case .failed(_, let reason):
        try await reconciler.save(order.with(.draft, reason: reason))
        throw OrdersError.refused(order.shortID, reason: reason)
      case .dropped, .unknownResult, .unreadableReply:
        reconciler.log.warning("\(error)")
        placed = try await reconciler.reconciled(waiting)
      case .noServer, .noSuchMessage, .notChangeable: throw error
      }
    } catch let error as DecodingError {
      reconciler.log.warning("the answer about '\(order.id)' cannot be read: \(error.plainText)")
      placed = try await reconciler.reconciled(waiting)
    }
    return placed.state == .placed ? try await pay(placed) : placed
  }

  /// Goes on with an order that has not ended, for a person who has asked to pay it.
  func deliver(_ order: Order) async throws -> Order {
    switch order.state {
    case .waiting:
      switch try await reconciler.placement(of: order)?.state {
      case .waiting, .sending: order
      // The program was killed before the message was stored, or the answer was lost.
      case nil, .sent, .failed, .unknown, .dropped: try await place(order)
      }
    case .placed, .declined: try await pay(order)
    case .unknown: try await repeatPayment(of: order)
    case .draft, .priceChanged, .paying, .paid, .issued, .cancelled, .expired: order
    }
  }

  private func pay(_ order: Order) async throws -> Order {
    try await reconciler.store.requestPayment(order.id)
    let paying = try await reconciler.save(order.with(.paying))
    do {
      switch try await mediator.send(PayOrder(order: order.id, total: order.total)) {
      case .sent: return try await reconciler.reconciled(paying)
      case .waiting(let record):
        return try await reconciler.save(
          order.with(.paying, reason: record.reason ?? "it is being sent"))
      }
    } catch let error as MessagesError {
      switch error {
      case .failed, .dropped, .unreadableReply: return try await reconciler.reconciled(paying)
      case .unknownResult(_, let reason):
        let unknown = try await reconciler.save(order.with(.unknown, reason: reason))
        return try await repeatPayment(of: unknown)
      case .noServer, .noSuchMessage, .notChangeable: throw error
      }
    }
  }

  /// Asks the server what it knows about an order whose payment has no result. If it is not paid,
  /// sends the same message again, whose key the server knows if the first attempt still arrives.
  private func repeatPayment(of order: Order) async throws -> Order {
    guard case .known(let known) = try await reconciler.ask(order) else { return order }
    guard known.state == .placed else { return known }
    if let payment = try await reconciler.payment(of: order), payment.state == .unknown {
      _ = try await mediator.perform(Messages.retry, MessageSelection(id: payment.id))
    }
    return try await reconciler.reconciled(order)
  }

  /// Cancels an order that is not paid.
  func cancel(_ order: Order) async throws -> Order {
    guard order.state == .waiting else { return try await cancelPlaced(order) }
    try await reconciler.drop { $0.path == PlaceOrder.path(order.id) && $0.state == .waiting }
    let cancelled = try await reconciler.save(order.with(.cancelled))
    // An attempt whose answer was lost may have placed it.
    do {
      _ = try await mediator.send(CancelOrder(order: order.id))
    } catch {
      reconciler.log.info("\(error)")
    }
    return cancelled
  }

  private func cancelPlaced(_ order: Order) async throws -> Order {
    do {
      switch try await mediator.send(CancelOrder(order: order.id)) {
      case .sent(let reply): return try await reconciler.apply(reply, to: order)
      case .waiting(let record):
        let reason = "the cancellation waits: \(record.reason ?? "it is being sent")"
        return try await reconciler.save(order.with(order.state, reason: reason))
      }
    } catch let error as MessagesError {
      switch error {
      case .failed(_, let reason), .unknownResult(_, let reason):
        return try await afterCancellation(order, reason: reason)
      case .unreadableReply:
        return try await afterCancellation(order, reason: "the answer cannot be read")
      case .dropped:
        return try await afterCancellation(order, reason: "the cancellation was dropped")
      case .noServer, .noSuchMessage, .notChangeable: throw error
      }
    } catch is DecodingError {
      return try await afterCancellation(order, reason: "the answer cannot be read")
    }
  }

  /// The order after a cancellation that the server has not confirmed.
  private func afterCancellation(_ order: Order, reason: String) async throws -> Order {
    switch try await reconciler.ask(order) {
    case .known(let known): known
    case .absent: try await reconciler.save(order.with(.cancelled))
    case .unreachable: try await reconciler.save(order.with(order.state, reason: reason))
    }
  }
}
