import DataSourceInterface
import Documents
import Mediator
import Scenes
import StationsInterface

/// Stations.
enum StationView {
  static let list = list(matching: "")

  /// Stations that match a text, with names that the person who typed it can read.
  static func list(matching text: String) -> ListLayout<FoundStation> {
    .table(
      .init(isFlexible: true) { $0.nameCell(besides: text) },
      .init { .init(verbatim: $0.code ?? "", .faint) },
      .init(isFlexible: true) { .distinctBadges($0.lines.badges) },
      .init("", .right) { .init(verbatim: $0.distance.map(\.asDistance) ?? "") },
      .init(isFlexible: true, minimumPageWidth: 100) { .init("id:\($0.id)", .faint) })
  }

  /// A place that the user has typed.
  static let place = ListLayout<PointOfInterest>.table(
    .init(isFlexible: true) { "\($0.name)" }, .init { _ in .init("this place", .faint) })

  static let nearby = ListLayout<FoundStation>.table(
    .init(isFlexible: true) { $0.nameCell() },
    .init(isFlexible: true) { .distinctBadges($0.lines.badges) },
    .init("", .right) { .init(verbatim: $0.distance.map(\.asDistance) ?? "") },
    .init("", .right) { .init(verbatim: $0.walkingTime?.formattedInMinutes ?? "", .faint) })

  static let details = ListLayout<DatedStationDetails>.detail { item in
    let details = item.details
    let station = details.station
    let note: [Block] = item.notes.map { .paragraph("\($0)", .warning) }
    let names: [Block] = ([station.translatedName.local] + details.otherNames)
      .filter { $0 != station.name }.prefix(6).map { .paragraph("\($0)", .faint) }
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
    let platforms = details.platforms.compactMap { stop in
      stop.platform.map { platform in platform + (stop.code.map { " (\($0))" } ?? "") }
    }.joined(separator: ", ")
    let facilities = details.facilities.map(\.text).joined(separator: ", ")
    let attributes: [LocalizedText?] = [
      details.station.code.map { "Code: \($0)" },
      platforms.isEmpty ? nil : "Platforms: \(platforms)",
      facilities.isEmpty ? nil : "Access: \(facilities)", entrances(of: details),
    ]
    return access(to: details) + attributes.compactMap(\.self)
  }

  /// Whether trains can be reached without steps, for each platform unless all are alike; empty
  /// when the feed does not say.
  private static func access(to details: StationDetails) -> [LocalizedText] {
    if let isStepFree = details.isStepFree {
      return [
        isStepFree
          ? "Trains can be reached without steps." : "Trains cannot be reached without steps."
      ]
    }
    guard details.platforms.contains(where: { $0.isStepFree != nil }) else { return [] }
    func platforms(_ isStepFree: Bool?) -> LocalizedText? {
      let labels = details.platforms.filter { $0.isStepFree == isStepFree }
        .map { label(of: $0, in: details) }
      return labels.isEmpty ? nil : labels.joined(separator: ", ")
    }
    let texts: [LocalizedText?] = [
      platforms(true).map { "Without steps: \($0)" },
      platforms(false).map { "Only with steps: \($0)" },
      platforms(nil).map { "Step-free access unknown: \($0)" },
    ]
    return texts.compactMap(\.self)
  }

  /// What tells a platform from the others of its station: its sign, its name, its lines, or its
  /// id.
  private static func label(of platform: Stop, in details: StationDetails) -> LocalizedText {
    if let sign = platform.platform { return "platform \(sign)" }
    let others = details.platforms.filter { $0.id != platform.id && $0.platform == nil }
    let lines = platform.lines ?? []
    if platform.name != details.station.name, !others.contains(where: { $0.name == platform.name })
    {
      return "\(platform.name)"
    }
    return lines.isEmpty || others.contains { $0.lines == lines }
      ? "\(platform.id)" : "\(lines.map(\.name).joined(separator: ", "))"
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
          .badges(index == 0 ? [row.line].badges : []),
          Text(trains.boarding.after(trains.destination.shown)),
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
  /// - Parameter text: What the person has typed; empty for nothing.
  fileprivate func nameCell(besides text: String = "") -> Text {
    if let translation = translatedName.translation(readableBesides: text) {
      return "\(translation) \(translatedName.local)"
    }
    // A line and its branch may have the same name, which is in the distinction once.
    let names = lines.map(\.name).reduce(into: [String]()) { names, name in
      if names.last != name { names.append(name) }
    }
    let isShown = distinction == names.joined(separator: " ")
    return isShown ? "\(translatedName.shownWithLocal)" : "\(nameOnSigns)"
  }

  /// The name with its distinction, or else with the local one.
  var nameOnSigns: String { distinction == nil ? translatedName.shownWithLocal : qualifiedName }
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
