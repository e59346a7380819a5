import DataSourceInterface
import Mediator
import RoutingInterface

extension Desk {
  /// The first and last departures of a station by line and direction, of trains of the day itself.
  func departures(_ query: StationDeparturesQuery) async throws -> StationDepartures {
    let timetable = try await timetable(of: query.city)
    let date = query.date ?? now(in: timetable).date
    let details = try await mediator.perform(
      DataSource.stationDetails,
      StationDetailsQuery(name: query.station, city: timetable.city, date: date))
    let place = Place(id: details.station.id, name: details.station.name)
    let reason = try await reasonWithoutDepartures(details, in: timetable)
    return StationDepartures(
      city: timetable.city, date: date, station: place, departures: details.departures,
      reason: reason)
  }

  private func reasonWithoutDepartures(
    _ details: StationDetails, in timetable: Timetable
  ) async throws -> String? {
    guard details.departures.isEmpty else { return nil }
    guard timetable.services.running(on: details.date).contains(true) else {
      return try await reasonWithoutService(details.date, in: timetable)
    }
    return "no train leaves \(details.station.name) on \(details.date)"
  }
}
