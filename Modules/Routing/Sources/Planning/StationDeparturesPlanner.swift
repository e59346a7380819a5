import BookmarksInterface
import Console
import DataSourceInterface
import Documents
import Mediator
import RoutingInterface

/// Answers `Routing.firstLast`: the first and last departures of a station by line and direction.
/// Trains of the previous service day do not count, even when they leave after midnight.
struct StationDeparturesPlanner: Sendable {
  let resolver: QueryResolver

  func plan(_ query: StationDeparturesQuery) async throws -> StationDepartures {
    let timetable = try await resolver.timetable(of: query.city)
    let clock = resolver.clock(in: timetable)
    let date = clock.nightDate(query.date)
    let station = try await EndpointResolver(mediator: resolver.mediator)
      .reference(to: query.station, in: timetable.city)
    let details = try await resolver.mediator.perform(
      DataSource.stationDetails,
      StationDetailsQuery(name: station, city: timetable.city, date: DayExpression(date)))
    let place = StopReference(id: details.station.id, name: details.station.name)
    return StationDepartures(
      city: timetable.city, date: date, station: place, departures: details.departures,
      reason: try await reason(details, in: timetable, at: clock))
  }

  /// Why there is no departure; nil if there is one.
  private func reason(
    _ details: StationDetails, in timetable: Timetable, at clock: CityClock
  ) async throws -> String? {
    guard details.departures.isEmpty else { return nil }
    guard timetable.services.running(on: details.date).contains(true) else {
      return try await NoJourneyReason.noService(
        on: details.date, in: timetable, resolver)
    }
    return
      "no train leaves \(details.station.name) on \(details.date.inWords(today: clock.now.date))"
  }
}
