/// A text that means one station.
public struct StationQuery: Codable, Hashable, Sendable {
  /// A name, whole words or initials of just one name, `id:` and the feed's id, or a coordinate in
  /// degrees as in `@41.15,-8.61`, which means the nearest station.
  public let name: String
  /// Where to look; nil for the current city.
  public let city: CityID?

  /// Asks for the station `name`.
  public init(name: String, city: CityID? = nil) {
    self.name = name
    self.city = city
  }
}
