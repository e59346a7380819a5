import Platform

extension String {
  /// The width of the text in terminal columns, when it is written as one line: 2 for a Chinese
  /// character or an emoji, 0 for a combining mark, an escape sequence or a character that is not
  /// written.
  public var columns: Int {
    let plain = withUTF8Span { $0.plainColumns(as: .styledLine) }
    if let plain { return plain }
    return printable.reduce(0) { $0 + $1.columns }
  }
}

extension Character {
  /// The width of the character, which is written as it is, in terminal columns.
  var columns: Int {
    guard isEmoji else { return unicodeScalars.reduce(0) { $0 + $1.columns } }
    // All parts of an emoji are drawn in one place, but not a mark that has a width.
    return unicodeScalars.dropFirst().reduce(2) { $0 + ($1.isEmojiPart ? 0 : $1.columns) }
  }

  private var isEmoji: Bool {
    guard let first = unicodeScalars.first?.properties else { return false }
    return first.isEmojiPresentation || first.isEmoji && unicodeScalars.contains("\u{FE0F}")
  }
}

extension Unicode.Scalar {
  fileprivate var columns: Int {
    switch role {
    case .text, .space, .unknown: isWide ? 2 : 1
    case .mark, .joiner, .nonJoiner, .variationSelector, .emojiModifier, .invisible: 0
    }
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
