public import DataSourceInterface

/// A city to be removed.
public struct RemoveCity: Codable, Hashable, Sendable {
  /// The city meant.
  public let city: CityID
  /// Whether an address that was added by hand stays in the catalogue; it goes unless this is true.
  public let keepAddress: Bool?

  /// Asks for `city` to be removed.
  public init(city: CityID, keepAddress: Bool? = nil) {
    self.city = city
    self.keepAddress = keepAddress
  }
}
