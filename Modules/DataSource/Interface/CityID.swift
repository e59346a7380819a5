/// The short name of a city in commands, URLs and folders: 1 to 40 of `a–z`, `0–9` and inner
/// hyphens.
public struct CityID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The city that every host brings along.
  public static let builtIn = CityID(checked: "porto")

  /// The name itself; safe as a file name.
  public let description: String

  /// Checks a text; nil when it is not of the form.
  public init?(_ text: String) {
    let isHyphenOutside = text.hasPrefix("-") || text.hasSuffix("-")
    let letters = text.utf8
    guard (1...40).contains(letters.count), !isHyphenOutside, letters.allSatisfy(\.isAllowed)
    else { return nil }
    self.init(checked: text)
  }

  private init(checked text: String) {
    description = text
  }

  /// Orders ids by their bytes.
  public static func < (first: CityID, second: CityID) -> Bool {
    first.description < second.description
  }
}

extension CityID: Codable {
  /// Reads the id from a single text.
  /// - Throws: `DecodingError.dataCorrupted` when the text is not of the form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = CityID(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription:
          "'\(text)' is not a city id; expected up to 40 of a–z, 0–9 and hyphens, as in 'new-york'")
    }
    self = id
  }

  /// Writes the id as a single text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension UInt8 {
  fileprivate var isAllowed: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
