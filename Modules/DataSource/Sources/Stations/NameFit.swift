/// How well a name fits what was typed, the best first.
enum NameFit: Int, Comparable {
  case exact
  case beginning
  case beginningOfWord
  case part

  /// Compares folded UTF-8; nil when `wanted` is nowhere in `name`.
  init?(of name: [UInt8], to wanted: [UInt8]) {
    guard !wanted.isEmpty else {
      self = .part
      return
    }
    guard name != wanted else {
      self = .exact
      return
    }
    let places = name.indices.dropLast(wanted.count - 1).filter { name[$0...].starts(with: wanted) }
    guard let first = places.first else { return nil }
    let isWord = places.contains { $0 > 0 && name[$0 - 1].separatesWords }
    self = first == 0 ? .beginning : isWord ? .beginningOfWord : .part
  }

  static func < (better: NameFit, worse: NameFit) -> Bool { better.rawValue < worse.rawValue }
}

extension [UInt8] {
  /// Whether `words` stand in this name with no letter or digit before or behind them.
  func hasWords(_ words: [UInt8]) -> Bool {
    indices.dropLast(Swift.max(0, words.count - 1)).contains { start in
      let end = start + words.count
      return self[start...].starts(with: words)
        && (start == 0 || self[start - 1].separatesWords)
        && (end == count || self[end].separatesWords)
    }
  }
}

extension UInt8 {
  /// Whether it is neither a letter nor a digit; all of a letter beyond ASCII counts as letter.
  fileprivate var separatesWords: Bool {
    let character = Character(Unicode.Scalar(self))
    return self < 0x80 && !character.isLetter && !character.isNumber
  }
}
