public import DataSourceInterface

/// A city that was removed.
public struct RemovedCity: Codable, Hashable, Sendable {
  /// Its short name.
  public let id: CityID
  /// Its name for people.
  public let name: String
  /// Whether it was the current one; the built-in city is that now.
  public let wasCurrent: Bool

  /// Composes a removed city.
  public init(id: CityID, name: String, wasCurrent: Bool) {
    self.id = id
    self.name = name
    self.wasCurrent = wasCurrent
  }
}
