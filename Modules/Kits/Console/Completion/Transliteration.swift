import Foundation

extension [String] {
  /// The largest number of names to transliterate; each takes 0.1 ms.
  private static let maxTransliterations = 5000
  /// The number of names in one call of the transliterator.
  private static let batchSize = 500

  /// The texts in Latin letters, with a space before each Chinese syllable. Texts in Latin letters
  /// are unchanged.
  package var transliterated: [String] {
    var texts = self
    var rest = indices.filter { self[$0].isBeyondLatin }
      .prefix(Self.maxTransliterations)
    while !rest.isEmpty {
      let batch = rest.prefix(Self.batchSize)
      rest = rest.dropFirst(Self.batchSize)
      let lines = batch.map { self[$0].readyForTransliteration }.joined(separator: "\n")
        .applyingTransform(.toLatin, reverse: false)?
        .split(separator: "\n", omittingEmptySubsequences: false)
      guard let lines, lines.count == batch.count else { continue }
      for (index, line) in zip(batch, lines) { texts[index] = String(line) }
    }
    return texts
  }
}

/// Characters that ICU reads in another way than place names do, each with a character of the right
/// reading: 上地 is Shangdi, not Shangde; 长椿街 is Changchunjie.
private let readings: [Character: Character] = [
  "地": "弟", "长": "常", "長": "常", "重": "虫", "栅": "乍", "柵": "乍", "埔": "普", "什": "石", "刹": "茶",
]

extension String {
  /// Whether the text has a letter of a script other than Latin.
  package var isBeyondLatin: Bool { unicodeScalars.contains(where: \.isBeyondLatin) }

  /// The text with a space between ASCII and other characters, without line ends, and with the
  /// `readings` of names.
  fileprivate var readyForTransliteration: String {
    var (text, wasASCII) = ("", true)
    for character in self {
      if character.isASCII != wasASCII { text += " " }
      wasASCII = character.isASCII
      text.append(character.isNewline ? " " : readings[character] ?? character)
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter of a script other than Latin.
  var isBeyondLatin: Bool {
    value > 0x024F && properties.isAlphabetic && !(0x1E00...0x1EFF).contains(value)
  }
}
