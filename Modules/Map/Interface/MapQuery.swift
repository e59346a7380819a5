public import DataSourceInterface

/// Asks for a picture of a network.
public struct MapQuery: Codable, Hashable, Sendable {
  /// The city; nil for the current one.
  public let city: CityID?
  /// Where the journey to be drawn starts, as `DataSource.station` understands it; nil for none.
  public let from: String?
  /// Where that journey ends; there where `from` is.
  public let to: String?
  /// The service day of the journey; nil for today's.
  public let date: ServiceDate?
  /// The earliest departure of the journey; nil as in `JourneyQuery`.
  public let depart: ServiceTime?

  /// Asks for a picture of the network of `city`.
  public init(
    city: CityID? = nil, from: String? = nil, to: String? = nil, date: ServiceDate? = nil,
    depart: ServiceTime? = nil
  ) {
    self.city = city
    self.from = from
    self.to = to
    self.date = date
    self.depart = depart
  }
}
