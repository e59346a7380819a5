public import DataSourceInterface

/// A question for the first and last trains of a station.
public struct StationDeparturesQuery: Codable, Hashable, Sendable {
  /// The station as `DataSource.station` understands it.
  public let station: String
  /// The city; nil for the current one.
  public let city: CityID?
  /// The service day; nil for today's in the agency's time zone.
  public let date: ServiceDate?

  /// Asks for the first and last trains at `station`.
  public init(station: String, city: CityID? = nil, date: ServiceDate? = nil) {
    self.station = station
    self.city = city
    self.date = date
  }
}
