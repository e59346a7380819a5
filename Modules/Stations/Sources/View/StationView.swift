import Console
import DataSourceInterface
import Scenes
import StationsInterface

/// Draws stations and their departures.
enum StationView {
  static let list = ListLayout<FoundStation>.table(
    .init(isFlexible: true) { "\($0.name)" },
    .init(isFlexible: true) { .badges($0.lines.badges) },
    .init("", .right) { .init($0.distance.map(\.asDistance) ?? "") },
    .init(isFlexible: true, minimumPageWidth: 60) { .init("id:\($0.id)", .faint) })

  static let nearby = ListLayout<FoundStation>.table(
    .init(isFlexible: true) { "\($0.name)" },
    .init(isFlexible: true) { .badges($0.lines.badges) },
    .init("", .right) { .init($0.distance.map(\.asDistance) ?? "") },
    .init("", .right) { .init($0.distance.map(\.asWalkingTime) ?? "", .faint) })

  static let departures = ListLayout<NextDepartures>.table(
    .init { .badges([$0.line].badges) },
    .init(isFlexible: true) { "\($0.headsign)" },
    .init("", .right) { $0.cell(forDeparture: 0) },
    .init("", .right) { $0.cell(forDeparture: 1) },
    .init("", .right, minimumPageWidth: 50) { $0.cell(forDeparture: 2) })

  static let details = ListLayout<StationDetails>.detail { details, page in
    let station = details.station
    let head =
      [page.paragraph(station.name, .title)]
      + details.otherNames.prefix(6).map { page.paragraph($0, .faint) }
      + page.rows(of: station.lines.badges, width: page.columns)
      + attributes(of: details).map { page.paragraph($0) }
    return (head + [firstAndLastTrains(of: details, on: page)]).filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  /// What the feed says about the station itself, a paragraph for each topic.
  static func attributes(of details: StationDetails) -> [String] {
    let access = details.isStepFree.map {
      $0 ? "Trains can be reached without steps." : "Trains cannot be reached without steps."
    }
    let platforms = details.platforms.compactMap(\.platform).joined(separator: ", ")
    let facilities = details.facilities.map(\.text).joined(separator: ", ")
    return [
      access, platforms.isEmpty ? nil : "Platforms: \(platforms)",
      facilities.isEmpty ? nil : "Access: \(facilities)", entrances(of: details),
    ].compactMap(\.self)
  }

  private static func entrances(of details: StationDetails) -> String? {
    let limit = 12
    let names = details.entrances.map { entrance in
      let suffix = entrance.name.trimmingPrefix(details.station.name).drop { " -,:".contains($0) }
      return suffix.isEmpty ? entrance.name : String(suffix)
    }
    guard !names.isEmpty else { return nil }
    return "Entrances: " + names.prefix(limit).joined(separator: ", ")
      + (names.count > limit ? " and \(names.count - limit) more" : "")
  }

  private static func firstAndLastTrains(of details: StationDetails, on page: Page) -> String {
    guard !details.departures.isEmpty else {
      return "\n" + page.paragraph("No train leaves on \(details.date).", .faint)
    }
    var table = Table(
      .init(), .init(isFlexible: true), .init("first", .right), .init("last", .right))
    for span in details.departures {
      table.append(
        .badges([span.line].badges), "\(span.headsigns.joined(separator: ", "))",
        "\(span.first.clockWithoutSeconds)", "\(span.last.clockWithoutSeconds)")
    }
    let title = page.paragraph("First and last trains, \(details.date)", .title)
    return "\n" + title + "\n" + table.text(on: page)
  }
}

extension NextDepartures {
  /// The time until a departure in minutes, or its clock time if that is an hour or more away.
  fileprivate func cell(forDeparture index: Int) -> Table.Cell {
    guard departures.indices.contains(index) else { return "" }
    let departure = departures[index]
    let minutes = departure.wait / 60
    let text =
      minutes < 1
      ? "now"
      : minutes < 60
        ? "\(minutes) min"
        : ServiceTime(seconds: departure.time.seconds % 86400).clockWithoutSeconds
    return .init(
      text, minutes < 60 ? DepartureUrgency(untilDeparture: .seconds(departure.wait)).style : .plain
    )
  }
}

extension [Line] {
  fileprivate var badges: [Badge] { map { Badge($0.name, rgb: $0.color?.rgb) } }
}

extension Facility {
  fileprivate var text: String {
    switch self {
    case .stairs: "stairs"
    case .movingWalkway: "moving walkway"
    case .escalator: "escalator"
    case .lift: "lift"
    case .fareGate: "fare gates"
    }
  }
}

extension ServiceTime {
  /// Rounded down to the minute, so that nobody misses the train.
  fileprivate var clockWithoutSeconds: String {
    ServiceTime(seconds: seconds - seconds % 60).clock
  }
}

extension Int {
  /// A number of metres as `350 m` or `1.2 km`.
  fileprivate var asDistance: String {
    guard self >= 995 else { return "\((self + 5) / 10 * 10) m" }
    let tenths = (self + 50) / 100
    return tenths % 10 == 0 ? "\(tenths / 10) km" : "\(tenths / 10).\(tenths % 10) km"
  }

  /// A straight distance in metres as a walking time: a third is added for detours, at 80 metres a
  /// minute.
  fileprivate var asWalkingTime: String { "\((self * 4 + 239) / 240) min" }
}
