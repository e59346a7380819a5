import BookmarksInterface
import DataSourceInterface
import Mediator

/// Finds what the texts of bookmarks and of the history name.
struct PlaceLookup: Sendable {
  let store: BookmarkStore
  let mediator: Mediator

  /// Finds the stations and places that texts name; a place may have the name of its bookmark.
  func ends(
    _ texts: [String], in city: CityID?
  ) async throws -> (city: CityID, ends: [PointOfInterest]) {
    let found = try await mediator.perform(
      DataSource.endpoints, EndpointsQuery(city: city, texts: texts))
    var ends: [PointOfInterest] = []
    for (text, result) in zip(texts, found.results) {
      // A place and the exact name of a station take precedence over a bookmark.
      if let end = result.exactEnd(in: found.timetable) {
        ends.append(end)
      } else if let end = try await store.bookmarkIfAny(named: text)?.end(in: found.city.id) {
        ends.append(end)
      } else {
        let end = try await result.get(in: found.city.id, through: mediator)
        ends.append(end.pointOfInterest(in: found.timetable))
      }
    }
    return (found.city.id, ends)
  }
}

extension Bookmark {
  /// Whether a station has the whole name of the bookmark, and the bookmark is not that station alone.
  /// Where a command expects a station, the name means the station.
  func hasNameOfStation(through mediator: Mediator) async throws -> Bool {
    let found = try await mediator.perform(
      DataSource.endpoints, EndpointsQuery(city: city, texts: [name]))
    guard case .success(.station(let station, isExactName: true))? = found.results.first else {
      return false
    }
    return to != nil || found.timetable.stopReference(ofStation: station).id != from.id
  }
}

extension Result<Endpoint, DataSourceError> {
  /// A place, or a station whose whole name was given; nil for everything else.
  fileprivate func exactEnd(in timetable: Timetable) -> PointOfInterest? {
    switch self {
    case .success(let end) where end.isExact: end.pointOfInterest(in: timetable)
    case .success, .failure: nil
    }
  }
}

extension Endpoint {
  fileprivate var isExact: Bool {
    switch self {
    case .place: true
    case .station(_, let isExactName): isExactName
    }
  }

  fileprivate func pointOfInterest(in timetable: Timetable) -> PointOfInterest {
    switch self {
    case .place(let place): place
    case .station(let station, _): timetable.pointOfInterest(ofStation: station)
    }
  }
}

extension Bookmark {
  /// The station or place of a bookmark in `city`, which has the name of the bookmark if it has none
  /// of its own; nil for a journey.
  fileprivate func end(in city: CityID) -> PointOfInterest? {
    guard to == nil, self.city == city else { return nil }
    guard from.isPlace, let coordinate = from.coordinate else { return from }
    return PointOfInterest(at: coordinate, name: name)
  }
}
