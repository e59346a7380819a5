/// A text in which one slip of the finger may be: a letter missing, added or changed, or two
/// neighbours swapped.
struct SlippedText {
  private let letters: [Unicode.Scalar]

  /// Nil when the text is too short to tell a slip from another name: three letters of a word, one
  /// of a Chinese name.
  init?(_ text: String) {
    letters = Array(text.unicodeScalars)
    let shortest = letters.contains { $0.value > 0x2E80 } ? 3 : 4
    guard letters.count >= shortest else { return nil }
  }

  /// Whether a name, or a word of it, begins with the text but for one slip.
  func begins(_ name: String) -> Bool {
    let name = Array(name.unicodeScalars)
    return name.indices.contains { start in
      let isWord = start == 0 || !name[start - 1].properties.isAlphabetic
      return isWord && begins(name[start...])
    }
  }

  private func begins(_ name: ArraySlice<Unicode.Scalar>) -> Bool {
    var place = 0
    while place < letters.count, place < name.count, letters[place] == name[name.startIndex + place]
    {
      place += 1
    }
    let (typed, real) = (letters[place...], name.dropFirst(place))
    let isSwapped =
      typed.count > 1 && real.count > 1
      && typed[place] == real[real.startIndex + 1] && typed[place + 1] == real[real.startIndex]
    return real.starts(with: typed) || real.starts(with: typed.dropFirst())
      || real.dropFirst().starts(with: typed.dropFirst())
      || real.dropFirst().starts(with: typed)
      || isSwapped && real.dropFirst(2).starts(with: typed.dropFirst(2))
  }
}
