import DataSourceInterface
import Foundation
import MapInterface
import Mediator
import NewsInterface

/// Answers `Map.line`.
struct LineLookup: Sendable {
  let mediator: Mediator
  let now: @Sendable () -> Date

  /// Finds a line by its id, or else by its names.
  func line(_ query: LineQuery) async throws -> LineMap {
    let city = try await mediator.perform(DataSource.city, CityQuery(city: query.city))
    let lines = try await mediator.perform(DataSource.lines, CityQuery(city: city.id))
    let found = try lines.lines(named: query.line, in: city.name)
    let details = found[0]
    guard found.count == 1 else {
      throw MapError.ambiguousLine(query.line, city: city.name, ids: found.map(\.line.id))
    }
    let served = Set(details.courses.flatMap(\.stations).map(\.id))
    let stations = try await mediator.perform(
      DataSource.stations, StationSearch(city: city.id)
    ).filter { served.contains($0.id) }
    return LineMap(
      details: details, stations: stations,
      notices: try await notices(for: details.line, stations, in: city))
  }

  /// The notices that concern a line in the next 24 hours; nil for none.
  private func notices(
    for line: Line, _ stations: [Station], in city: City
  ) async throws -> [ServiceNotice]? {
    // Sources of a city may have alerts, and are asked with the live timetable.
    if try await !mediator.perform(DataSource.liveSources, city.id).isEmpty {
      _ = try await mediator.perform(DataSource.liveTimetable, city.id)
    }
    let now = now()
    let concern = NewsConcern(
      city: city.id, lines: [line],
      stations: stations.map { StopReference(id: $0.id, name: $0.translatedName) },
      span: now...now + 24 * 3600)
    // The app may have no notices.
    let found = (try? await mediator.perform(News.concerning, concern)) ?? []
    return found.isEmpty ? nil : found.map(\.notice)
  }
}
