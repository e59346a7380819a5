import DataSourceInterface
import Foundation
import Mediator
import StationsInterface

/// Answers what people ask about stations, by what DataSource knows.
struct StationGuide: Sendable {
  private static let nearest = 10
  private static let around = (metres: 1500, stations: 5)

  let mediator: Mediator
  let now: @Sendable () -> Date

  /// The stations that fit a text; of a place, the nearest.
  func search(_ search: StationSearch) async throws -> [FoundStation] {
    guard let text = search.text, text.hasPrefix("@") else {
      return try await mediator.perform(DataSource.stations, search).map { FoundStation($0) }
    }
    let nearest = StationSearch(
      text: text, city: search.city, limit: search.limit ?? Self.nearest)
    let here = Coordinate(text.dropFirst())
    return try await mediator.perform(DataSource.stations, nearest).map { station in
      FoundStation(station, distance: here.flatMap { station.metres(from: $0) })
    }
  }

  /// The stations within reach on foot.
  func nearby(_ query: StationQuery) async throws -> [FoundStation] {
    let station = try await mediator.perform(DataSource.station, query)
    guard let here = station.coordinate else { return [] }
    let search = StationSearch(
      text: "@\(here.latitude),\(here.longitude)", city: query.city,
      limit: Self.around.stations + 1)
    return try await self.search(search).filter {
      $0.id != station.id && ($0.distance ?? .max) <= Self.around.metres
    }
  }

  /// The next trains of a station.
  func departures(_ query: StationQuery) async throws -> [NextDepartures] {
    let timetable = try await mediator.perform(DataSource.timetable, query.city)
    let id = try await mediator.perform(DataSource.station, query).id
    let station = (0..<timetable.stations.count).first {
      timetable.stops.id[Int(timetable.stations.firstStop[$0])] == id
    }
    guard let station else {
      throw DataSourceError.unknownStation(query.name, city: timetable.name, nearest: [])
    }
    return DepartureBoard(timetable, at: now()).departures(from: station)
  }
}

extension Station {
  fileprivate func metres(from here: Coordinate) -> Int? {
    coordinate.map { $0.metres(to: here) }.flatMap { Int(exactly: $0.rounded()) }
  }
}
