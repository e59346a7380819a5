/// What is kept of a station.
public struct KeptStation: Codable, Hashable, Sendable {
  /// The feed's `stop_id`.
  public let id: String
  /// The name it had when it was kept.
  public let name: String

  /// Composes a station.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
