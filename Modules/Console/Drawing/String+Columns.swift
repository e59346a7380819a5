extension String {
  /// The width of the text in terminal columns: 2 for a Chinese character or an emoji, 0 for a
  /// combining mark, an escape sequence or a control character.
  public var columns: Int {
    // Most texts are ASCII without control characters, and need no look at Unicode's tables.
    guard !utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return utf8.count }
    return withoutEscapes.reduce(0) { $0 + $1.columns }
  }
}

extension Character {
  /// The width of the character in terminal columns.
  var columns: Int {
    if isASCII { return asciiValue.map { (0x20...0x7E).contains($0) ? 1 : 0 } ?? 0 }
    return isEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.columns }
  }

  private var isEmoji: Bool {
    guard let first = unicodeScalars.first?.properties else { return false }
    return first.isEmojiPresentation || first.isEmoji && unicodeScalars.contains("\u{FE0F}")
  }
}

extension Unicode.Scalar {
  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: 0
    case .format: value == 0xAD ? 1 : 0
    case _ where isMedialOrFinalJamo: 0
    default: isWide ? 2 : 1
    }
  }

  /// Whether it is a Korean vowel or final consonant, which terminals draw within the initial one.
  private var isMedialOrFinalJamo: Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
  }

  /// Whether it is a wide or full-width character of Unicode 16 other than an emoji.
  ///
  /// Source: Unicode Standard Annex 11, `EastAsianWidth.txt`.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
      0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08,
      0x1AFF0...0x1B2FB, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x2FFFD,
      0x30000...0x3FFFD:
      true
    default: false
    }
  }
}
