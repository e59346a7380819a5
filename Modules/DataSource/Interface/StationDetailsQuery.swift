/// Asks for all that is known of a station.
public struct StationDetailsQuery: Codable, Hashable, Sendable {
  /// A text that means one station, as in `StationQuery`.
  public let name: String
  /// Where to look; nil for the current city.
  public let city: CityID?
  /// The day of the departures; nil for today in the city's time zone.
  public let date: ServiceDate?

  /// Asks for the station `name`.
  public init(name: String, city: CityID? = nil, date: ServiceDate? = nil) {
    self.name = name
    self.city = city
    self.date = date
  }
}
