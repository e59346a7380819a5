public import DataSourceInterface

/// A station or a journey to keep, as a person describes it.
public struct AddBookmark: Codable, Hashable, Sendable {
  /// The name to keep it under; white space around it does not count.
  public let name: String
  /// The station, or where the journey starts, as `DataSource.station` understands it.
  public let from: String
  /// Where the journey ends, as `DataSource.station` understands it; nil for a station.
  public let to: String?
  /// Its city; nil for the current one.
  public let city: CityID?

  /// Asks to keep `from`, or the journey from there to `to`, as `name`.
  public init(name: String, from: String, to: String? = nil, city: CityID? = nil) {
    self.name = name
    self.from = from
    self.to = to
    self.city = city
  }
}
