import CartInterface
import Console
import DataSourceInterface
import Documents
import FaresInterface
import Scenes
import Mediator

/// Draws the tickets that can be bought.
enum TicketsView {
  static let empty = "No tickets: the feed of the city has no fares."

  static let list = ListLayout<FareOffer>.table(
    .init("fare", isFlexible: true) { .init(verbatim: $0.id, .faint) },
    .init("ticket", isFlexible: true, minimumPageWidth: 50) { .init(verbatim: $0.name ?? $0.validity) },
    .init("rider", isFlexible: true, minimumPageWidth: 70) { "\($0.rider ?? "everybody")" },
    .init("price", .right) { .init("\($0.price)", .strong) })

  static let notice = ListLayout<FareList>.detail { list, page in
    list.notice.map { page.sentence($0, .faint) } ?? ""
  }

  /// The tickets, or that there are none, and what to know about them.
  static func text(_ catalogue: FareList, on page: Page) -> String {
    let tickets =
      catalogue.fares.isEmpty ? page.paragraph(empty) : list.text(of: catalogue.fares, on: page)
    let notice = catalogue.notice.map { [page.sentence($0, .faint)] } ?? []
    return ([tickets] + notice).joined(separator: "\n\n")
  }

  static func added(_ offer: FareOffer, to cart: CartContent) -> String {
    let tickets = cart.ticketCount == 1 ? "1 ticket" : "\(cart.ticketCount) tickets"
    let total = cart.total.map { ", \($0)" } ?? ""
    return "Added \(offer.name ?? offer.id); the cart has \(tickets)\(total)."
  }
}

extension FareOffer {
  /// How long and for how many changes the ticket can be used, such as `60 min, 1 change`.
  fileprivate var validity: String {
    let time = duration.map { "\($0 / 60) min" }
    let changes = changes.map { count in
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
