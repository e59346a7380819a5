import BookmarksInterface
import DataSourceInterface
import Documents
import Mediator
import RoutingInterface
import Scenes

/// What a person can select in the journey that is shown: its rides, other journeys, and the
/// stops of a ride.
enum JourneyPartsView {
  /// The width of a screen that shows a table of journeys, without the columns that mark the
  /// selected row.
  private static let tableColumns = 98

  static let parts = ListLayout<JourneyPart>.rows { part in
    let track = JourneyTrack(part.journey, notes: part.notes).part(part.number)
    return Document(track.map { [.track($0)] } ?? [])
  }

  /// Journeys that were planned before.
  static let recent = ListLayout<HistoryEntry>.table(
    .init(isFlexible: true) { "\($0.from.name)" },
    .init(isFlexible: true) { Text("→ ", .faint) + Text(verbatim: $0.to.name) })

  static let alternatives = ListLayout<JourneyAlternative>.table(
    from: tableColumns,
    .init { .init(verbatim: $0.isSelected ? "●" : "", .accent) },
    .init("departs") { .init($0.journey.departureClock, .strong) },
    .init("arrives") { "\($0.journey.shownArrival.clock)" },
    .init("takes", .right) { "\($0.journey.clockDuration.formattedInMinutes)" },
    .init("changes", .right) { "\($0.journey.changes)" },
    .init("walk", .right) { $0.journey.walk },
    .init("lines", isFlexible: true) { .badges($0.journey.badges) }
  ) { alternative in
    let journey = alternative.journey
    return [
      .item(
        mark: alternative.isSelected ? Text("● ", .accent) : "  ",
        [.paragraph(journey.summary, .strong), .paragraph(.badges(journey.badges))])
    ]
  }

  static let stops = ListLayout<RideStop>.table(
    .init("arrives") { .init(verbatim: $0.arrival?.clock ?? "") },
    .init("departs") { .init(verbatim: $0.departure?.clock ?? "", .strong) },
    .init("stop", isFlexible: true) { $0.place.nameWithPlatform(.plain) })
}

extension Journey {
  /// The time of walks and changes; empty for none.
  fileprivate var walk: Text { walking == .zero ? "" : "\(walking.formattedInMinutes)" }

  fileprivate var badges: [Badge] { lines.map { Badge($0) } }
}
