/// A stop or station as a journey names it.
public struct Place: Codable, Hashable, Sendable {
  /// The feed's `stop_id`.
  public let id: String
  /// Its name for people.
  public let name: String

  /// Composes a place.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
