/// A text that means one station.
public struct StationQuery: Codable, Hashable, Sendable {
  /// A name, whole words of just one name, or `id:` and the feed's id.
  public let name: String
  /// Where to look; nil for the current city.
  public let city: CityID?

  /// Asks for the station `name`.
  public init(name: String, city: CityID? = nil) {
    self.name = name
    self.city = city
  }
}
