/// A text that a person types to find one of many texts, such as `cdm` for "Casa da Música".
///
/// A text matches if the letters of each word of the pattern occur in it in the same order; case,
/// accents and width are ignored. Letters at the start of a word and consecutive letters count
/// most, and a bit more at the start of the text or of a cell. A text or cell that begins with the
/// whole pattern is a better match than all others, most of all one that begins with it as words.
///
/// Source: the scores follow fzf's algorithm v1 (`src/algo/algo.go`): the first occurrence, made
/// shorter from its end, with bonuses for word starts and consecutive letters.
///
/// ```swift
/// let pattern = FuzzyPattern("cdm")
/// let match = pattern.match(in: FuzzyText("Casa da Música"))
/// match?.positions  // [0, 5, 8]
/// ```
package struct FuzzyPattern: Sendable, Equatable {
  private let words: [[UInt32]]
  /// The letters of the words with a space between two of them.
  private let letters: [UInt32]

  /// Creates a pattern from what a person has typed.
  package init(_ text: String) {
    words = text.folded.split(whereSeparator: \.isWhitespace).map { $0.unicodeScalars.map(\.value) }
    letters = Array(words.joined(separator: [0x20]))
  }

  /// Whether every text matches.
  package var isEmpty: Bool { words.isEmpty }

  /// Whether the pattern has letters that are not Latin, so that it matches no transliteration.
  var isBeyondLatin: Bool {
    words.joined().contains { Unicode.Scalar($0)?.isBeyondLatin == true }
  }

  /// Returns how well a text matches; nil if it does not match.
  package func match(in text: FuzzyText) -> FuzzyMatch? {
    var match = FuzzyMatch(score: 0, positions: [])
    for word in words {
      guard let best = text.fields.lazy.compactMap({ Self.match(word, in: text, $0) }).max() else {
        return nil
      }
      match.score += best.score
      match.positions += best.positions
    }
    match.positions = Set(match.positions.map { text.characters[$0] }).sorted()
    match.score += text.fields.lazy.map { beginnings(in: text, $0) }.max() ?? 0
    return match
  }

  /// What it counts that a field begins with the pattern; 0 if it does not.
  private func beginnings(in text: FuzzyText, _ field: Range<Int>) -> Int {
    guard !isEmpty, text.letters[field].starts(with: letters) else { return 0 }
    let next = text.letters[field].dropFirst(letters.count).first
    return next?.isWordPart == true ? FuzzyMatch.beginning : 2 * FuzzyMatch.beginning
  }

  /// Returns the elements that match, the best first; of equal ones, the first stays the first.
  package func matches<Element>(
    _ elements: [Element], text: (Element) -> String
  ) -> [Element] {
    let found = elements.enumerated().compactMap { offset, element in
      match(in: FuzzyText(text(element))).map {
        (score: $0.score, offset: offset, element: element)
      }
    }
    return found.sorted { ($1.score, $0.offset) < ($0.score, $1.offset) }.map(\.element)
  }

  /// The match of one word in a field. After each start of a word that begins with the first letter
  /// it is tried again, since the first occurrence is seldom the best one.
  private static func match(
    _ word: [UInt32], in text: FuzzyText, _ field: Range<Int>
  ) -> FuzzyMatch? {
    var best: FuzzyMatch?
    var start = field.lowerBound
    while let found = occurrence(of: word, in: text, from: start, field) {
      if best.map({ $0 < found }) ?? true { best = found }
      guard let first = found.positions.first,
        let next = (first + 1..<field.upperBound).first(where: {
          text.letters[$0] == word[0] && text.startsWord[$0]
        })
      else { break }
      start = next
    }
    return best
  }

  private static func occurrence(
    of word: [UInt32], in text: FuzzyText, from start: Int, _ field: Range<Int>
  ) -> FuzzyMatch? {
    var (index, matched) = (start, 0)
    while index < field.upperBound, matched < word.count {
      if text.letters[index] == word[matched] { matched += 1 }
      index += 1
    }
    guard matched == word.count else { return nil }
    // From the end, each letter is as late as possible, so that the match is short.
    var positions: [Int] = []
    while matched > 0 {
      index -= 1
      if text.letters[index] == word[matched - 1] {
        positions.append(index)
        matched -= 1
      }
    }
    positions.reverse()
    var score = 0
    var previous: Int?
    for position in positions {
      score += FuzzyMatch.letter
      if text.startsWord[position] { score += FuzzyMatch.wordStart }
      if position == field.lowerBound { score += FuzzyMatch.fieldStart }
      if let previous {
        score +=
          position == previous + 1
          ? FuzzyMatch.consecutive : -min(position - previous, FuzzyMatch.greatestGap)
      }
      previous = position
    }
    return FuzzyMatch(score: score, positions: positions)
  }
}

