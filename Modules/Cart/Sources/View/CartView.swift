import CartInterface
import Documents
import Mediator
import Scenes

/// The content of the cart, and the sentences about it.
enum CartView {
  static let list = ListLayout<CartLine>.table(
    .init("tickets", .right) { .init("\($0.quantity)", $0.quantity == 0 ? .faint : .strong) },
    .init("fare", isFlexible: true) { .init(verbatim: $0.title) },
    .init("price", .right, minimumPageWidth: 40) { .init("\($0.price)", .faint) },
    .init("total", .right) { "\($0.total)" })

  static let total = ListLayout<CartContent>.detail { content in
    [.title(sum(of: content)), .sentence(verbatim: content.notice ?? "", .faint)]
  }

  /// The lines and the total, or that there are none.
  static func document(of content: CartContent) -> Document {
    guard content.lines.isEmpty else {
      return list.document(of: content.lines) + total.document(of: [content])
    }
    guard let removed = content.removed else { return "The cart is empty." }
    return "The cart is empty. \(.sentence(removal(of: removed)))"
  }

  /// The number of tickets and their price, such as `3 tickets, EUR 4.20`.
  static func sum(of content: CartContent) -> LocalizedText {
    let count = text(ofCount: content.ticketCount)
    return content.total.map { "\(count), \($0)" } ?? count
  }

  /// The number of tickets, such as `3 tickets`.
  static func text(ofCount count: Int) -> LocalizedText {
    count == 1 ? "1 ticket" : "\(count) tickets"
  }

  /// What another current city has removed, and the remedy, in one sentence.
  static func removal(of tickets: RemovedTickets) -> LocalizedText {
    let city: LocalizedText = tickets.city.map { " of '\($0)'" } ?? ""
    let remedy: LocalizedText =
      tickets.count == 1 ? "'cart undo' brings it back" : "'cart undo' brings them back"
    return "removed \(text(ofCount: tickets.count))\(city) from the cart; \(remedy)"
  }
}

extension CartLine {
  /// The name, with the rider category and the fare medium.
  fileprivate var title: String {
    let conditions = [rider, medium].compactMap(\.self).joined(separator: ", ")
    return conditions.isEmpty ? name : "\(name) (\(conditions))"
  }
}
