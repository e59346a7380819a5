import CartInterface
import DataSourceInterface
import Documents
import FaresInterface
import Mediator
import Scenes

/// The tickets that can be bought.
enum TicketsView {
  static let empty: LocalizedText = "No tickets: no fare is known."

  static let list = ListLayout<FareOffer>.table(
    from: 50,
    .init("fare", isFlexible: true) { .init(verbatim: $0.id, .faint) },
    .init("ticket", isFlexible: true) { Text($0.title) + $0.exampleInWords },
    .init("rider", isFlexible: true) { .init($0.riders) },
    .init("price", .right) { .init("\($0.price)", .strong) },
    narrower: { offer in
      [
        .paragraph(Text("\(offer.price) \(offer.title)", .strong) + offer.exampleInWords),
        .paragraph("\(offer.id), \(offer.riders)", .faint),
      ]
    })

  static let notice = ListLayout<FareList>.detail { list in
    [.sentence(verbatim: list.notice ?? "", .faint)]
  }

  /// A longer list, as of a city with a fare for each pair of stations, is no choice for a person.
  private static let maximumCount = 40

  /// The tickets, or that there are none, and what to know about them.
  static func document(of catalogue: FareList) -> Document {
    let rest = catalogue.fares.count - maximumCount
    let more: Document =
      rest > 0
      ? [.sentence("And \(rest) more; 'fare <from> <to>' names the one of a journey.", .faint)] : []
    return
      (catalogue.fares.isEmpty
      ? "\(empty)" : list.document(of: Array(catalogue.fares.prefix(maximumCount)))) + more
      + notice.document(of: [catalogue])
  }

  static func added(_ offer: FareOffer, to cart: CartContent) -> LocalizedText {
    let tickets: LocalizedText = cart.ticketCount == 1 ? "1 ticket" : "\(cart.ticketCount) tickets"
    let total = cart.total.map { ", \($0)" } ?? ""
    let medium = offer.medium.map { " (\($0))" } ?? ""
    return "Added \(offer.name ?? offer.id)\(medium); the cart has \(tickets)\(total)."
  }
}

extension FareOffer {
  /// The name or else the validity, with the fare medium.
  fileprivate var title: LocalizedText {
    let title = name.map { .init(verbatim: $0) } ?? validity
    return medium.map { "\(title), \($0)" } ?? title
  }

  /// Such as `, such as Elm → Oak`; empty for none.
  fileprivate var exampleInWords: Text { example.map { Text(", such as \($0)", .faint) } ?? "" }

  /// Who may use the ticket.
  fileprivate var riders: LocalizedText { rider.map { .init(verbatim: $0) } ?? "everybody" }

  /// How long and for how many changes the ticket can be used, such as `60 min, 1 change`.
  fileprivate var validity: LocalizedText {
    let time: LocalizedText? = duration.map { "\($0 / 60) min" }
    let changes = changes.map { count -> LocalizedText in
      switch count {
      case 0: "no change"
      case 1: "1 change"
      default: "\(count) changes"
      }
    }
    let limits = [time, changes].compactMap(\.self)
    return limits.isEmpty ? "one journey" : limits.joined(separator: ", ")
  }
}
