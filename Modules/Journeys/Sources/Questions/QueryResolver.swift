import BookmarksInterface
import DataSourceInterface
import Foundation
import JourneysInterface
import Mediator
import RoutingInterface

/// Resolves the texts of queries: the city, the stations, the lines and the time.
struct QueryResolver: Sendable {
  let mediator: Mediator
  /// The clock.
  let now: @Sendable () -> Date

  /// Resolves a query for journeys.
  /// - Throws: `RoutingError`, and the errors of `EndpointResolver`, for the first part that is
  ///   invalid.
  func search(for query: JourneyQuery) async throws -> JourneySearch {
    let texts = [query.from, query.to] + (query.via.map { [$0] } ?? [])
    let (timetable, ends) = try await EndpointResolver(mediator: mediator)
      .endpoints(texts, in: query.city)
    let via = try query.via.map { try station(ends[2], named: $0) }
    let avoidedLines = try query.avoid.map { try timetable.lines(listedIn: $0) } ?? []
    let clock = CityClock(now(), in: timetable.timeZone)
    let live = try await mediator.perform(DataSource.liveTimetable, timetable.city)
    var search = JourneySearch(
      live, from: ends[0], to: ends[1], at: try query.searchTime(at: clock))
    search.preference = query.by
    search.changeTime = query.changeTime
    search.via = via
    search.avoidedLines = avoidedLines
    search.walk = query.walk
    search.isStepFree = query.stepFree == true
    return search
  }

  /// Resolves a query for the last train.
  /// - Throws: `RoutingError`, and the errors of `EndpointResolver`, for the first part that is
  ///   invalid.
  func search(for query: LastTrainQuery) async throws -> JourneySearch {
    try await search(
      for: JourneyQuery(
        from: query.from, to: query.to, city: query.city, date: query.date, last: true,
        changeTime: query.changeTime, via: query.via, avoid: query.avoid, walk: query.walk,
        stepFree: query.stepFree))
  }

  /// The index of the station that every journey passes.
  /// - Throws: `RoutingError.viaIsPlace`.
  private func station(_ endpoint: Endpoint, named text: String) throws(RoutingError) -> Int {
    switch endpoint {
    case .station(let station, _): station
    case .place: throw .viaIsPlace(text)
    }
  }
}

extension JourneyQuery {
  /// The date and the times that the query means.
  /// - Throws: `RoutingError.conflictingOptions` or `badSpanEnd`.
  func searchTime(at clock: CityClock) throws(RoutingError) -> SearchTime {
    if until != nil, by != nil { throw .conflictingOptions("until", "by") }
    return try SearchTime(
      date: date, depart: depart, arrive: arrive, until: until, first: first == true,
      last: last == true, at: clock)
  }
}

extension Timetable {
  /// The lines that a text names: one line, or several separated by commas.
  /// - Throws: `DataSourceError.unknownLine`.
  fileprivate func lines(listedIn text: String) throws -> Set<Int32> {
    // The name of a line may contain a comma.
    let whole = lines(named: text)
    guard whole.isEmpty else { return whole }
    return try text.split(at: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .reduce(into: []) { lines, name in
        let matches = self.lines(named: name)
        guard !matches.isEmpty else { throw unknownLine(name) }
        lines.formUnion(matches)
      }
  }
}
