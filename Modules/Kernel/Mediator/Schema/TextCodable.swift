/// A value that is decoded from a text and encoded as its description, such as `2026-11-20`.
public protocol TextCodable: Codable, LosslessStringConvertible {
  /// What the value is and which texts are accepted, such as `a date; expected …`.
  static var expectation: String { get }
}

extension TextCodable {
  /// Decodes a text.
  /// - Throws: `DecodingError.dataCorrupted` for a text that is not accepted.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not \(Self.expectation)")
    }
    self = value
  }

  /// Encodes the description.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
