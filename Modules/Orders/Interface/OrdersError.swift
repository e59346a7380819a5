public import Documents
public import Mediator

/// Why an order cannot be made or changed. Without a ticket server or a person who is signed in,
/// the errors are those of `Account`.
public enum OrdersError: ModuleError {
  /// There is nothing to order.
  case emptyCart
  /// The person has not agreed to pay.
  case notConfirmed
  /// The server has other prices, and the person has not accepted the new total.
  case priceChanged(old: Money, new: Money)
  /// The total that the person accepts is not that of the order.
  case otherTotal(String, total: Money)
  /// Another order must end before the tickets of the cart can be ordered, because they may be the
  /// same.
  case orderIsOpen(String, OrderState)
  /// The tickets of the cart belong to an order that has ended.
  case orderHasEnded(String, OrderState)
  /// The cart may still have the tickets of an order that is paid.
  case cartNotUpdated
  /// The server has refused the order.
  case refused(String, reason: String)
  /// No order has this id, or an id that begins so.
  case noSuchOrder(String, nearest: String?)
  /// Several orders have an id that begins so.
  case ambiguous(String, ids: [String])
  /// The order cannot be paid in its state.
  case notPayable(String, OrderState)
  /// The order cannot be cancelled in its state.
  case notCancellable(String, OrderState)
  /// The text of a complaint is empty, or longer than `maximumTextLength`.
  case badText(count: Int)

  /// The maximum number of characters of a complaint.
  package static let maximumTextLength = 2000

  public var kind: FailureKind {
    switch self {
    case .badText, .otherTotal: .badInput
    case .noSuchOrder, .ambiguous: .notFound
    case .emptyCart, .notConfirmed, .priceChanged, .orderIsOpen, .orderHasEnded, .cartNotUpdated,
      .refused,
      .notPayable, .notCancellable:
      .failed
    }
  }

  public var description: String {
    switch self {
    case .emptyCart: "the cart is empty; add one of the 'tickets' first"
    case .notConfirmed: "nothing is ordered; agree to pay in 'checkout' to order"
    case .priceChanged(let old, let new):
      "the price is now \(new), expected \(old); "
        + "accept \(new.number) in 'checkout' to order for it"
    case .otherTotal(let text, let total):
      "'\(text)' is not the total, which is \(total); "
        + "accept \(total.number) in 'checkout' to order for it"
    case .orderIsOpen(let id, .placed):
      "the order '\(id)' is not paid yet; pay or cancel it in 'orders' first"
    case .orderIsOpen(let id, let state):
      "the order '\(id)' has not ended (\(state.label)); "
        + "retry what waits in 'messages', or look it up in 'orders'"
    case .orderHasEnded(let id, let state):
      "the order '\(id)' of this cart is \(state.label); change the cart to order again"
    case .cartNotUpdated:
      "the cart may still have tickets that are paid, so nothing is ordered; see 'events' for the "
        + "reason, and try again"
    case .refused(let id, let reason):
      "the server does not accept the order '\(id)': \(reason); correct the cart"
    case .noSuchOrder(let id, let nearest):
      "no order '\(id)'" + nearest.suggestion(or: "'orders' lists them")
    case .ambiguous(let id, let ids):
      "'\(id)' is the beginning of several orders; choose one of "
        + ids.map { "'\($0)'" }.joined(separator: ", ")
    case .notPayable(let id, let state):
      "the order '\(id)' is \(state.label); only one that is placed or declined can be paid"
    case .notCancellable(let id, let state):
      "the order '\(id)' is \(state.label); only one that is not paid can be cancelled"
    case .badText(let count) where count > 0:
      "the complaint has \(count) characters, expected at most \(Self.maximumTextLength); shorten it"
    case .badText: "the complaint '' is empty; say what is wrong"
    }
  }
}

extension OrderState {
  /// The state in words.
  package var label: LocalizedText {
    switch self {
    case .draft: "not sent"
    case .priceChanged: "price changed"
    case .paying: "being paid"
    case .waiting: "waiting"
    case .placed: "placed"
    case .unknown: "unknown"
    case .paid: "paid"
    case .issued: "issued"
    case .declined: "declined"
    case .cancelled: "cancelled"
    case .expired: "expired"
    }
  }
}
