import Console
import DataSourceInterface
import ListScene
import StationsInterface

/// Draws stations.
enum StationView {
  static let list = ListLayout<FoundStation>.table(
    .init(isFlexible: true) { "\($0.name)" },
    .init(isFlexible: true) { .badges($0.lines.badges) },
    .init("", .right) { .init($0.distance.map(\.asDistance) ?? "") },
    .init(isFlexible: true, from: 60) { .init("id:\($0.id)", .dim) })

  static let nearby = ListLayout<FoundStation>.table(
    .init(isFlexible: true) { "\($0.name)" },
    .init(isFlexible: true) { .badges($0.lines.badges) },
    .init("", .right) { .init($0.distance.map(\.asDistance) ?? "") },
    .init("", .right) { .init($0.distance.map(\.asWalk) ?? "", .dim) })

  static let departures = ListLayout<NextDepartures>.table(
    .init { .badges([$0.line].badges) },
    .init(isFlexible: true) { "\($0.headsign)" },
    .init("", .right) { $0.departure(0) },
    .init("", .right) { $0.departure(1) },
    .init("", .right, from: 50) { $0.departure(2) })

  static let details = ListLayout<StationDetails>.detail { details, page in
    let station = details.station
    let facts = StationFacts(details)
    let head =
      [page.paragraph(station.name, .bold)]
      + details.otherNames.prefix(6).map { page.paragraph($0, .dim) }
      + page.rows(of: station.lines.badges, in: page.columns)
      + facts.sentences.map { page.paragraph($0) }
    return (head + [firstAndLast(details, on: page)]).filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  private static func firstAndLast(_ details: StationDetails, on page: Page) -> String {
    guard !details.departures.isEmpty else {
      return "\n" + page.paragraph("No train leaves on \(details.date).", .dim)
    }
    var table = Table(
      .init(), .init(isFlexible: true), .init("first", .right), .init("last", .right))
    for span in details.departures {
      table.append(
        .badges([span.line].badges), "\(span.headsigns.joined(separator: ", "))",
        "\(span.first.minutes)",
        "\(span.last.minutes)")
    }
    let title = page.paragraph("First and last trains, \(details.date)", .bold)
    return "\n" + title + "\n" + table.text(on: page)
  }
}

extension NextDepartures {
  /// How long a train is to be waited for: in minutes within an hour, and else when it leaves.
  fileprivate func departure(_ number: Int) -> Table.Cell {
    guard departures.indices.contains(number) else { return "" }
    let departure = departures[number]
    let minutes = departure.wait / 60
    let text =
      minutes < 1
      ? "now"
      : minutes < 60
        ? "\(minutes) min" : ServiceTime(seconds: departure.time.seconds % 86400).minutes
    return .init(
      text, minutes < 60 ? Urgency(untilDeparture: .seconds(departure.wait)).style : .plain)
  }
}

extension [Line] {
  fileprivate var badges: [Badge] { map { Badge($0.name, rgb: $0.color?.rgb) } }
}

extension ServiceTime {
  /// On the clock, without the seconds: who wants to catch it comes before.
  fileprivate var minutes: String { ServiceTime(seconds: seconds - seconds % 60).clock }
}

extension Int {
  /// Metres as `350 m` or `1.2 km`.
  fileprivate var asDistance: String {
    guard self >= 995 else { return "\((self + 5) / 10 * 10) m" }
    let tenths = (self + 50) / 100
    return tenths % 10 == 0 ? "\(tenths / 10) km" : "\(tenths / 10).\(tenths % 10) km"
  }

  /// Metres in a straight line as a walk: a third longer, at 80 metres a minute.
  fileprivate var asWalk: String { "\((self * 4 + 239) / 240) min" }
}
