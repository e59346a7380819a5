import DataSourceInterface
import Documents
import FaresInterface
import Mediator

/// The prices of journeys, and the layouts of lists of fares.
enum FareView {
  /// The price with the fares that make it up, and their rules; or why no fare is known.
  static func document(of quote: FareQuote) -> Document {
    let route =
      quote.from == quote.to ? quote.from.name : "\(quote.from.name) → \(quote.to.name)"
    var document: Document
    if let price = quote.price {
      let conditions = quote.conditions.map { ", \($0)" } ?? ""
      document = [.title("\(route): \(price)\(conditions)")]
      document.blocks += quote.fares.map { block(of: $0, in: quote) }
      let others = quote.media.dropFirst().map { other in
        Block.paragraph("\(other.price)\(other.medium.map { ", \($0)" } ?? "")")
      }
      if !others.isEmpty { document.blocks.append(.group(others)) }
    } else {
      let rider = quote.rider.map { ", \($0)" } ?? ""
      document = [.title("\(route): no fare known\(rider)")]
    }
    return document + [
      .sentence(verbatim: quote.reason ?? ""), .sentence(verbatim: quote.notice ?? "", .faint),
    ]
  }

  /// The price and the rule of a fare and, below them, its rides.
  private static func block(of fare: AppliedFare, in quote: FareQuote) -> Block {
    let name: LocalizedText =
      fare.name.map { .init(verbatim: $0) } ?? fare.id.map { "fare \($0)" } ?? "change"
    // The title says what is common to all.
    let others = [
      fare.rider == quote.rider ? nil : fare.rider,
      quote.media.isEmpty ? fare.medium : nil,
    ].compactMap(\.self)
    let conditions = others.map { ", \($0)" }.joined()
    return .group([
      .paragraph("\(fare.price) \(name)\(conditions): \(fare.rule)"),
      .paragraph(rides(of: fare, in: quote), .faint),
    ])
  }

  /// The lines of the rides that a fare pays for, with the first boarding and the last alighting.
  private static func rides(of fare: AppliedFare, in quote: FareQuote) -> LocalizedText {
    let rides = quote.rides.dropFirst(fare.firstRide).prefix(fare.rides)
    guard let first = rides.first, let last = rides.last else { return "" }
    let lines = rides.map(\.line.name).joined(separator: ", ")
    return "\(first.departure.clock) \(first.from.name) → \(last.to.name), line \(lines)"
  }
}
