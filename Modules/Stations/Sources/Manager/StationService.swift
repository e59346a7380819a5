import DataSourceInterface
import Foundation
import Mediator
import StationsInterface

/// Finds stations and departures in the data of `DataSource`.
struct StationService: Sendable {
  /// The number of stations that a search by coordinate returns unless it has a limit.
  private static let defaultLimit = 10
  /// The limits of `nearby`.
  private static let nearbyLimits = (metres: 1500, stations: 5)

  let mediator: Mediator
  let now: @Sendable () -> Date

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
    let station = try await mediator.perform(DataSource.station, query)
    guard let center = station.coordinate else { return [] }
    // One more than the limit, because the search also finds the station itself.
    let search = StationSearch(
      text: "@\(center.latitude),\(center.longitude)", city: query.city,
      limit: Self.nearbyLimits.stations + 1)
    return try await self.search(search).filter {
      $0.id != station.id && ($0.distance ?? .max) <= Self.nearbyLimits.metres
    }
  }

  func departures(_ query: StationQuery) async throws -> [NextDepartures] {
    let found = try await mediator.perform(
      DataSource.stationIndexes, StationIndexesQuery(city: query.city, stations: [query.name]))
    return DepartureBoard(found.timetable, at: now()).departures(from: found.indexes[0])
  }
}

extension Station {
  fileprivate func metres(from center: Coordinate) -> Int? {
    coordinate.map { $0.metres(to: center) }.flatMap { Int(exactly: $0.rounded()) }
  }
}
