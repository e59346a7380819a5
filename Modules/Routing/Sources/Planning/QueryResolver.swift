import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface

/// A query whose texts are resolved: the stations and lines are indexes of the timetable, and the
/// time is a constraint on the timeline of one date.
struct ResolvedQuery {
  let schedule: ServiceDaySchedule
  let origin: SearchEnd
  let destination: SearchEnd
  let time: TimeConstraint
  let preference: Preference?
  /// The clock of the city when the query was asked.
  let clock: CityClock

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
  private var resolver: EndpointResolver { EndpointResolver(mediator: mediator) }

  /// Resolves a query for journeys.
  /// - Throws: `RoutingError`, and the errors of `EndpointResolver`, for the first part that is invalid.
  func resolve(_ query: JourneyQuery) async throws -> ResolvedQuery {
    let changeTime = try changeTime(query.changeTime)
    let texts = [query.from, query.to] + (query.via.map { [$0] } ?? [])
    let (timetable, ends) = try await resolver.endpoints(texts, in: query.city)
    let constraints = try constraints(
      walk: query.walk, via: ends.dropFirst(2).first, named: query.via, avoid: query.avoid,
      in: timetable)
    let clock = clock(in: timetable)
    let (date, time) = try query.timeConstraint(at: clock)
    return ResolvedQuery(
      schedule: schedules.schedule(
        of: timetable, on: date, changeTime: changeTime, constraints),
      origin: try SearchEnd(ends[0], in: timetable),
      destination: try SearchEnd(ends[1], in: timetable), time: time, preference: query.by,
      clock: clock)
  }

  /// Resolves a query for the last train.
  /// - Throws: `RoutingError` or `DataSourceError` for the first part that is invalid.
  func resolve(_ query: LastTrainQuery) async throws -> ResolvedQuery {
    try await resolve(
      JourneyQuery(
        from: query.from, to: query.to, city: query.city, date: query.date, last: true,
        changeTime: query.changeTime, via: query.via, avoid: query.avoid, walk: query.walk))
  }

  func timetable(of city: CityID?) async throws -> Timetable {
    try await mediator.perform(DataSource.timetable, city)
  }

  /// The clock of the city at this instant.
  func clock(in timetable: Timetable) -> CityClock {
    CityClock(now(), in: timetable.timeZone)
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

  /// - Parameter name: The text that means the station on the way.
  private func constraints(
    walk metres: Int?, via: Endpoint?, named name: String?, avoid: String?, in timetable: Timetable
  ) throws -> RouteConstraints {
    var constraints = RouteConstraints()
    constraints.walk = try walk(metres, in: timetable)
    if let via, let name { constraints.via = try station(via, named: name, in: timetable) }
    if let avoid { constraints.avoidedLines = try lines(avoid, in: timetable) }
    return constraints
  }

  /// The longest walk between stations, in metres; nil for none.
  /// - Throws: `RoutingError.walkOutOfRange` or `tooManyWalks`.
  private func walk(_ metres: Int?, in timetable: Timetable) throws -> Int? {
    guard let metres else { return nil }
    guard JourneyQuery.walks.contains(metres) else { throw RoutingError.walkOutOfRange(metres) }
    try timetable.checkWalks(upTo: metres)
    return metres
  }

  /// The index of the station that every journey passes.
  /// - Throws: `RoutingError.viaIsPlace` or `tooManyPasses`.
  private func station(
    _ endpoint: Endpoint, named text: String, in timetable: Timetable
  ) throws -> Int {
    switch endpoint {
    case .station(let station, _):
      try timetable.checkPasses(of: timetable.stations.stops(of: station), named: text)
      return station
    case .place: throw RoutingError.viaIsPlace(text)
    }
  }

  /// The lines that a text names: one line, or several separated by commas.
  private func lines(_ text: String, in timetable: Timetable) throws -> Set<Int32> {
    // The name of a line may contain a comma.
    let whole = timetable.lines(named: text)
    guard whole.isEmpty else { return whole }
    return try text.split(at: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .reduce(into: []) { lines, name in
        let matches = timetable.lines(named: name)
        guard !matches.isEmpty else { throw timetable.unknownLine(name) }
        lines.formUnion(matches)
      }
  }
}

extension SearchEnd {
  /// - Throws: `DataSourceError` for a place without a coordinate or without stations near it.
  fileprivate init(_ endpoint: Endpoint, in timetable: Timetable) throws(DataSourceError) {
    switch endpoint {
    case .station(let station, _): self = .station(station)
    case .place(let place): self = .place(try WalkablePlace(place, in: timetable))
    }
  }
}
