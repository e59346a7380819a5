/// A text that matches names despite one typing mistake: a letter that is missing, added or
/// changed, or two swapped neighbours.
struct TypoMatcher {
  private let letters: [UInt32]
  private let isASCII: Bool

  /// Returns nil for a text too short to distinguish a mistake from another name: fewer than four
  /// letters, or fewer than three with Chinese ones.
  init?(_ text: String) {
    letters = text.unicodeScalars.map(\.value)
    isASCII = letters.allSatisfy { $0 < 0x80 }
    guard letters.count >= (letters.contains { $0 > 0x2E80 } ? 3 : 4) else { return nil }
  }

  /// Returns whether a folded name, or one of its words, begins with the text except for one
  /// mistake.
  func matchesBeginning(of name: UnsafeBufferPointer<UInt8>) -> Bool {
    isASCII
      ? matchesBeginning(ofLetters: name)
      : matchesBeginning(
        ofLetters: String(decoding: name, as: UTF8.self).unicodeScalars.map(\.value))
  }

  private func matchesBeginning<Name: RandomAccessCollection>(ofLetters name: Name) -> Bool
  where Name.Index == Int, Name.Element: BinaryInteger {
    // Characters below "0" separate words.
    name.indices.contains { start in
      (start == 0 || name[start - 1] < 0x30) && matches(name, from: start)
    }
  }

  private func matches<Name: RandomAccessCollection>(_ name: Name, from start: Int) -> Bool
  where Name.Index == Int, Name.Element: BinaryInteger {
    /// Whether the letters of the text from `position` equal those of the name from `other`.
    func equal(_ position: Int, _ other: Int) -> Bool {
      letters.count - position <= name.count - other
        && (position..<letters.count).allSatisfy { letters[$0] == name[other + $0 - position] }
    }
    var mistake = 0
    while mistake < letters.count, start + mistake < name.count,
      letters[mistake] == name[start + mistake]
    {
      mistake += 1
    }
    let other = start + mistake
    guard mistake < letters.count else { return true }
    let isSwapped =
      mistake + 1 < letters.count && other + 1 < name.count && letters[mistake] == name[other + 1]
      && letters[mistake + 1] == name[other]
    // An added letter, a changed one, a missing one, or two swapped ones.
    return equal(mistake + 1, other) || equal(mistake + 1, other + 1) || equal(mistake, other + 1)
      || isSwapped && equal(mistake + 2, other + 2)
  }
}
