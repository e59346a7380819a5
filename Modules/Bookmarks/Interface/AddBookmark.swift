public import DataSourceInterface

/// A journey to keep, as a person describes it.
public struct AddBookmark: Codable, Hashable, Sendable {
  /// The name to keep it under; white space around it does not count.
  public let name: String
  /// Where it starts: a station as `DataSource.station` understands it.
  public let from: String
  /// Where it ends: a station as `DataSource.station` understands it.
  public let to: String
  /// Its city; nil for the current one.
  public let city: CityID?

  /// Asks to keep the journey from `from` to `to` as `name`.
  public init(name: String, from: String, to: String, city: CityID? = nil) {
    self.name = name
    self.from = from
    self.to = to
    self.city = city
  }
}
