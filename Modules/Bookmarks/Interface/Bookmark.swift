public import DataSourceInterface

/// A journey kept by name: only where it starts and ends, since trains change.
public struct Bookmark: Codable, Hashable, Sendable {
  /// Its name, unique whatever the case of its letters.
  public let name: String
  /// Its city.
  public let city: CityID
  /// Where it starts.
  public let from: Place
  /// Where it ends.
  public let to: Place

  /// Composes a bookmark.
  public init(name: String, city: CityID, from: Place, to: Place) {
    self.name = name
    self.city = city
    self.from = from
    self.to = to
  }
}
