public import DataSourceInterface

/// A station or a journey kept by name: only where it starts and ends, since trains change.
public struct Bookmark: Codable, Hashable, Sendable {
  /// Its name, unique whatever the case of its letters.
  public let name: String
  /// Its city.
  public let city: CityID
  /// The station, or where the journey starts.
  public let from: Place
  /// Where the journey ends; nil for a station.
  public let to: Place?

  /// Composes a bookmark.
  public init(name: String, city: CityID, from: Place, to: Place? = nil) {
    self.name = name
    self.city = city
    self.from = from
    self.to = to
  }
}
