import Console
import DataSourceInterface
import Documents
import FaresInterface
import Scenes
import Mediator

/// Draws prices of journeys and lists of fares.
enum FareView {
  /// The price with the fares that make it up, and their rules; or why no fare is known.
  static func text(_ quote: FareQuote, on page: Page) -> String {
    let route =
      quote.from == quote.to ? quote.from.name : "\(quote.from.name) → \(quote.to.name)"
    let rider = quote.rider.map { ", \($0)" } ?? ""
    var blocks: [String] = []
    if let price = quote.price {
      blocks.append(page.paragraph("\(route): \(price)\(rider)", .title))
      blocks += quote.fares.map { text(of: $0, in: quote, on: page) }
    } else {
      blocks.append(page.paragraph("\(route): no fare known\(rider)", .title))
    }
    blocks += quote.reason.map { [page.sentence($0)] } ?? []
    blocks += quote.notice.map { [page.sentence($0, .faint)] } ?? []
    return blocks.joined(separator: "\n\n")
  }

  static let list = ListLayout<FareOffer>.table(
    .init("price", .right) { .init("\($0.price)", .strong) },
    .init("fare", isFlexible: true) { "\($0.name ?? $0.id)" },
    .init("rider", isFlexible: true, minimumPageWidth: 60) { "\($0.rider ?? "")" },
    .init("changes", .right, minimumPageWidth: 50) { "\($0.changes.map(String.init) ?? "any")" },
    .init("within", .right, minimumPageWidth: 50) {
      "\($0.duration.map { "\($0 / 60) min" } ?? "")"
    })

  static let notice = ListLayout<FareList>.detail { list, page in
    list.notice.map { page.sentence($0, .faint) } ?? ""
  }

  /// The price and the rule of a fare and, below them, its rides.
  private static func text(
    of fare: AppliedFare, in quote: FareQuote, on page: Page
  ) -> String {
    let paragraphs = [
      page.paragraph("\(fare.price) \(rule(of: fare))"),
      page.paragraph(rides(of: fare, in: quote), .faint),
    ]
    return paragraphs.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func rule(of fare: AppliedFare) -> String {
    "\(fare.name ?? fare.id.map { "fare \($0)" } ?? "change"): \(fare.rule)"
  }

  /// The lines of the rides that a fare pays for, with the first boarding and the last alighting.
  private static func rides(of fare: AppliedFare, in quote: FareQuote) -> String {
    let rides = quote.rides.dropFirst(fare.firstRide).prefix(fare.rides)
    guard let first = rides.first, let last = rides.last else { return "" }
    let lines = rides.map(\.line.name).joined(separator: ", ")
    return "\(first.departure.clock) \(first.from.name) → \(last.to.name), line \(lines)"
  }
}
