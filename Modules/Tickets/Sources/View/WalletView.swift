import DataSourceInterface
import Documents
import Foundation
import Mediator
import Scenes
import TicketsInterface

/// The tickets that were bought.
enum WalletView {
  /// How many tickets the first scene shows.
  static let widgetCount = 3

  static let empty: LocalizedText =
    "The wallet is empty; put tickets into the cart, and check it out."

  static let list = ListLayout<WalletTicket>.table(
    .init("ticket", isFlexible: true) { .init(verbatim: $0.title) },
    .init("city", isFlexible: true, minimumPageWidth: 40) {
      .init(verbatim: $0.city.description, .faint)
    },
    .init("ordered", minimumPageWidth: 60) { .init(verbatim: $0.date, .faint) },
    .init("code") { .init(verbatim: $0.code, .strong) })

  static let ticket = ListLayout<WalletTicket>.detail { ticket in
    [
      .title(.init(verbatim: ticket.medium.map { "\(ticket.name) (\($0))" } ?? ticket.name)),
      .definitions([
        "code": .init(verbatim: ticket.code),
        "rider": ticket.rider.map { .init(verbatim: $0) } ?? "everybody",
        "city": "\(ticket.city)", "fare": .init(verbatim: ticket.fare),
        "ordered": .init(verbatim: ticket.date), "order": .init(verbatim: ticket.order),
      ]),
      .sentence(verbatim: ticket.notice ?? "", .warning),
    ]
  }

  static let notice = ListLayout<String>.rows { [.sentence(verbatim: $0, .warning)] }

  /// The tickets, or that there are none, and what the ticket server says about them.
  static func document(of tickets: [WalletTicket]) -> Document {
    guard !tickets.isEmpty else { return "\(empty)" }
    let notices = notices(of: tickets).map { Block.sentence(verbatim: $0, .warning) }
    return list.document(of: tickets) + Document(notices)
  }

  /// What the ticket server says about tickets, each sentence once.
  static func notices(of tickets: [WalletTicket]) -> [String] {
    Set(tickets.compactMap(\.notice)).sorted()
  }
}

extension WalletTicket {
  /// The name, with the rider category and the fare medium.
  fileprivate var title: String {
    let conditions = [rider, medium].compactMap(\.self).joined(separator: ", ")
    return conditions.isEmpty ? name : "\(name) (\(conditions))"
  }

  /// The day of the order, in the time zone of the person.
  fileprivate var date: String { CalendarDate(of: orderedAt, in: .current).description }
}
