/// A text in which one slip of the finger may be: a letter missing, added or changed, or two
/// neighbours swapped.
struct SlippedText {
  private let letters: [UInt32]
  private let isASCII: Bool

  /// Nil when the text is too short to tell a slip from another name: four letters, three of them
  /// Chinese.
  init?(_ text: String) {
    letters = text.unicodeScalars.map(\.value)
    isASCII = letters.allSatisfy { $0 < 0x80 }
    guard letters.count >= (letters.contains { $0 > 0x2E80 } ? 3 : 4) else { return nil }
  }

  /// Whether a folded name, or a word of it, begins with the text but for one slip.
  func begins(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    isASCII
      ? begins(letters: name)
      : begins(letters: String(decoding: name, as: UTF8.self).unicodeScalars.map(\.value))
  }

  private func begins<Name: RandomAccessCollection>(letters name: Name) -> Bool
  where Name.Index == Int, Name.Element: BinaryInteger {
    name.indices.contains { start in
      (start == 0 || name[start - 1] < 0x30) && begins(letters: name, from: start)
    }
  }

  private func begins<Name: RandomAccessCollection>(letters name: Name, from start: Int) -> Bool
  where Name.Index == Int, Name.Element: BinaryInteger {
    /// Whether the letters typed from `typed` on stand in the name from `real` on.
    func agree(_ typed: Int, _ real: Int) -> Bool {
      letters.count - typed <= name.count - real
        && (typed..<letters.count).allSatisfy { letters[$0] == name[real + $0 - typed] }
    }
    var slip = 0
    while slip < letters.count, start + slip < name.count, letters[slip] == name[start + slip] {
      slip += 1
    }
    let real = start + slip
    guard slip < letters.count else { return true }
    let isSwapped =
      slip + 1 < letters.count && real + 1 < name.count && letters[slip] == name[real + 1]
      && letters[slip + 1] == name[real]
    return agree(slip + 1, real) || agree(slip + 1, real + 1) || agree(slip, real + 1)
      || isSwapped && agree(slip + 2, real + 2)
  }
}
