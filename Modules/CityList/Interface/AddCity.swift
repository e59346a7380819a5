public import DataSourceInterface

/// A city to be added.
public struct AddCity: Codable, Hashable, Sendable {
  /// The id it is to have.
  public let city: CityID
  /// Where its GTFS feed is: the path of a file, or an address beginning with `https://`.
  public let source: String
  /// Its name for people; nil to make one from the id.
  public let name: String?
  /// Whether the address may be asked without encryption; not so unless this is true.
  public let plainHttp: Bool?

  /// Asks for `source` to become `city`.
  public init(city: CityID, source: String, name: String? = nil, plainHttp: Bool? = nil) {
    self.city = city
    self.source = source
    self.name = name
    self.plainHttp = plainHttp
  }
}
