import BookmarksInterface
import DataSourceInterface
import Documents
import Foundation
import Mediator
import NewsInterface
import StationsInterface

/// Finds stations and departures in the data of `DataSource`.
struct StationLookup: Sendable {
  /// The number of stations that a search by coordinate returns unless it has a limit.
  private static let defaultLimit = 10
  /// The limits of `nearby`.
  private static let nearbyLimits = (metres: 1500, stations: 5)
  /// The largest number of stations around a place.
  private static let aroundLimit = 5

  let mediator: Mediator
  let now: @Sendable () -> Date
  private var resolver: EndpointResolver { EndpointResolver(mediator: mediator) }

  func search(_ search: StationSearch) async throws -> [FoundStation] {
    guard let text = search.text, text.hasPrefix("@") else {
      return try await mediator.perform(DataSource.stations, search).map { FoundStation($0) }
    }
    let limited = StationSearch(
      text: text, city: search.city, limit: search.limit ?? Self.defaultLimit)
    let center = Coordinate(text.dropFirst())
    return try await mediator.perform(DataSource.stations, limited).map { station in
      FoundStation(station, distance: center.flatMap { station.metres(from: $0) })
    }
  }

  /// The stations within walking distance.
  func nearby(_ query: StationQuery) async throws -> [FoundStation] {
    let name = try await resolver.reference(to: query.name, in: query.city)
    let station = try await mediator.perform(
      DataSource.station, StationQuery(name: name, city: query.city))
    guard let center = station.coordinate else { return [] }
    // One more than the limit, because the search also finds the station itself.
    let search = StationSearch(
      text: "@\(center)", city: query.city,
      limit: Self.nearbyLimits.stations + 1)
    let near = try await mediator.perform(DataSource.stations, search).map { near in
      (station: near, distance: near.metres(from: center))
    }.filter { $0.station.id != station.id && ($0.distance ?? .max) <= Self.nearbyLimits.metres }
    let data = try await mediator.perform(
      DataSource.endpoints, EndpointsQuery(city: query.city, texts: []))
    return near.map { near in
      FoundStation(
        near.station, distance: near.distance,
        transferSeconds: data.timetable.transferSeconds(from: station.id, to: near.station.id))
    }
  }

  func departures(_ query: StationQuery) async throws -> [NextDepartures] {
    let board = try await board(BoardQuery(stations: [query.name], city: query.city))
    return board.stations.first?.departures ?? []
  }

  func board(_ query: BoardQuery) async throws -> DepartureBoard {
    let data = try await mediator.perform(
      DataSource.endpoints, EndpointsQuery(city: query.city, texts: []))
    let timetable = try await mediator.perform(DataSource.liveTimetable, data.city.id)
    let search = DepartureSearch(timetable, at: now())
    let texts = query.stations ?? []
    var stations: [StationBoard] = []
    if texts.isEmpty {
      var listed: Set<String> = []
      for point in try await bookmarkedPoints(of: data.city) {
        guard point.isPlace else {
          guard listed.insert(point.id).inserted else { continue }
          stations.append(try await board(ofBookmarked: point, search, in: data))
          continue
        }
        stations += try await self.stations(around: point.reference, in: data.city)
          .filter { listed.insert($0.id).inserted }
          .map { try StationBoard($0, search, in: data) }
      }
    } else {
      var listed: Set<String> = []
      var known: Set<String> = []
      for text in texts where known.insert(text).inserted {
        try Task.checkCancellation()
        let found = try await self.stations(text, in: data.city)
          .filter { listed.insert($0.id).inserted }
        stations += try found.map { try StationBoard($0, search, in: data) }
      }
    }
    for index in stations.indices {
      stations[index].notices = await notices(for: stations[index], at: now(), in: timetable)
    }
    return DepartureBoard(
      city: data.city, at: search.now,
      times: TimesOrigin(
        timetable, at: now(),
        isLive: stations.contains {
          $0.departures.contains { $0.departures.contains { $0.live == true } }
        }),
      stations: stations)
  }

  /// The notices that concern the next departures of a station; nil for none.
  private func notices(
    for board: StationBoard, at now: Date, in timetable: Timetable
  ) async -> [ServiceNotice]? {
    let station = StopReference(id: board.station.id, name: board.station.translatedName)
    let last = board.departures.flatMap { $0.departures.map(\.wait) }.max() ?? 0
    let concern = NewsConcern(
      city: timetable.city, lines: board.station.lines + board.departures.map(\.line),
      stations: [station],
      span: now...now + Double(last))
    // The app may have no notices.
    let found = (try? await mediator.perform(News.concerning, concern)) ?? []
    return found.isEmpty ? nil : found.map(\.notice)
  }

