import DataSourceInterface
import Foundation
import Mediator

/// How well a key of a station matches the text that a person typed, the best match first.
enum MatchRank: Int, Comparable {
  /// The text is the whole key.
  case exact
  /// The text is the first words of the key.
  case firstWords
  /// The text is the beginning of the key.
  case beginning
  /// The text is whole words of the key.
  case words
  /// The text is the beginning of a word.
  case beginningOfWord
  /// The words of the text are whole words of the key, in another order.
  case scatteredWords
  /// The words of the text are beginnings of words, in another order.
  case scatteredBeginnings
  /// The text is all initials.
  case initials
  /// The text is the first initials, at least two.
  case firstInitials
  /// The text is any part of the key.
  case part
  /// The words of the text are any parts of the key.
  case parts
  /// The text is the beginning of the key or of a word, except for one typing mistake.
  case typo

  /// Compares a key with the text; nil when the key does not match.
  init?(of key: UnsafeBufferPointer<UInt8>, _ kind: StationNames.Kind, to text: SearchText) {
    switch kind {
    case .name, .translation:
      guard let rank = Self.of(key, to: text.whole) ?? Self.of(key, toWords: text.words) else {
        return nil
      }
      self = rank
    case .latin:
      guard let occurrence = key.occurrences(of: text.joined).first else {
        guard Self.of(key, toWords: text.words) != nil else { return nil }
        self = .parts
        return
      }
      self = occurrence.start > 0 ? .part : occurrence.end == key.count ? .exact : .beginning
    case .initials:
      guard text.joined.count > 1, key.starts(with: text.joined) else { return nil }
      self = text.joined.count == key.count ? .initials : .firstInitials
    case .code:
      guard key.starts(with: text.whole) else { return nil }
      self = text.whole.count == key.count ? .exact : .part
    case .qualified:
      guard text.isQualified, key.starts(with: text.whole) else { return nil }
      self = text.whole.count == key.count ? .exact : .beginning
    }
  }

  static func < (better: MatchRank, worse: MatchRank) -> Bool { better.rawValue < worse.rawValue }

  private static func of(_ key: UnsafeBufferPointer<UInt8>, to text: [UInt8]) -> MatchRank? {
    var best: MatchRank?
    for occurrence in key.occurrences(of: text) {
      let rank: MatchRank =
        switch (occurrence.startsKey, occurrence.startsWord, occurrence.endsWord) {
        case (true, _, true): occurrence.end == key.count ? .exact : .firstWords
        case (true, _, false): .beginning
        case (false, true, true): .words
        case (false, true, false): .beginningOfWord
        case (false, false, _): .part
        }
      best = min(best ?? rank, rank)
    }
    return best
  }

  private static func of(
    _ key: UnsafeBufferPointer<UInt8>, toWords words: [[UInt8]]
  ) -> MatchRank? {
    guard var worst = words.isEmpty ? nil : MatchRank.scatteredWords else { return nil }
    for word in words {
      let occurrences = key.occurrences(of: word)
      guard !occurrences.isEmpty else { return nil }
      let ranks = occurrences.map { occurrence -> MatchRank in
        occurrence.startsWord
          ? occurrence.endsWord ? .scatteredWords : .scatteredBeginnings : .parts
      }
      worst = max(worst, ranks.min() ?? .parts)
    }
    return worst
  }
}

/// A text that a person typed, prepared for comparisons with folded names.
struct SearchText {
  let folded: String
  /// The folded text as bytes.
  let whole: [UInt8]
  /// The words of a text with several words. The longest is the first, because it is the most
  /// likely to be missing from a key.
  let words: [[UInt8]]
  /// All words without spaces.
  let joined: [UInt8]
  /// Whether the text may contain the distinction of a station.
  let isQualified: Bool

  init(_ text: String) {
    folded = text.folded
    whole = Array(folded.utf8)
    let words = folded.split(at: " ").map { Array($0.utf8) }
    // A word that is repeated matches again.
    self.words = words.count > 1 ? Set(words).sorted { $0.count > $1.count } : []
    joined = Array(words.joined())
    isQualified = whole.contains(UInt8(ascii: "["))
  }

  var isEmpty: Bool { whole.isEmpty }
}

extension UnsafeBufferPointer<UInt8> {
  /// An occurrence of a text in a folded name.
  fileprivate struct Occurrence {
    let start: Int
    let end: Int
    /// Whether no letter or digit precedes it, and it does not end within a number: `12` is not the
    /// beginning of `125`.
    let startsWord: Bool
    /// Whether no letter or digit follows it.
    let endsWord: Bool

    var startsKey: Bool { start == 0 && startsWord }
  }

  /// Returns every occurrence of `text`.
  fileprivate func occurrences(of text: [UInt8]) -> [Occurrence] {
    guard let first = text.first, let base = baseAddress, text.count <= count else { return [] }
    var occurrences: [Occurrence] = []
    var start = 0
    let last = count - text.count
    // `start + text.count` never exceeds `count`, so both C functions stay within the buffer.
    while start <= last {
      guard let found = memchr(base + start, CInt(first), last - start + 1) else { break }
      start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      let end = start + text.count
      if memcmp(base + start, text, text.count) == 0 {
        occurrences.append(
          Occurrence(
            start: start, end: end,
            startsWord: (start == 0 || self[start - 1].separatesWords)
              && !(end < count && self[end].isDigit && self[end - 1].isDigit),
            endsWord: end == count || self[end].separatesWords))
      }
      start += 1
    }
    return occurrences
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether the byte is neither a letter nor a digit. Every byte of a character beyond ASCII
  /// counts as a letter.
  fileprivate var separatesWords: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      false
    default: true
    }
  }
}
