/// A text that may fit many stations.
public struct StationSearch: Codable, Hashable, Sendable {
  /// Parts of the name in any order, in Latin letters or initials if need be, or a coordinate as in
  /// `@41.15,-8.61`; nil or empty for all stations.
  public let text: String?
  /// Where to look; nil for the current city.
  public let city: CityID?
  /// How many to return at the most; nil for all.
  public let limit: Int?

  /// Searches for `text`.
  public init(text: String? = nil, city: CityID? = nil, limit: Int? = nil) {
    self.text = text
    self.city = city
    self.limit = limit
  }
}
