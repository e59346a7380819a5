public import DataSourceInterface

/// A station that was looked for.
public struct FoundStation: Codable, Hashable, Sendable {
  /// The feed's `stop_id`.
  public let id: String
  /// Its name for people.
  public let name: String
  /// Where it is, if the feed says so.
  public let coordinate: Coordinate?
  /// The lines that stop there, by name.
  public let lines: [Line]
  /// How many metres it is away in a straight line; nil where nobody asked from a place.
  public let distance: Int?

  /// Composes what was found.
  public init(_ station: Station, distance: Int? = nil) {
    id = station.id
    name = station.name
    coordinate = station.coordinate
    lines = station.lines
    self.distance = distance
  }
}
