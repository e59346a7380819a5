import DataSourceInterface
import Documents
import MessagesInterface
import OrdersInterface

/// Places an order. The server knows orders by their id, so a repeated request places nothing
/// again.
struct PlaceOrder: Message {
  typealias Reply = Order

  static let server = "tickets"
  static let topic = "orders"
  static let isIdempotent = true

  var path: String { Self.path(id) }
  let id: String
  let city: CityID
  let lines: [OrderLine]
  let total: Money

  init(_ order: Order) {
    (id, city, lines, total) = (order.id, order.city, order.lines, order.total)
  }

  static func path(_ order: String) -> String { "orders/\(order)" }
}

/// Pays an order. Only a request with the same key is not charged again, so that after an unknown
/// result, the same message is sent again, and never another one.
struct PayOrder: Message {
  typealias Reply = Order

  static let server = "tickets"
  static let topic = "orders"
  static let isIdempotent = false

  var path: String { Self.path(order) }
  let order: String
  let total: Money

  static func path(_ order: String) -> String { "orders/\(order)/payment" }
}

/// Cancels an order that is not paid.
struct CancelOrder: Message {
  typealias Reply = Order

  static let server = "tickets"
  static let topic = "orders"
  static let isIdempotent = true

  var path: String { "orders/\(order)/cancellation" }
  let order: String
}

/// Complains about an order. The server would record a repeated complaint twice.
struct ComplainAboutOrder: Message {
  struct Reply: Codable, Sendable { let number: Int }

  static let server = "tickets"
  static let topic = "complaints"
  static let isIdempotent = false

  var path: String { "orders/\(order)/complaints" }
  let order: String
  let text: String
}
