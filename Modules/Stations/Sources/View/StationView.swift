import DataSourceInterface
import Documents
import Mediator
import Scenes
import StationsInterface

/// Stations.
enum StationView {
  static let list = ListLayout<FoundStation>.table(
    .init(isFlexible: true) { $0.nameCell },
    .init(isFlexible: true) { .distinctBadges($0.lines.badges) },
    .init("", .right) { .init(verbatim: $0.distance.map(\.asDistance) ?? "") },
    .init(isFlexible: true, minimumPageWidth: 60) { .init("id:\($0.id)", .faint) })

  /// A place that the user has typed.
  static let place = ListLayout<PointOfInterest>.table(
    .init(isFlexible: true) { "\($0.name)" }, .init { _ in .init("this place", .faint) })

  static let nearby = ListLayout<FoundStation>.table(
    .init(isFlexible: true) { $0.nameCell },
    .init(isFlexible: true) { .distinctBadges($0.lines.badges) },
    .init("", .right) { .init(verbatim: $0.distance.map(\.asDistance) ?? "") },
    .init("", .right) { .init(verbatim: $0.walkingTime?.formattedInMinutes ?? "", .faint) })

  static let details = ListLayout<DatedStationDetails>.detail { item in
    let details = item.details
    let station = details.station
    let note: [Block] = item.notes.map { .paragraph("\($0)", .warning) }
    let names: [Block] = details.otherNames.prefix(6).map { .paragraph("\($0)", .faint) }
    let attributes: [Block] = attributes(of: details).map { .paragraph(Text($0)) }
    let head: [Block] =
      [.title("\(station.qualifiedName)")] + note + names
      + [.paragraph(.distinctBadges(station.lines.badges))] + attributes
    return Document([.group(head)] + platformWays(of: details) + [firstAndLastTrains(of: details)])
  }

  /// How to reach the platforms from the entrances; empty when the feed does not say.
  private static func platformWays(of details: StationDetails) -> [Block] {
    let limit = 24
    let ways = details.entrances.flatMap { entrance in
      (entrance.ways ?? []).map { (entrance: name(of: entrance, in: details.station), way: $0) }
    }
    guard !ways.isEmpty else { return [] }
    var table = Table(.init(isFlexible: true), .init(), .init("", .right), .init(isFlexible: true))
    for (entrance, way) in ways.prefix(limit) {
      let platform = way.platform.platform.map { "platform \($0)" as LocalizedText }
      table.append(
        "\(entrance)", Text(platform ?? "\(way.platform.name)"),
        "\(Duration.seconds(way.duration).formattedInMinutes)", Text(way.steps.inWords, .faint))
    }
    let rest: [Block] =
      ways.count > limit ? [.paragraph("and \(ways.count - limit) more", .faint)] : []
    return [.group([.heading("Ways to the platforms"), .table(table)] + rest)]
  }

  /// The name of an entrance without that of its station.
  private static func name(of entrance: Entrance, in station: Station) -> String {
    let suffix = entrance.name.trimmingPrefix(station.name).drop { " -,:".contains($0) }
    return suffix.isEmpty ? entrance.name : String(suffix)
  }

  /// What the feed says about the station itself, a paragraph for each topic.
  static func attributes(of details: StationDetails) -> [LocalizedText] {
    let access: LocalizedText? = details.isStepFree.map {
      $0 ? "Trains can be reached without steps." : "Trains cannot be reached without steps."
    }
    let platforms = details.platforms.compactMap(\.platform).joined(separator: ", ")
    let facilities = details.facilities.map(\.text).joined(separator: ", ")
    let attributes: [LocalizedText?] = [
      access, platforms.isEmpty ? nil : "Platforms: \(platforms)",
      facilities.isEmpty ? nil : "Access: \(facilities)", entrances(of: details),
    ]
    return attributes.compactMap(\.self)
  }

  private static func entrances(of details: StationDetails) -> LocalizedText? {
    let limit = 12
    let names = details.entrances.map { name(of: $0, in: details.station) }
    guard !names.isEmpty else { return nil }
    let listed = names.prefix(limit).joined(separator: ", ")
    return names.count > limit
      ? "Entrances: \(listed) and \(names.count - limit) more" : "Entrances: \(listed)"
  }

  private static func firstAndLastTrains(of details: StationDetails) -> Block {
    let day = details.operatingDay
    guard !day.rows.isEmpty else {
      return .paragraph("No train leaves on \(details.date.inWords()).", .faint)
    }
    var table = Table(
      .init(), .init(isFlexible: true), .init("first", .right), .init("last", .right))
    for row in day.rows {
      for (index, trains) in row.trains.enumerated() {
        table.append(
          .badges(index == 0 ? [row.line].badges : []), "\(trains.destination)",
          "\(trains.first?.clock ?? "")", "\(trains.last?.clock ?? "")")
      }
    }
    let title: LocalizedText =
      day.firstDate == day.date
      ? "First and last trains, \(day.date.inWords())"
      : "First trains, \(day.firstDate.inWords()), and last trains, \(day.date.inWords())"
    return .group([.heading(title), .table(table)])
  }
}

/// The details of a station with the notes on its timetable, which JSON does not contain.
struct DatedStationDetails: Encodable, Equatable {
  let details: StationDetails
  let notes: [String]

  func encode(to encoder: any Encoder) throws { try details.encode(to: encoder) }
}

extension FoundStation {
  /// The name, with the distinction unless this is the lines, which have a column of their own.
  fileprivate var nameCell: Text {
    // A line and its branch may have the same name, which is in the distinction once.
    let names = lines.map(\.name).reduce(into: [String]()) { names, name in
      if names.last != name { names.append(name) }
    }
    return distinction == names.joined(separator: " ") ? "\(name)" : "\(qualifiedName)"
  }
}

extension [Line] {
  fileprivate var badges: [Badge] { map { Badge($0) } }
}

extension Facility {
  fileprivate var text: LocalizedText {
    switch self {
    case .stairs: "stairs"
    case .movingWalkway: "moving walkway"
    case .escalator: "escalator"
    case .lift: "lift"
    case .fareGate: "fare gates"
    }
  }
}
