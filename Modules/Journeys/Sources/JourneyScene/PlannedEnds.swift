import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator

/// The ends of the journeys that a person has planned in one city.
struct PlannedEnds: Sendable {
  private static let halfLife: TimeInterval = 30 * 86400

  /// The journeys, newest first.
  let history: [HistoryEntry]

  /// Reads the history of a city; nothing if the bookmarks are disabled or damaged, because journeys
  /// can be planned without them.
  /// - Parameter city: The city; nil for the current one.
  init(in city: CityID?, through mediator: Mediator) async throws {
    let city = try await mediator.perform(DataSource.city, CityQuery(city: city)).id
    do {
      history = try await mediator.perform(Bookmarks.history, HistoryQuery())
        .filter { $0.city == city }
    } catch  where !(error is CancellationError) {
      history = []
    }
  }

  /// Where most of the journeys began: each counts half as much for every 30 days that it is older
  /// than the newest one.
  /// - Parameter destination: Where the next journey ends, which is no start for it.
  func usualStart(to destination: PointOfInterest) -> PointOfInterest? {
    scores { [$0.from] }.filter { $0.key != destination.id }
      .max { ($0.value, $1.key) < ($1.value, $0.key) }
      .flatMap { id, _ in history.first { $0.from.id == id }?.from }
  }

  /// How often the stations and places were used, by their ids, both as a start and as a destination.
  var uses: [String: Double] { scores { [$0.from, $0.to] } }

  private func scores(of ends: (HistoryEntry) -> [PointOfInterest]) -> [String: Double] {
    let newest = history.first?.askedAt ?? .distantPast
    return history.reduce(into: [:]) { scores, entry in
      let age = newest.timeIntervalSince(entry.askedAt)
      for end in ends(entry) {
        scores[end.id, default: 0] += Double(entry.count) * exp2(-age / Self.halfLife)
      }
    }
  }
}
