/// Names one city.
public struct CityReference: Codable, Hashable, Sendable {
  /// The city meant.
  public let city: CityID

  /// Names `city`.
  public init(city: CityID) {
    self.city = city
  }
}
