import BookmarksInterface
import DataSourceInterface
import Mediator
import RoutingInterface

/// Finds the stations and places that texts mean: DataSource knows the stations, and the names of
/// bookmarks are understood as well.
struct EndpointResolver: Sendable {
  let mediator: Mediator

  /// Returns what each text means. A bookmark is preferred to a station whose name only begins with
  /// the text or has a typing mistake.
  /// - Throws: For the first text that means nothing, `RoutingError.bookmarkIsJourney` or
  ///   `DataSourceError`.
  func endpoints(
    _ texts: [String], in city: CityID?
  ) async throws -> (timetable: Timetable, endpoints: [Endpoint]) {
    let found = try await mediator.perform(
      DataSource.endpoints, EndpointsQuery(city: city, texts: texts))
    var endpoints: [Endpoint] = []
    for (text, result) in zip(texts, found.results) {
      endpoints.append(try await endpoint(result, named: text, in: found.timetable))
    }
    return (found.timetable, endpoints)
  }

  private func endpoint(
    _ result: Result<Endpoint, DataSourceError>, named text: String, in timetable: Timetable
  ) async throws -> Endpoint {
    let city = timetable.city
    switch result {
    case .success(.station(_, isExactName: true)): return try result.get()
    case .success(.place(let place)): return .place(await named(place, in: city))
    case .success(.station(_, isExactName: false)), .failure:
      let bookmark = try? await mediator.perform(
        Bookmarks.find, BookmarkReference(name: text))
      guard let bookmark, bookmark.isPoint(of: city) else {
        if case .failure(.unknownStation) = result, bookmark?.to != nil {
          throw RoutingError.bookmarkIsJourney(text)
        }
        return try await result.get(in: city, through: mediator)
      }
      guard !bookmark.from.isPlace else { return .place(bookmark.namedPlace) }
      guard let station = timetable.station(ofStopID: bookmark.from.id) else {
        throw DataSourceError.unknownStation(
          bookmark.from.reference, city: timetable.name, nearest: [])
      }
      return .station(station, isExactName: true)
    }
  }

  /// The place with the name of its bookmark, if it has one.
  private func named(_ place: PointOfInterest, in city: CityID) async -> PointOfInterest {
    let bookmarks = (try? await mediator.perform(Bookmarks.list)) ?? []
    return bookmarks.first { $0.isPoint(of: city) && $0.from.id == place.id }?.namedPlace ?? place
  }
}

extension Bookmark {
  /// Whether it is a station or place of a city and not a journey.
  fileprivate func isPoint(of city: CityID) -> Bool { to == nil && self.city == city }

  /// The place with the name of the bookmark.
  fileprivate var namedPlace: PointOfInterest {
    PointOfInterest(id: from.id, name: name, coordinate: from.coordinate)
  }
}
