/// A way into a station from the street.
public struct Entrance: Codable, Hashable, Sendable {
  /// The feed's `stop_id`.
  public let id: String
  /// Its name for people.
  public let name: String
  /// Where it is, if the feed says so.
  public let coordinate: Coordinate?

  /// Composes an entrance.
  public init(id: String, name: String, coordinate: Coordinate?) {
    self.id = id
    self.name = name
    self.coordinate = coordinate
  }
}
