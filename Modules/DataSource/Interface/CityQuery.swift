/// Names one city, or leaves it at the current one.
public struct CityQuery: Codable, Hashable, Sendable {
  /// The city meant; nil for the current one.
  public let city: CityID?

  /// Names `city`.
  public init(city: CityID? = nil) {
    self.city = city
  }
}
