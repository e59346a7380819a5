public import Mediator

/// The short name of a city in commands, URLs and folders: 1 to 40 characters of `a–z`, `0–9` and
/// hyphens, with no hyphen at either end.
public struct CityID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The city that is part of every host.
  public static let builtIn = CityID(validated: "porto")

  /// The name itself, which is safe as a file name.
  public let description: String

  /// Creates an id from a text; nil when the text is not a valid id.
  public init?(_ text: String) {
    let hasOuterHyphen = text.hasPrefix("-") || text.hasSuffix("-")
    let letters = text.utf8
    guard (1...40).contains(letters.count), !hasOuterHyphen, letters.allSatisfy(\.isAllowed)
    else { return nil }
    self.init(validated: text)
  }

  /// Creates an id from a text as a person types it: `Porto` means porto, `New York` new-york and
  /// `São Paulo` sao-paulo. Nil when the text is not a valid id then, either.
  public init?(typed text: String) {
    self.init(text.folded.split(at: " ").joined(separator: "-"))
  }

  private init(validated text: String) {
    description = text
  }

  /// Orders ids by their bytes.
  public static func < (first: CityID, second: CityID) -> Bool {
    first.description < second.description
  }
}

extension CityID: TextCodable {
  /// What is expected, in words.
  public static var expectation: String {
    "a city id; expected up to 40 of a–z, 0–9 and hyphens, as in 'new-york'"
  }

  /// Decodes an id as a person types it.
  /// - Throws: `DecodingError.dataCorrupted` for a text that is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = CityID(text) ?? CityID(typed: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not \(Self.expectation)")
    }
    self = id
  }
}

extension CityID: ExampleProviding {
  /// The built-in city.
  public static var example: CityID { .builtIn }
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
