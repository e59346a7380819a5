import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface

/// A query between two stations whose texts are resolved: the stations and lines are indexes of the
/// timetable, and the time is a constraint within one service day.
struct ResolvedQuery {
  let schedule: ServiceDaySchedule
  let origin: SearchEnd
  let destination: SearchEnd
  let time: TimeConstraint
  let preference: Preference?
  /// The clock of the city when the query was asked.
  let clock: QueryClock

  /// The timetable that all indexes refer to.
  var timetable: Timetable { schedule.timetable }
}

/// Resolves the texts of queries: the city, the stations, the lines and the time.
struct QueryResolver: Sendable {
  private static let defaultChangeTime = 120

  let mediator: Mediator
  /// The clock.
  let now: @Sendable () -> Date
  let schedules = ScheduleCache()

  /// Resolves a query for journeys.
  /// - Throws: `RoutingError` or `DataSourceError` for the first part that is invalid.
  func resolve(_ query: JourneyQuery) async throws -> ResolvedQuery {
    let changeTime = try changeTime(query.changeTime)
    let stations = [query.from, query.to] + (query.via.map { [$0] } ?? [])
    let found = try await stationIndexes(stations, in: query.city)
    let (timetable, indexes) = (found.timetable, found.indexes)
    var constraints = RouteConstraints()
    if query.via != nil { constraints.via = indexes[2] }
    if let avoid = query.avoid { constraints.avoidedLines = try lines(avoid, in: timetable) }
    let clock = clock(in: timetable)
    let (date, time) = try query.timeConstraint(at: clock)
    return ResolvedQuery(
      schedule: schedules.schedule(
        of: timetable, on: date, changeTime: changeTime, constraints),
      origin: .station(indexes[0]), destination: .station(indexes[1]), time: time,
      preference: query.by, clock: clock)
  }

  /// Resolves a query for the last train.
  /// - Throws: `RoutingError` or `DataSourceError` for the first part that is invalid.
  func resolve(_ query: LastTrainQuery) async throws -> ResolvedQuery {
    let changeTime = try changeTime(query.changeTime)
    let found = try await stationIndexes([query.from, query.to], in: query.city)
    let clock = clock(in: found.timetable)
    return ResolvedQuery(
      schedule: schedules.schedule(
        of: found.timetable, on: clock.nightDate(query.date), changeTime: changeTime),
      origin: .station(found.indexes[0]), destination: .station(found.indexes[1]),
      time: .lastTrain, preference: nil, clock: clock)
  }

  func timetable(of city: CityID?) async throws -> Timetable {
    try await mediator.perform(DataSource.timetable, city)
  }

  /// The clock of the city at this instant.
  func clock(in timetable: Timetable) -> QueryClock {
    QueryClock(now(), in: timetable.timeZone)
  }

  /// The change time to use where the feed gives none, in seconds.
  /// - Throws: `RoutingError.changeTimeOutOfRange`.
  func changeTime(_ seconds: Int?) throws -> Int {
    let changeTime = seconds ?? Self.defaultChangeTime
    guard (0...86400).contains(changeTime) else {
      throw RoutingError.changeTimeOutOfRange(changeTime)
    }
    return changeTime
  }

  /// The timetable, and the indexes of the stations that texts name.
  private func stationIndexes(
    _ names: [String], in city: CityID?
  ) async throws -> StationIndexes {
    try await mediator.perform(
      DataSource.stationIndexes, StationIndexesQuery(city: city, stations: names))
  }

  /// The lines that a text names: one line, or several separated by commas.
  private func lines(_ text: String, in timetable: Timetable) throws -> Set<Int32> {
    // The name of a line may contain a comma.
    let whole = timetable.lines(named: text)
    guard whole.isEmpty else { return whole }
    return try text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .reduce(into: []) { lines, name in
        let matches = timetable.lines(named: name)
        guard !matches.isEmpty else { throw timetable.unknownLine(name) }
        lines.formUnion(matches)
      }
  }
}
