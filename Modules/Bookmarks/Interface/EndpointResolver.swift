public import DataSourceInterface
public import Mediator

/// Finds the stations and places that texts mean: `DataSource` knows the stations, and the names of
/// bookmarks are understood as well. Bookmarks are only read for a text that is not the whole name
/// of a station.
public struct EndpointResolver: Sendable {
  private let mediator: Mediator
  private let caller: StaticString

  /// Creates a resolver. In an app without a module for `Bookmarks`, it finds stations and places.
  /// - Parameter caller: The file whose module makes the calls.
  public init(mediator: Mediator, caller: StaticString = #fileID) {
    self.mediator = mediator
    self.caller = caller
  }

  /// Returns what each text means. A bookmark is preferred to a station whose name only begins with
  /// the text or has a typing mistake.
  /// - Throws: For the first text that means nothing, `BookmarksError.isJourney`, `.isOfOtherCity`
  ///   or `DataSourceError`.
  public func endpoints(
    _ texts: [String], in city: CityID?
  ) async throws -> (timetable: Timetable, endpoints: [Endpoint]) {
    let found = try await mediator.perform(
      DataSource.endpoints, EndpointsQuery(city: city, texts: texts), caller: caller)
    var endpoints: [Endpoint] = []
    for (text, result) in zip(texts, found.results) {
      endpoints.append(try await endpoint(result, named: text, in: found.timetable))
    }
    return (found.timetable, endpoints)
  }

  /// Returns the text that means the same station or place for `DataSource`, which does not know
  /// bookmarks: `id:` and the id of the station, or `@` and the coordinate of the place.
  /// - Throws: The same errors as `endpoints`.
  public func reference(to text: String, in city: CityID?) async throws -> String {
    guard !text.hasPrefix("@"), !text.hasPrefix("id:") else { return text }
    let (timetable, endpoints) = try await endpoints([text], in: city)
    return endpoints[0].pointOfInterest(in: timetable).reference
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
        Bookmarks.find, BookmarkReference(name: text), caller: caller)
      guard let bookmark, bookmark.isPoint(of: city) else {
        if case .failure(.unknownStation) = result, let bookmark {
          throw bookmark.to == nil
            ? BookmarksError.isOfOtherCity(text, bookmark.city) : .isJourney(text)
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
    let bookmarks = (try? await mediator.perform(Bookmarks.list, caller: caller)) ?? []
    return bookmarks.first { $0.isPoint(of: city) && $0.from.id == place.id }?.namedPlace ?? place
  }
}

extension Endpoint {
  /// The station or place of the endpoint.
  public func pointOfInterest(in timetable: Timetable) -> PointOfInterest {
    switch self {
    case .place(let place): place
    case .station(let station, _): timetable.pointOfInterest(ofStation: station)
    }
  }
}

extension Bookmark {
  /// Whether it is a station or place of a city and not a journey.
  fileprivate func isPoint(of city: CityID) -> Bool { to == nil && self.city == city }

  /// The place with the name of the bookmark.
  fileprivate var namedPlace: PointOfInterest {
    PointOfInterest(id: from.id, name: TranslatedName(name), coordinate: from.coordinate)
  }
}
