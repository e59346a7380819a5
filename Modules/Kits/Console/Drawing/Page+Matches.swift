import Documents

extension Page {
  /// Draws the characters of a line that match a pattern in the role `match`. If the letters of the
  /// line do not match, the letters of its transliteration may.
  /// - Parameter line: A line that is already drawn.
  package func marking(_ pattern: FuzzyPattern, in line: String) -> String {
    guard !pattern.isEmpty, colors > .none else { return line }
    let text = line.printable
    return marking(pattern.positions(toMarkIn: text), in: line)
  }

  /// Draws the characters of a line that match a pattern in the role `match`, without a look at its
  /// transliteration.
  /// - Parameter line: A line that is already drawn.
  package func markingLetters(of pattern: FuzzyPattern, in line: String) -> String {
    guard !pattern.isEmpty, colors > .none else { return line }
    return marking(pattern.positions(in: line.printable) ?? [], in: line)
  }

  /// Draws the characters at some positions of a line in the role `match`; the rest keeps its look.
  /// - Parameters:
  ///   - positions: The positions as in a `FuzzyMatch`.
  ///   - line: A line that is already drawn. Its escape sequences are not counted.
  func marking(_ positions: [Int], in line: String) -> String {
    guard !positions.isEmpty, colors > .none else { return line }
    let marked = Set(positions)
    var (result, style, index) = ("", "", 0)
    for part in line.styledParts {
      switch part {
      case .style(let sequence):
        style = sequence == Self.reset ? "" : style + sequence
        result += sequence
      case .text(let text):
        for character in text {
          let text = "\(character)"
          result += marked.contains(index) ? reset(style) + paint(text, .match) + style : text
          index += 1
        }
      }
    }
    return result
  }

  private func reset(_ style: String) -> String { style.isEmpty ? "" : Self.reset }
}

extension FuzzyPattern {
  /// The positions of the characters in `text` that match or, if its letters do not, of those whose
  /// transliteration does.
  package func positions(toMarkIn text: String) -> [Int] {
    positions(in: text) ?? positionsInTransliteration(of: text)
  }

  /// The positions of the characters in `text` that match; nil if it does not match.
  package func positions(in text: String) -> [Int]? { match(in: FuzzyText(text))?.positions }

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
