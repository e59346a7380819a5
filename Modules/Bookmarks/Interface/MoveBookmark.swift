/// A new place for a bookmark in the order of all.
public struct MoveBookmark: Codable, Hashable, Sendable {
  /// Its name, in letters of any case.
  public let name: String
  /// The name of the one that it is to stand before; nil for the end.
  public let before: String?

  /// Asks to put `name` before another.
  public init(name: String, before: String? = nil) {
    self.name = name
    self.before = before
  }
}
