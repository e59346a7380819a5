/// A place where trains stop: a platform, or a station that has none.
public struct Stop: Codable, Hashable, Sendable {
  /// The feed's `stop_id`.
  public let id: String
  /// Its name for people.
  public let name: String
  /// What is written on the platform, such as `2`; nil where the feed does not say.
  public let platform: String?
  /// The id of the station it belongs to.
  public let station: String
  /// Where it is, if the feed says so.
  public let coordinate: Coordinate?

  /// Composes a stop.
  public init(
    id: String, name: String, platform: String?, station: String, coordinate: Coordinate?
  ) {
    self.id = id
    self.name = name
    self.platform = platform
    self.station = station
    self.coordinate = coordinate
  }
}
