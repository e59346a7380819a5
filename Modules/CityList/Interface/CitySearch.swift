/// A search among the cities of the list.
public struct CitySearch: Codable, Hashable, Sendable {
  /// Part of an id, a name, a country or a publisher; nil for every city.
  public let search: String?

  /// Searches for `search`.
  public init(search: String? = nil) {
    self.search = search
  }
}
