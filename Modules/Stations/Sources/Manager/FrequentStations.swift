import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator

/// The stations that a person uses often, by frequency and recency: each planned journey counts for
/// both of its ends, and half as much for every 30 days that it is older than the newest one.
struct FrequentStations: Sendable {
  private static let halfLife: TimeInterval = 30 * 86400
  /// What a bookmark counts, compared with a journey.
  private static let bookmarkScore = 10.0

  /// The ids of the stations, the most often used first.
  let ids: [String]

  init(bookmarks: [Bookmark], history: [HistoryEntry], of city: CityID) {
    var scores: [String: Double] = [:]
    var ids: [String] = []
    func add(_ score: Double, to places: [PointOfInterest]) {
      for place in places where !place.isPlace {
        if scores[place.id] == nil { ids.append(place.id) }
        scores[place.id, default: 0] += score
      }
    }
    for bookmark in bookmarks where bookmark.city == city {
      add(Self.bookmarkScore, to: [bookmark.from] + [bookmark.to].compactMap(\.self))
    }
    let newest = history.lazy.map(\.askedAt).max() ?? .distantPast
    for entry in history where entry.city == city {
      let age = newest.timeIntervalSince(entry.askedAt)
      add(Double(entry.count) * exp2(-age / Self.halfLife), to: [entry.from, entry.to])
    }
    // Of equal scores, the first stays the first.
    self.ids = ids.enumerated().sorted {
      (scores[$1.element] ?? 0, $0.offset) < (scores[$0.element] ?? 0, $1.offset)
    }.map(\.element)
  }

  /// Looks up the stations of a city; none if the bookmarks are disabled or damaged, because
  /// stations can be found without them.
  /// - Parameter city: The city; nil for the current one.
  static func find(in city: CityID?, through mediator: Mediator) async throws -> FrequentStations {
    let city = try await mediator.perform(DataSource.city, CityQuery(city: city)).id
    do {
      return FrequentStations(
        bookmarks: try await mediator.perform(Bookmarks.list),
        history: try await mediator.perform(Bookmarks.history, HistoryQuery()), of: city)
    } catch  where !(error is CancellationError) {
      return FrequentStations(bookmarks: [], history: [], of: city)
    }
  }
}
