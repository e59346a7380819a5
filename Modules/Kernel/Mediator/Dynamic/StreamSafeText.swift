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
    var scalars = String(decoding: text, as: UTF8.self).unicodeScalars.makeIterator()
    var count = 0
    while let scalar = scalars.next() {
      let value = isJSON && scalar == "\\" ? escaped(&scalars) : scalar.value
      count = isCombining(value) ? count + 1 : 0
      if count > maximumCombining { return false }
    }
    return true
  }

  private typealias Scalars = String.UnicodeScalarView.Iterator

  /// The character after a backslash; any other than a combining one if it has no number.
  private static func escaped(_ scalars: inout Scalars) -> UInt32 {
    guard scalars.next() == "u" else { return 0 }
    let high = codeUnit(&scalars)
    var rest = scalars
    guard high & 0xFC00 == 0xD800, rest.next() == "\\", rest.next() == "u" else { return high }
    let low = codeUnit(&rest)
    scalars = rest
    return 0x10000 + (high & 0x3FF) << 10 + low & 0x3FF
  }

  /// Reads four hexadecimal digits.
  private static func codeUnit(_ scalars: inout Scalars) -> UInt32 {
    let digits = (0..<4).compactMap { _ in scalars.next().map { Character($0) } }
    return UInt32(String(digits), radix: 16) ?? 0
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
