extension Page {
  /// Draws the characters of a line that match a pattern in the style `match`. If the letters of the
  /// line do not match, the letters of its transliteration may.
  /// - Parameter line: A line that is already drawn.
  package func marking(_ pattern: FuzzyPattern, in line: String) -> String {
    guard !pattern.isEmpty, colors > .none else { return line }
    let text = line.printable
    return marking(
      pattern.positions(in: text) ?? pattern.positionsInTransliteration(of: text), in: line)
  }

  /// Draws the characters of a line that match a pattern in the style `match`, without a look at its
  /// transliteration.
  /// - Parameter line: A line that is already drawn.
  package func markingLetters(of pattern: FuzzyPattern, in line: String) -> String {
    guard !pattern.isEmpty, colors > .none else { return line }
    return marking(pattern.positions(in: line.printable) ?? [], in: line)
  }

  /// Draws the characters at some positions of a line in the style `match`; the rest keeps its styles.
  /// - Parameters:
  ///   - positions: The positions as in a `FuzzyMatch`.
  ///   - line: A line that is already drawn. Its escape sequences are not counted.
  func marking(_ positions: [Int], in line: String) -> String {
    guard !positions.isEmpty, colors > .none else { return line }
    let marked = Set(positions)
    var (result, style, index) = ("", "", 0)
    // Searches scalars, because the final `m` and a combining mark after it form one character.
    var rest = Substring(line).unicodeScalars
    while let first = rest.first {
      guard first != "\u{1B}" else {
        let end = rest.firstIndex(of: "m").map(rest.index(after:)) ?? rest.endIndex
        let sequence = String(rest[..<end])
        style = sequence == Self.reset ? "" : style + sequence
        result += sequence
        rest = rest[end...]
        continue
      }
      let end = rest.firstIndex(of: "\u{1B}") ?? rest.endIndex
      for character in String(rest[..<end]) {
        let text = "\(character)"
        result += marked.contains(index) ? reset(style) + paint(text, .match) + style : text
        index += 1
      }
      rest = rest[end...]
    }
    return result
  }

  private func reset(_ style: String) -> String { style.isEmpty ? "" : Self.reset }
}

extension FuzzyPattern {
  /// The positions of the characters in `text` that match; nil if it does not match.
  fileprivate func positions(in text: String) -> [Int]? { match(in: FuzzyText(text))?.positions }

  /// The positions of the characters in `text` whose Latin letters match.
  fileprivate func positionsInTransliteration(of text: String) -> [Int] {
    guard !isBeyondLatin else { return [] }
    let characters = text.map { "\($0)" }
    let latin = characters.transliterated
    guard latin != characters else { return [] }
    var letters = ""
    /// The position in `text` of each character in `letters`.
    var origins: [Int] = []
    for (index, text) in latin.enumerated() {
      // One space before each syllable, as in the transliteration of a whole text.
      let isSyllable = text != characters[index] && characters[index].isIdeograph
      let syllable = (letters.hasSuffix(" ") ? "" : " ") + text.trimmingPrefix(" ")
      for character in isSyllable ? syllable : text {
        letters.append(character)
        origins.append(index)
      }
    }
    guard let match = match(in: FuzzyText(letters)) else { return [] }
    return Set(match.positions.map { origins[$0] }).sorted()
  }
}

extension String {
  /// Whether the text begins with a character that is a word of its own, such as a Chinese one.
  fileprivate var isIdeograph: Bool {
    unicodeScalars.first.map { $0.properties.isIdeographic } ?? false
  }
}
