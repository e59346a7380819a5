/// Where a city's knowledge about now comes from: an address that a module asks for patches of the
/// timetable.
public struct LiveSource: Codable, Hashable, Sendable {
  /// A secret that the server wants with each request.
  public struct Key: Codable, Hashable, Sendable {
    /// Where the secret stands.
    public enum Place: String, Codable, CaseIterable, Sendable {
      /// In a header field of the request.
      case header
      /// In the query of the address.
      case query
    }

    /// Where the secret stands.
    public let place: Place
    /// The name of the header field or of the query item.
    public let name: String
    /// The secret.
    public let value: String

    /// Creates a key.
    public init(_ place: Place, name: String, value: String) {
      self.place = place
      self.name = name
      self.value = value
    }
  }

  /// The address, which begins with `https://` or `http://`, or the path of a file.
  public let address: String
  /// The secret for the address; nil for none.
  public let key: Key?

  /// Creates a source.
  public init(address: String, key: Key? = nil) {
    self.address = address
    self.key = key
  }
}

extension LiveSource {
  /// Whether the source is an address, and not a file.
  public var isWebAddress: Bool {
    ["https://", "http://"].contains { address.lowercased().hasPrefix($0) }
  }
}

/// The sources of a city. Setting them replaces those it had.
public struct LiveSources: Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// Its sources, each address once.
  public let sources: [LiveSource]

  /// Creates the sources of a city.
  public init(city: CityID, sources: [LiveSource]) {
    self.city = city
    self.sources = sources
  }
}
