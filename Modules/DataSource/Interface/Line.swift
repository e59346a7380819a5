/// A line of the network: a route of the feed.
public struct Line: Codable, Hashable, Sendable {
  /// The feed's `route_id`.
  public let id: String
  /// Its short name, or the long one where there is none.
  public let name: String
  /// Its own colour, if the feed gives one.
  public let color: LineColor?

  /// Composes a line.
  public init(id: String, name: String, color: LineColor?) {
    self.id = id
    self.name = name
    self.color = color
  }
}
