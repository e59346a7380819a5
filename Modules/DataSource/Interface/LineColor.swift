/// An sRGB colour, written as six hexadecimal digits: red, green, blue.
public struct LineColor: Hashable, Sendable, CustomStringConvertible {
  /// Red in the highest, blue in the lowest of three bytes.
  public let rgb: UInt32

  /// A colour of three bytes; a fourth is dropped.
  public init(rgb: UInt32) {
    self.rgb = rgb & 0xFF_FFFF
  }

  /// Reads six hexadecimal digits; nil for anything else.
  public init?(_ text: String) {
    guard text.utf8.count == 6, text.first != "+", text.first != "-",
      let rgb = UInt32(text, radix: 16)
    else { return nil }
    self.init(rgb: rgb)
  }

  /// Six hexadecimal digits in capitals.
  public var description: String {
    let digits = String(rgb, radix: 16, uppercase: true)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}

extension LineColor: Codable {
  /// Reads six hexadecimal digits.
  /// - Throws: `DecodingError.dataCorrupted` for any other text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let color = LineColor(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not a colour; expected six hex digits")
    }
    self = color
  }

  /// Writes six hexadecimal digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
