package import Foundation

/// Recognizes texts that take long to compare. Before two texts are compared, folded or hashed, the
/// combining characters after a letter are sorted, in a time that grows with the square of their
/// number: 16 KB of them take a tenth of a second for each comparison, and 16 MiB a day. No
/// language needs more than a few.
///
/// Source: Unicode Standard Annex #15, section 13, "Stream-Safe Text Format".
package enum StreamSafeText {
  /// How many combining characters may follow each other.
  static let maximumCombining = 30
  package static let reason =
    "it has more than \(maximumCombining) combining characters in a row; remove some"

  /// Whether a text in UTF-8 has at most 30 combining characters in a row.
  /// - Parameter isJSON: Whether a `\u` and four hexadecimal digits stand for a character.
  package static func isSafe(_ text: UnsafeRawBufferPointer, isJSON: Bool = false) -> Bool {
    // No combining character has a byte below 0xCC or fewer than two bytes.
    guard text.count > 2 * maximumCombining,
      text.contains(where: { $0 >= 0xCC || isJSON && $0 == UInt8(ascii: "\\") })
    else { return true }
    var reader = ScalarReader(text: text, isJSON: isJSON)
    var count = 0
    while let scalar = reader.next() {
      count = isCombining(scalar) ? count + 1 : 0
      if count > maximumCombining { return false }
    }
    return true
  }

  /// Whether the texts of JSON have at most 30 combining characters in a row.
  package static func isSafe(json: Data) -> Bool {
    json.withUnsafeBytes { isSafe($0, isJSON: true) }
  }

  private static func isCombining(_ scalar: UInt32) -> Bool {
    switch scalar {
    // Most characters of texts, none of which combines.
    case ..<0x300, 0x3400...0x9FFF, 0xAC00...0xD7FF: false
    // Tibetan vowels of class 0, which stand for two combining characters each.
    case 0xF73, 0xF75, 0xF81: true
    case _: Unicode.Scalar(scalar)?.properties.canonicalCombiningClass.rawValue ?? 0 != 0
    }
  }
}

extension String {
  /// Whether the text has at most 30 combining characters in a row; see `StreamSafeText`.
  package var isStreamSafe: Bool {
    guard utf8.count > 2 * StreamSafeText.maximumCombining else { return true }
    var text = self
    return text.withUTF8 { StreamSafeText.isSafe(UnsafeRawBufferPointer($0)) }
  }
}

/// Reads the characters of UTF-8. Bytes that are not valid count as characters of their own.
private struct ScalarReader {
  let text: UnsafeRawBufferPointer
  let isJSON: Bool
  private var index = 0

  init(text: UnsafeRawBufferPointer, isJSON: Bool) {
    (self.text, self.isJSON) = (text, isJSON)
  }

  mutating func next() -> UInt32? {
    guard index < text.count else { return nil }
    let byte = text[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\\") where isJSON: return escaped()
    case ..<0xC0: return UInt32(byte)
    case ..<0xE0: return continued(UInt32(byte & 0x1F), bytes: 1)
    case ..<0xF0: return continued(UInt32(byte & 0x0F), bytes: 2)
    case _: return continued(UInt32(byte & 0x07), bytes: 3)
    }
  }

  private mutating func continued(_ beginning: UInt32, bytes: Int) -> UInt32 {
    var value = beginning
    for _ in 0..<bytes where index < text.count && text[index] & 0xC0 == 0x80 {
      value = value << 6 | UInt32(text[index] & 0x3F)
      index += 1
    }
    return value
  }

  /// The character after a backslash.
  private mutating func escaped() -> UInt32 {
    guard let high = codeUnit() else {
      index += 1
      return UInt32(UInt8(ascii: "\\"))
    }
    guard high & 0xFC00 == 0xD800, index < text.count, text[index] == UInt8(ascii: "\\") else {
      return high
    }
    index += 1
    guard let low = codeUnit() else { return high }
    return 0x10000 + (high & 0x3FF) << 10 + low & 0x3FF
  }

  /// Reads `u` and four digits; nil if something else is next.
  private mutating func codeUnit() -> UInt32? {
    guard index + 5 <= text.count, text[index] == UInt8(ascii: "u"),
      let value = UInt32(String(decoding: text[index + 1..<index + 5], as: UTF8.self), radix: 16)
    else { return nil }
    index += 5
    return value
  }
}
