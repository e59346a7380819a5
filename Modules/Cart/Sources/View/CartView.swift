import CartInterface
import Console
import Documents
import Mediator
import Scenes

/// Draws the content of the cart.
enum CartView {
  static let list = ListLayout<CartLine>.table(
    .init("tickets", .right) { .init("\($0.quantity)", $0.quantity == 0 ? .faint : .strong) },
    .init("fare", isFlexible: true) { .init(verbatim: $0.title) },
    .init("price", .right, minimumPageWidth: 40) { .init("\($0.price)", .faint) },
    .init("total", .right) { "\($0.total)" })

  static let total = ListLayout<CartContent>.detail { content, page in
    ([page.paragraph(sum(of: content), .title)]
      + (content.notice.map { [page.sentence($0, .faint)] } ?? []))
      .joined(separator: "\n\n")
  }

  /// The lines and the total, or that there are none.
  static func text(_ content: CartContent, on page: Page) -> String {
    guard !content.lines.isEmpty else {
      let removal = content.removed.map { " \(Self.removal(of: $0).capitalizedSentence)." } ?? ""
      return page.paragraph("The cart is empty.\(removal)")
    }
    return [list.text(of: content.lines, on: page), total.text(of: [content], on: page)]
      .joined(separator: "\n\n")
  }

  /// The number of tickets and their price, such as `3 tickets, EUR 4.20`.
  static func sum(of content: CartContent) -> String {
    let count = text(ofCount: content.ticketCount)
    return content.total.map { "\(count), \($0)" } ?? count
  }

  /// The number of tickets, such as `3 tickets`.
  static func text(ofCount count: Int) -> String { count == 1 ? "1 ticket" : "\(count) tickets" }

  /// What another current city has removed, and the remedy, in one sentence.
  static func removal(of tickets: RemovedTickets) -> String {
    let city = tickets.city.map { " of '\($0)'" } ?? ""
    return "removed \(text(ofCount: tickets.count))\(city) from the cart; "
      + "'cart undo' brings \(tickets.count == 1 ? "it" : "them") back"
  }
}

extension CartLine {
  /// The name, with the rider category.
  fileprivate var title: String { rider.map { "\(name) (\($0))" } ?? name }
}
