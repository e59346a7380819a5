/// A journey kept by name: only where it starts and ends, since trains change.
public struct Bookmark: Codable, Hashable, Sendable {
  /// Its name, unique whatever the case of its letters.
  public let name: String
  /// The id of its city.
  public let city: String
  /// Where it starts.
  public let from: KeptStation
  /// Where it ends.
  public let to: KeptStation

  /// Composes a bookmark.
  public init(name: String, city: String, from: KeptStation, to: KeptStation) {
    self.name = name
    self.city = city
    self.from = from
    self.to = to
  }
}
