import DataSourceInterface
import Documents
import Mediator
import OrdersInterface
import Scenes

/// The layouts of the lists, and the sentences about orders.
enum OrdersView {
  static let list = ListLayout<Order>.table(
    .init("order") { .init(verbatim: $0.shortID, .faint) },
    .init("tickets", .right) { .init("\($0.ticketCount)") },
    .init("total", .right) { .init("\($0.total)") },
    .init("state") { .init($0.state.label) },
    .init("reason", isFlexible: true, minimumPageWidth: 60) {
      .init(verbatim: $0.reason ?? "", .faint)
    })

  /// Where a person reads a text: it names the commands or the keys that go on.
  enum Reader {
    case shell, browser
  }

  static func empty(in reader: Reader) -> LocalizedText {
    switch reader {
    case .shell: "No orders yet; put tickets into the cart, then 'checkout'."
    case .browser: "No orders yet; put tickets into the cart, then check it out."
    }
  }

  static let notice = ListLayout<String>.rows { [.sentence(verbatim: $0, .warning)] }

  /// The orders, or that there are none, and what the ticket server says about them.
  static func document(of orders: [Order]) -> Document {
    guard !orders.isEmpty else { return "\(empty(in: .shell))" }
    let notices = notices(of: orders).map { Block.sentence(verbatim: $0, .warning) }
    return list.document(of: orders) + Document(notices)
  }

  /// What the ticket server says about orders, each sentence once.
  static func notices(of orders: [Order]) -> [String] {
    Set(orders.compactMap(\.notice)).sorted()
  }

  static let detail = ListLayout<Order>.rows { document(of: $0, in: .browser) }

  static let lines = ListLayout<OrderLine>.table(
    .init("", .right) { .init("\($0.quantity) ×") },
    .init("ticket", isFlexible: true) { .init(verbatim: title($0.name, $0.medium)) },
    .init("rider", minimumPageWidth: 50) { .init(verbatim: $0.rider ?? "", .faint) },
    .init("price", .right) { .init("\($0.price)") })

  private static func title(_ name: String, _ medium: String?) -> String {
    medium.map { "\(name) (\($0))" } ?? name
  }

  static let step = ListLayout<CheckoutStep>.rows { "\(text($0))" }

  static func text(_ step: CheckoutStep) -> LocalizedText {
    switch step {
    case .signIn(nil): "Sign in to order"
    case .signIn(let name?): "Sign in again as \(name)"
    case .order(let total): "Order and pay \(total)"
    case .accept(let old, let new): "Accept the new price \(new) (was \(old)), order and pay"
    case .resume(let order): "Go on with order \(order.shortID), which is \(order.state.label)"
    case .unavailable(let reason): "Nothing can be ordered: \(reason)"
    }
  }

  static let tickets = ListLayout<IssuedTicket>.table(
    .init("ticket", isFlexible: true) { .init(verbatim: title($0.name, $0.medium)) },
    .init("rider", minimumPageWidth: 50) { .init(verbatim: $0.rider ?? "", .faint) },
    .init("code") { .init(verbatim: $0.code, .strong) })

  /// The state, the lines and the tickets of an order.
  static func document(of order: Order, in reader: Reader) -> Document {
    let table =
      order.tickets.isEmpty ? lines.document(of: order.lines) : tickets.document(of: order.tickets)
    return [
      .group(
        "\(sentence(order, in: reader))" + table
          + [.sentence(verbatim: order.notice ?? "", .warning)])
    ]
  }

  static func sentence(_ order: Order, in reader: Reader) -> LocalizedText {
    let (id, total) = (order.shortID, order.total)
    let (pay, checkout): (LocalizedText, LocalizedText) =
      switch reader {
      case .shell: ("'orders pay \(id)'", "'checkout'")
      case .browser: ("p in 'Orders'", "the checkout")
      }
    let reason = order.reason.map { ": \($0)" } ?? ""
    let next: LocalizedText =
      switch order.state {
      case .draft: "is not sent\(reason)"
      case .waiting: waiting(order.reason)
      case .priceChanged: "has another price, \(total); \(checkout) asks whether you accept it"
      case .placed: "is not paid\(reason); \(pay) pays it"
      case .paying: "(\(total)): the payment \(waiting(order.reason))"
      case .unknown:
        "(\(total)): nobody knows whether it is paid\(reason); \(checkout) asks again"
      case .paid: "is paid (\(total)); the tickets follow"
      case .issued: "is paid (\(total))"
      case .declined: "was declined\(reason); \(pay) tries again"
      case .cancelled: "is cancelled\(reason)"
      case .expired: "has expired\(reason)"
      }
    return "Order \(id) \(next)."
  }

  /// The outbox sends the messages of orders one after the other.
  private static func waiting(_ reason: String?) -> LocalizedText {
    reason.map { "waits (1 message): \($0)" } ?? "waits to be sent (1 message)"
  }

  static func sentence(_ receipt: ComplaintReceipt) -> LocalizedText {
    let order = receipt.order.prefix(8)
    let notice = receipt.notice.map { "; \($0)" } ?? ""
    return receipt.number.map { "Complaint \($0) about order \(order) was received\(notice)." }
      ?? "The complaint about order \(order) waits (1 message): \(receipt.reason ?? "")\(notice)."
  }
}

extension Order {
  var ticketCount: Int { lines.map(\.quantity).reduce(0, +) }
}
