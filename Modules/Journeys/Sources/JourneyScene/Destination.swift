import BookmarksInterface
import Console
import DataSourceInterface
import JourneysInterface
import Mediator
import StationsInterface

/// What a person may mean by a text at "Where to?".
enum Destination: Encodable, Equatable {
  case bookmark(Bookmark)
  /// A journey that was planned before.
  case journey(HistoryEntry)
  case station(FoundStation, city: CityID)
  case place(PointOfInterest, city: CityID)

  private static let maximumBookmarks = 5
  private static let maximumJourneys = 3
  private static let maximumStations = 12

  var id: String {
    switch self {
    case .bookmark(let bookmark): "bookmark \(bookmark.name)"
    case .journey(let entry): "journey \(entry.from.id) \(entry.to.id)"
    case .station(let station, _): station.id
    case .place(let place, _): place.id
    }
  }

  /// What opens: a journey, or its destination, for which the Journey scene knows or asks the start.
  var value: any Sendable {
    switch self {
    case .bookmark(let bookmark):
      bookmark.to.map {
        OriginDestination(
          city: bookmark.city, from: bookmark.from, to: $0, stepFree: bookmark.stepFree)
      } ?? JourneyEnd(bookmark.from, .destination, in: bookmark.city)
    case .journey(let entry): OriginDestination(city: entry.city, from: entry.from, to: entry.to)
    case .station(let station, let city):
      JourneyEnd(PointOfInterest(station), .destination, in: city)
    case .place(let place, let city): JourneyEnd(place, .destination, in: city)
    }
  }

  /// Finds what matches a text in the current city: bookmarks, stations, and journeys that were
  /// planned before. A station with exactly this name is first; of other stations, those that the
  /// person uses most.
  static func find(_ text: String, through mediator: Mediator) async throws -> [Destination] {
    let city = try await mediator.perform(DataSource.city, CityQuery()).id
    guard !text.hasPrefix("@") else {
      return Coordinate(text.dropFirst()).map { [.place(PointOfInterest(at: $0), city: city)] }
        ?? []
    }
    let planned = try await PlannedEnds(in: city, through: mediator)
    // The stations can be found without the bookmarks.
    let bookmarks = (try? await mediator.perform(Bookmarks.list))?.filter { $0.city == city } ?? []
    try Task.checkCancellation()
    let pattern = FuzzyPattern(text)
    let uses = planned.uses
    let stations = try await stations(matching: text, in: city, through: mediator).enumerated()
      .sorted { first, second in
        func rank(_ found: (offset: Int, element: FoundStation)) -> (Int, Double, Int) {
          let isNamed = found.element.name.folded == text.folded
          return (isNamed ? 0 : 1, -(uses[found.element.id] ?? 0), found.offset)
        }
        return rank(first) < rank(second)
      }.map(\.element)
    let journeys = pattern.matches(planned.history) { "\($0.from.name) → \($0.to.name)" }
    return pattern.matches(bookmarks) { $0.name }.prefix(maximumBookmarks).map(Destination.bookmark)
      + stations.prefix(maximumStations).map { .station($0, city: city) }
      + journeys.prefix(maximumJourneys).map(Destination.journey)
  }

  /// The stations whose names contain a text in any language or, if there are none, its letters.
  private static func stations(
    matching text: String, in city: CityID, through mediator: Mediator
  ) async throws -> [FoundStation] {
    let found = try await mediator.perform(
      Stations.search, StationSearch(text: text, city: city))
    guard found.isEmpty, !text.hasPrefix("id:") else { return found }
    let all = try await mediator.perform(Stations.search, StationSearch(city: city))
    return FuzzyPattern(text).matches(all) { $0.name }
  }
}