/// How well a text matches a pattern, and where.
package struct FuzzyMatch: Sendable, Equatable, Comparable {
  fileprivate static let letter = 16
  fileprivate static let wordStart = 10
  fileprivate static let fieldStart = 4
  fileprivate static let consecutive = 12
  fileprivate static let greatestGap = 12
  /// What a field counts in addition that begins with the pattern, and twice if it does so in whole
  /// words: more than the letters of any text.
  package static let beginning = 1_000_000

  /// The score; the greater, the better.
  package fileprivate(set) var score: Int
  /// The positions of the matched characters in the text, in ascending order.
  package fileprivate(set) var positions: [Int]

  package static func < (worse: FuzzyMatch, better: FuzzyMatch) -> Bool {
    worse.score < better.score
  }
}

/// A text that is prepared to be matched with patterns.
package struct FuzzyText: Sendable {
  /// The folded scalars, such as two for `ß`; 0 for a character without letters.
  let letters: [UInt32]
  /// The position in the text of the character to which the scalar at an index belongs.
  let characters: [Int]
  /// Whether the scalar at an index starts a word.
  let startsWord: [Bool]
  /// The parts in which a word must match, such as the cells of a row: two spaces separate them.
  let fields: [Range<Int>]

  package init(_ text: String) {
    var letters: [UInt32] = []
    var characters: [Int] = []
    var startsWord: [Bool] = []
    var fields: [Range<Int>] = []
    var (start, spaces, wasLetter) = (0, 2, false)
    func append(_ scalar: UInt32, of character: Int) {
      characters.append(character)
      if scalar == 0x20 {
        spaces += 1
        if spaces == 2, letters.count - 1 > start { fields.append(start..<letters.count - 1) }
      } else {
        if spaces >= 2 { start = letters.count }
        spaces = 0
      }
      let isLetter = scalar.isWordPart
      // Each Chinese character is a word.
      startsWord.append(isLetter && (!wasLetter || scalar >= 0x2E80))
      wasLetter = isLetter
      letters.append(scalar)
    }
    var known: [Character: [UInt32]] = [:]
    for (index, character) in text.enumerated() {
      if let byte = character.asciiValue, byte >= 0x20 {
        append(UInt32((0x41...0x5A).contains(byte) ? byte + 0x20 : byte), of: index)
        continue
      }
      let folded = known[character] ?? "\(character)".folded.unicodeScalars.map(\.value)
      known[character] = folded
      append(folded.first ?? 0, of: index)
      for scalar in folded.dropFirst() {
        letters.append(scalar)
        characters.append(index)
        startsWord.append(false)
      }
    }
    if spaces < 2, letters.count > start { fields.append(start..<letters.count - spaces) }
    self.letters = letters
    self.characters = characters
    self.startsWord = startsWord
    self.fields = fields
  }
}

extension UInt32 {
  /// Whether a folded scalar is a letter or a digit.
  fileprivate var isWordPart: Bool {
    self >= 0x80 || (0x30...0x39).contains(self) || (0x61...0x7A).contains(self)
  }
}
