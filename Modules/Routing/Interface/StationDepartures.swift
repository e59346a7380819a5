public import DataSourceInterface

/// The answer to a `StationDeparturesQuery`.
public struct StationDepartures: Codable, Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// The service day that times count from.
  public let date: ServiceDate
  /// The station.
  public let station: Place
  /// One entry for each line and direction that can be boarded there, by line and direction.
  public let departures: [DepartureSpan]
  /// Why there is no departure; nil where there is one.
  public let reason: String?

  /// Composes an answer.
  public init(
    city: CityID, date: ServiceDate, station: Place, departures: [DepartureSpan],
    reason: String? = nil
  ) {
    self.city = city
    self.date = date
    self.station = station
    self.departures = departures
    self.reason = reason
  }
}
