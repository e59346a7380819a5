public import DataSourceInterface

/// Where a city's feed comes from: an entry of the catalogue.
public struct CitySource: Codable, Hashable, Sendable {
  /// The id that the city has.
  public let id: CityID
  /// The city's name for people, in its own language; nil to make one from the id.
  public let name: String?
  /// The country, in English.
  public let country: String?
  /// The languages of the feed, as in BCP 47.
  public let languages: [String]?
  /// Who publishes the feed.
  public let publisher: String?
  /// The address of the feed.
  public let feed: String
  /// The page on which the publisher says how the feed may be used.
  public let licence: String?
  /// Whether the address may be asked without encryption, as somebody has said of this very one.
  public let allowsPlainHTTP: Bool?

  /// Composes an entry.
  public init(
    id: CityID, name: String? = nil, country: String? = nil, languages: [String]? = nil,
    publisher: String? = nil, feed: String, licence: String? = nil, allowsPlainHTTP: Bool? = nil
  ) {
    self.id = id
    self.name = name
    self.country = country
    self.languages = languages
    self.publisher = publisher
    self.feed = feed
    self.licence = licence
    self.allowsPlainHTTP = allowsPlainHTTP
  }
}
