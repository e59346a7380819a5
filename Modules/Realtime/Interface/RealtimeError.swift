public import Mediator

/// Why the sources of a city cannot be set.
public enum RealtimeError: ModuleError {
  /// A key is given, but no address.
  case keyWithoutAddress
  /// A key would be sent to an address that is not encrypted.
  case keyWithoutEncryption(String)
  /// A key in a header field and one in the query are given.
  case twoKeys
  /// The text cannot be the name of a header field or of a query item.
  case badKeyName(String)
  /// The key is empty, or has other characters than printed ASCII.
  case badKey
  /// Addresses are to be set and forgotten at once.
  case offWithAddresses

  public var kind: FailureKind { .badInput }

  public var description: String {
    switch self {
    case .keyWithoutAddress: "a key needs an address; give the addresses of the city, too"
    case .keyWithoutEncryption(let address):
      "everybody on the way could read the key for '\(address)'; use an address with https://"
    case .twoKeys: "a key is in a header field or in the query; give only one of the two"
    case .badKeyName(let name):
      "'\(name)' cannot be the name of a key; expected letters, digits and hyphens"
    case .badKey: "the key is empty or has unusual characters; expected printed ASCII characters"
    case .offWithAddresses: "addresses are set or forgotten, not both; give one of the two"
    }
  }
}
