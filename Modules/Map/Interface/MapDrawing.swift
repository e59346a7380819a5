/// A picture of a network.
public struct MapDrawing: Codable, Hashable, Sendable {
  /// What it shows, and its size.
  public let facts: MapFacts
  /// The picture itself, an SVG document.
  public let svg: String

  /// Composes a picture.
  public init(facts: MapFacts, svg: String) {
    self.facts = facts
    self.svg = svg
  }
}
