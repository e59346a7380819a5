import Console
import DataSourceInterface
import Documents
import Foundation
import Scenes
import TicketsInterface
import Mediator

/// Draws the tickets that were bought.
enum WalletView {
  /// How many tickets the first scene shows.
  static let widgetCount = 3

  static let empty = "The wallet is empty; put tickets into the cart, and check it out."

  static let list = ListLayout<WalletTicket>.table(
    .init("ticket", isFlexible: true) { .init(verbatim: $0.title) },
    .init("city", isFlexible: true, minimumPageWidth: 40) { .init(verbatim: $0.city.description, .faint) },
    .init("ordered", minimumPageWidth: 60) { .init(verbatim: $0.date, .faint) },
    .init("code") { .init(verbatim: $0.code, .strong) })

  static let ticket = ListLayout<WalletTicket>.detail { ticket, page in
    let attributes = [
      ("code", ticket.code), ("rider", ticket.rider ?? "everybody"),
      ("city", ticket.city.description), ("fare", ticket.fare), ("ordered", ticket.date),
      ("order", ticket.order),
    ]
    let parts = [page.paragraph(ticket.name, .title), page.definitions(attributes)]
    return (parts + (ticket.notice.map { [page.sentence($0, .warning)] } ?? []))
      .joined(separator: "\n\n")
  }

  static let notice = ListLayout<String>.text { text, page in page.sentence(text, .warning) }

  /// The tickets, or that there are none, and what the ticket server says about them.
  static func text(_ tickets: [WalletTicket], on page: Page) -> String {
    guard !tickets.isEmpty else { return page.paragraph(empty) }
    let sentences = notices(of: tickets).map { page.sentence($0, .warning) }
    return ([list.text(of: tickets, on: page)] + sentences).joined(separator: "\n\n")
  }

  /// What the ticket server says about tickets, each sentence once.
  static func notices(of tickets: [WalletTicket]) -> [String] {
    Set(tickets.compactMap(\.notice)).sorted()
  }
}

extension WalletTicket {
  /// The name, with the rider category.
  fileprivate var title: String { rider.map { "\(name) (\($0))" } ?? name }

  /// The day of the order, in the time zone of the person.
  fileprivate var date: String { CalendarDate(of: orderedAt, in: .current).description }
}
