public import DataSourceInterface

/// A city to be added.
public struct AddCity: Codable, Hashable, Sendable {
  /// The id it is to have.
  public let city: CityID
  /// Where its GTFS feed is: the path of a file, or an address beginning with `https://`.
  public let source: String
  /// Its name for people; nil to make one from the id.
  public let name: String?

  /// Asks for `source` to become `city`.
  public init(city: CityID, source: String, name: String? = nil) {
    self.city = city
    self.source = source
    self.name = name
  }
}
