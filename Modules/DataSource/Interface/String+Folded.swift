import Foundation

extension String {
  /// The form in which names are compared: without case, accents, width and surplus spaces, with
  /// ASCII letters and signs for those without a decomposition, such as ø, ß and ’, and with
  /// simplified characters for traditional Chinese ones.
  package var folded: String {
    let simplified = containsChinese ? self.applyingTransform(.simplified, reverse: false) : nil
    return (simplified ?? self).foldedAsWritten
  }

  /// The folded form with traditional characters as they are. It saves the milliseconds that ICU
  /// takes to load its transform of Chinese characters.
  package var foldedAsWritten: String {
    withoutCaseAndAccents
      .split(whereSeparator: \.isWhitespace).map(String.init).joined(separator: " ")
  }

  /// The text without case, accents and width. Most texts that people type have only characters
  /// that need no normalization: the first normalization of a process takes a thirtieth of
  /// `metro route` in Porto.
  private var withoutCaseAndAccents: String {
    guard unicodeScalars.contains(where: \.mayNeedNormalization) else { return lowercased() }
    guard utf8.count > Self.pieceLength.lowerBound else { return normalized }
    return normalizationPieces.map(\.normalized).joined()
  }

  private var normalized: String {
    precomposedStringWithCompatibilityMapping
      .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .precomposedStringWithCanonicalMapping
      .replacing(Self.usualForms)
  }

  /// The folded form with the second usual spelling of its letters in ASCII: `Nørreport` is written
  /// as Norreport or Noerreport, `München` as Munchen or Muenchen. Nil if there is no second
  /// spelling.
  package var foldedInOtherSpelling: String? {
    guard unicodeScalars.contains(where: \.mayNeedNormalization) else { return nil }
    let text = lowercased().precomposedStringWithCanonicalMapping
    let other = text.replacing(Self.otherForms)
    return other == text ? nil : other.folded
  }

  /// The usual forms in ASCII of letters without a decomposition. The first form of ø, đ and others
  /// is that without their stroke, as for letters with an accent, because most people leave out all
  /// of them.
  private static let usualForms: [Unicode.Scalar: String] = [
    "ø": "o", "ł": "l", "ı": "i", "đ": "d", "ð": "d", "ħ": "h", "þ": "th", "œ": "oe", "æ": "ae",
    "ŋ": "ng", "ß": "ss", "ŧ": "t", "ə": "e", "ɛ": "e", "ɔ": "o", "ɓ": "b", "ƀ": "b", "ɗ": "d",
    "ɖ": "d", "ɠ": "g", "ƒ": "f", "ƶ": "z", "ȼ": "c", "‘": "'", "’": "'", "ʻ": "'", "ʼ": "'",
    "‐": "-", "‑": "-", "–": "-", "—": "-", "·": "",
  ]
  /// Danish, German, Norwegian, Swedish, Croatian, Icelandic and Sámi have these forms in passports
  /// and addresses.
  private static let otherForms: [Unicode.Scalar: String] = [
    "ø": "oe", "ö": "oe", "ä": "ae", "ü": "ue", "å": "aa", "đ": "dj", "ð": "dh", "ŋ": "n",
  ]

  private func replacing(_ forms: [Unicode.Scalar: String]) -> String {
    guard unicodeScalars.contains(where: { forms[$0] != nil }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if let form = forms[scalar] { text += form } else { text.unicodeScalars.append(scalar) }
    }
  }

  /// How many scalars a piece has. Foundation moves the rest of a text for each accent that it
  /// replaces, which takes a time that grows with the square of the length.
  private static let pieceLength = 64...128

  /// The text in pieces that can be normalized one by one. Only a sequence of more than 64
  /// characters that no language has, such as combining ones, may be divided in itself.
  private var normalizationPieces: [String] {
    var pieces: [String] = []
    var piece = String.UnicodeScalarView()
    var length = 0
    for scalar in unicodeScalars {
      if length >= Self.pieceLength.upperBound
        || length >= Self.pieceLength.lowerBound && scalar.beginsNormalization
      {
        pieces.append(String(piece))
        piece = String.UnicodeScalarView()
        length = 0
      }
      piece.append(scalar)
      length += 1
    }
    pieces.append(String(piece))
    return pieces
  }

  /// Whether the text has a character of the Chinese script.
  package var containsChinese: Bool {
    utf8.contains { $0 >= 0xE3 } && unicodeScalars.contains(where: \.isChinese)
  }
}

extension [String] {
  /// The folded form of each text. One transform of all Chinese texts takes a small part of the
  /// time of many.
  package var folded: [String] {
    let chinese = indices.filter { self[$0].containsChinese }
    let hasLineEnd = chinese.contains { self[$0].contains(where: \.isNewline) }
    guard chinese.count > 1, !hasLineEnd else { return map(\.folded) }
    let lines = chinese.map { self[$0] }.joined(separator: "\n")
      .applyingTransform(.simplified, reverse: false)?
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard let lines, lines.count == chinese.count else { return map(\.folded) }
    var texts = self
    for (position, line) in zip(chinese, lines) { texts[position] = String(line) }
    return texts.map(\.foldedAsWritten)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a character of the Chinese script, by the blocks of CJK ideographs.
  package var isChinese: Bool {
    switch value {
    case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  /// Whether the scalar is never composed with the one before it, as combining characters and the
  /// parts of a Hangul syllable after its first are, and compatible forms of these.
  ///
  /// Source: Unicode Standard Annex #15, `NFC_Quick_Check`.
  fileprivate var beginsNormalization: Bool {
    switch value {
    case ..<0x300: true
    case 0x1160...0x11FF, 0x3130...0x318F, 0xD7B0...0xD7FF, 0xFF9E...0xFFDC: false
    case _: properties.canonicalCombiningClass == .notReordered && !properties.isGraphemeExtend
    }
  }

  /// False for ASCII characters, and for the block CJK Unified Ideographs, whose characters have no
  /// case, no decomposition and no composition (Unicode Character Database).
  fileprivate var mayNeedNormalization: Bool {
    switch value {
    case ..<0x80, 0x4E00...0x9FFF: false
    default: true
    }
  }
}

extension StringTransform {
  /// ICU's transform of traditional to simplified Chinese characters.
  fileprivate static let simplified = StringTransform(rawValue: "Hant-Hans")
}