  /// The bookmarked stations and places of a city, in the order of the bookmarks.
  private func bookmarkedPoints(of city: City) async throws -> [PointOfInterest] {
    let points = try await bookmarks.filter { $0.city == city.id && $0.to == nil }.map(\.from)
    guard !points.isEmpty else { throw StationsError.noBookmarkedStations(city: city.name) }
    return points
  }

  /// All bookmarks; empty if no module answers `Bookmarks`.
  private var bookmarks: [Bookmark] {
    get async throws {
      do {
        return try await mediator.perform(Bookmarks.list)
      } catch MediatorError.noSuchTarget {
        return []
      }
    }
  }

  /// The board of a bookmarked station, which a newer feed may no longer contain.
  private func board(
    ofBookmarked station: PointOfInterest, _ search: DepartureSearch, in data: Endpoints
  ) async throws -> StationBoard {
    do {
      let query = StationQuery(name: station.reference, city: data.city.id)
      let found = FoundStation(try await mediator.perform(DataSource.station, query))
      return try StationBoard(found, search, in: data)
    } catch DataSourceError.unknownStation {
      return StationBoard(
        station: FoundStation(
          Station(
            id: station.id, name: station.translatedName, coordinate: station.coordinate, lines: [])
        ),
        departures: [], reason: "The timetable has no such station any more.")
    }
  }

  /// The one station that a text means, or those around the place that it means.
  private func stations(_ text: String, in city: City) async throws -> [FoundStation] {
    let reference = try await resolver.reference(to: text, in: city.id)
    guard !reference.hasPrefix("@") else {
      return try await stations(around: reference, in: city)
    }
    let query = StationQuery(name: reference, city: city.id)
    return [FoundStation(try await mediator.perform(DataSource.station, query))]
  }

  /// The stations within walking distance of a place, or else the nearest one.
  private func stations(around place: String, in city: City) async throws -> [FoundStation] {
    let found = try await search(
      StationSearch(text: place, city: city.id, limit: Self.aroundLimit))
    let near = found.filter { ($0.distance ?? .max) <= Int(Coordinate.walkingRadius) }
    return near.isEmpty ? Array(found.prefix(1)) : near
  }
}

extension StationBoard {
  /// Searches the departures of a station.
  /// - Throws: `DataSourceError.unknownStation` if the timetable does not contain the station.
  fileprivate init(
    _ station: FoundStation, _ search: DepartureSearch, in data: Endpoints
  ) throws(DataSourceError) {
    guard let index = data.timetable.station(ofStopID: station.id) else {
      throw .unknownStation(station.name, city: data.city.name, nearest: [])
    }
    let departures = search.departures(from: index)
    self.init(
      station: station, departures: departures,
      reason: Self.reason(for: departures, search, index: index, in: data.city))
  }

  /// Why there are no departures within 24 hours; nil if there are some.
  private static func reason(
    for departures: [NextDepartures], _ search: DepartureSearch, index: Int, in city: City
  ) -> String? {
    if let next = departures.first?.departures.first {
      guard next.wait >= 86400 else { return nil }
      let date = CalendarDate(day: search.now.date.day + next.daysAhead)
      return "No train leaves within 24 hours; the next ones are on "
        + "\(date.inWords(today: search.now.date))."
    }
    return if let note = city.expiryNote {
      "The \(note); \(city.expiryRemedy)."
    } else if !search.hasDepartures(from: index) {
      "Passengers cannot board a train here."
    } else if search.now.date < city.firstDate {
      "The timetable begins on \(city.firstDate.inWords(today: search.now.date))."
    } else {
      "No train leaves within 7 days."
    }
  }
}

extension Timetable {
  /// The shortest time that the feed gives for a change between the stops of two stations; nil if
  /// it gives none.
  fileprivate func transferSeconds(from id: String, to otherID: String) -> Int? {
    guard let from = station(ofStopID: id), let to = station(ofStopID: otherID) else { return nil }
    return stations.stops(of: from).flatMap { transfers.rows(from: $0) }
      .filter { transfers.condition(of: $0) == .none }
      .filter { Int(stops.station[Int(transfers.to[$0])]) == to }
      // Negative values ask for the default time, or forbid the change; with 0, the next train
      // waits.
      .map { Int(transfers.seconds[$0]) }.filter { $0 > 0 }.min()
  }
}

extension Station {
  fileprivate func metres(from center: Coordinate) -> Int? {
    coordinate.map { $0.metres(to: center) }.flatMap { Int(exactly: $0.rounded()) }
  }
}
