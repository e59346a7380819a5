/// A station: the root of a chain of parent stations, or a stop that stands alone.
public struct Station: Codable, Hashable, Sendable {
  /// The feed's `stop_id`.
  public let id: String
  /// Its name for people.
  public let name: String
  /// Where it is, if the feed says so.
  public let coordinate: Coordinate?
  /// The lines that stop there, by name.
  public let lines: [Line]

  /// Composes a station.
  public init(id: String, name: String, coordinate: Coordinate?, lines: [Line]) {
    self.id = id
    self.name = name
    self.coordinate = coordinate
    self.lines = lines
  }
}
