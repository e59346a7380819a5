import CartInterface
import DataSourceInterface
import Documents
import Foundation
import OrdersInterface

extension OrderState {
  /// Whether what the server says replaces this state. Notifications and late answers can be older
  /// than what is known here.
  func accepts(_ reply: OrderState) -> Bool {
    switch (self, reply) {
    // The server has no such states.
    case (_, .draft), (_, .waiting), (_, .paying), (_, .unknown): false
    // When a person accepts the new prices, the order is saved as `waiting` first.
    case (.priceChanged, .placed), (.priceChanged, .declined): false
    case (.draft, _), (.waiting, _), (.priceChanged, _): true
    case (.placed, .priceChanged), (.paying, .priceChanged), (.unknown, .priceChanged),
      (.declined, .priceChanged):
      false
    case (.paying, .placed), (.unknown, .placed), (.declined, .placed): false
    case (.placed, _), (.paying, _), (.unknown, _), (.declined, _): true
    case (.paid, _): reply == .paid || reply == .issued
    case (.issued, _), (.cancelled, _), (.expired, _): reply == .issued
    }
  }

  /// Whether the order is on its way, so that its tickets must not be ordered again.
  var isOpen: Bool {
    switch self {
    case .waiting, .placed, .paying, .unknown: true
    case .draft, .priceChanged, .paid, .issued, .declined, .cancelled, .expired: false
    }
  }

  /// Whether a person can pay the order, or find out what has become of its payment.
  var isPayable: Bool {
    switch self {
    case .placed, .unknown, .declined: true
    case .draft, .waiting, .priceChanged, .paying, .paid, .issued, .cancelled, .expired: false
    }
  }

  /// Whether a person can cancel the order.
  var isCancellable: Bool {
    switch self {
    case .waiting, .priceChanged, .placed, .unknown, .declined: true
    case .draft, .paying, .paid, .issued, .cancelled, .expired: false
    }
  }
}

extension Order {
  /// Whether what the server says replaces this order. Other prices that this order has already are
  /// a late answer: the person has accepted them since.
  func accepts(_ reply: Order) -> Bool {
    guard state.accepts(reply.state) else { return false }
    return reply.state != .priceChanged || reply.hasOtherPrices(than: self)
  }

  func hasOtherPrices(than order: Order) -> Bool { lines != order.lines || total != order.total }

  /// A draft of the content of a cart.
  /// - Parameter total: The total of the content, which is not empty.
  init(_ content: CartContent, city: CityID, total: Money, at date: Date) {
    self.init(
      id: content.id, city: city, lines: content.lines.map(OrderLine.init), total: total,
      state: .draft, placedAt: date)
  }

  /// The order in another state.
  func with(_ state: OrderState, reason: String? = nil) -> Order {
    Order(
      id: id, city: city, lines: lines, total: total, state: state, reason: reason,
      tickets: tickets, placedAt: placedAt, notice: notice)
  }

  /// The order as the server knows it, with the date on which the person has ordered here.
  func with(_ reply: Order) -> Order {
    Order(
      id: id, city: city, lines: reply.lines, total: reply.total, state: reply.state,
      reason: reply.reason, tickets: reply.tickets, placedAt: placedAt, notice: reply.notice)
  }

  /// The prices of its lines, for the cart.
  var prices: CartPrices {
    CartPrices(
      cart: id,
      prices: Dictionary(
        lines.map {
          (CartLineReference(fare: $0.fare, rider: $0.rider, medium: $0.medium), $0.price)
        }
      ) { $1 })
  }
}

extension OrderLine {
  init(_ line: CartLine) {
    self.init(
      fare: line.fare, name: line.name, rider: line.rider, medium: line.medium,
      quantity: line.quantity, price: line.price)
  }
}
