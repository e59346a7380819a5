import Console
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
    .init("state") { .init(verbatim: $0.state.label) },
    .init("reason", isFlexible: true, minimumPageWidth: 60) { .init(verbatim: $0.reason ?? "", .faint) })

  /// Where a person reads a text: it names the commands or the keys that go on.
  enum Reader {
    case shell, browser
  }

  static func empty(in reader: Reader) -> String {
    let next =
      switch reader {
      case .shell: "then 'checkout'"
      case .browser: "then check it out"
      }
    return "No orders yet; put tickets into the cart, \(next)."
  }

  static let notice = ListLayout<String>.text { $1.sentence($0, .warning) }

  /// The orders, or that there are none, and what the ticket server says about them.
  static func text(_ orders: [Order], on page: Page) -> String {
    guard !orders.isEmpty else { return page.paragraph(empty(in: .shell)) }
    let notices = notices(of: orders).map { page.sentence($0, .warning) }
    return ([list.text(of: orders, on: page)] + notices).joined(separator: "\n\n")
  }

  /// What the ticket server says about orders, each sentence once.
  static func notices(of orders: [Order]) -> [String] {
    Set(orders.compactMap(\.notice)).sorted()
  }

  static let detail = ListLayout<Order>.text { text($0, in: .browser, on: $1) }

  static let lines = ListLayout<OrderLine>.table(
    .init("", .right) { .init("\($0.quantity) ×") },
    .init("ticket", isFlexible: true) { .init(verbatim: $0.name) },
    .init("rider", minimumPageWidth: 50) { .init(verbatim: $0.rider ?? "", .faint) },
    .init("price", .right) { .init("\($0.price)") })

  static let step = ListLayout<CheckoutStep>.text { $1.paragraph(text($0)) }

  static func text(_ step: CheckoutStep) -> String {
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
    .init("ticket", isFlexible: true) { .init(verbatim: $0.name) },
    .init("rider", minimumPageWidth: 50) { .init(verbatim: $0.rider ?? "", .faint) },
    .init("code") { .init(verbatim: $0.code, .strong) })

  /// The state, the lines and the tickets of an order.
  static func text(_ order: Order, in reader: Reader, on page: Page) -> String {
    var parts = [page.paragraph(sentence(order, in: reader))]
    if order.tickets.isEmpty {
      parts.append(lines.text(of: order.lines, on: page))
    } else {
      parts.append(tickets.text(of: order.tickets, on: page))
    }
    if let notice = order.notice {
      parts.append(page.sentence(notice, .warning))
    }
    return parts.joined(separator: "\n")
  }

  static func sentence(_ order: Order, in reader: Reader) -> String {
    let (id, total) = (order.shortID, "\(order.total)")
    let (pay, checkout) =
      switch reader {
      case .shell: ("'orders pay \(id)'", "'checkout'")
      case .browser: ("p in 'Orders'", "the checkout")
      }
    let reason = order.reason.map { ": \($0.printable)" } ?? ""
    let next =
      switch order.state {
      case .draft: "is not sent\(reason)"
      case .waiting: waiting(order.reason)
      case .priceChanged: "has another price, \(total); \(checkout) asks whether you accept it"
      case .placed: "is not paid\(reason); \(pay) pays it"
      case .paying: "(\(total)): the payment " + waiting(order.reason)
      case .unknown:
        "(\(total)): nobody knows whether it is paid\(reason); "
          + "\(checkout) asks again"
      case .paid: "is paid (\(total)); the tickets follow"
      case .issued: "is paid (\(total))"
      case .declined: "was declined\(reason); \(pay) tries again"
      case .cancelled: "is cancelled\(reason)"
      case .expired: "has expired\(reason)"
      }
    return "Order \(id) \(next)."
  }

  /// The outbox sends the messages of orders one after the other.
  private static func waiting(_ reason: String?) -> String {
    reason.map { "waits (1 message): \($0.printable)" } ?? "waits to be sent (1 message)"
  }

  static func sentence(_ receipt: ComplaintReceipt) -> String {
    let order = receipt.order.prefix(8)
    let notice = receipt.notice.map { "; \($0.printable)" } ?? ""
    return receipt.number.map { "Complaint \($0) about order \(order) was received\(notice)." }
      ?? "The complaint about order \(order) waits (1 message): \(receipt.reason ?? "")\(notice)."
  }
}

extension Order {
  var ticketCount: Int { lines.map(\.quantity).reduce(0, +) }
}
