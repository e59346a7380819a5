/// Random texts in which a special character is joined with what stands beside it: with a combining
/// mark after it or a prepended letter before it, Swift sees another character, and a shell, a
/// server or a database the special one.
package struct JoinedText {
  /// Combining marks, a joiner, a variation selector and a skin tone, which extend the character
  /// before them.
  private static let extending = Array(
    "\u{301}\u{308}\u{20E3}\u{200D}\u{FE0F}\u{1F3FB}\u{903}".unicodeScalars)
  /// Letters and signs that begin a character with what follows them.
  private static let prepended = Array(
    "\u{D4E}\u{600}\u{605}\u{8E2}\u{110BD}\u{111C2}".unicodeScalars)
  private static let plain = Array("abEZ09éß西路 \u{3000}\u{1F687}".unicodeScalars)

  private var random: SplitMix64
  private let special: [Unicode.Scalar]

  /// - Parameter special: The characters that have a meaning for the reader of the texts.
  package init(special: String, seed: Int) {
    self.special = Array(special.unicodeScalars)
    random = SplitMix64(seed: seed)
  }

  /// The next text, of 1 to 12 scalars.
  package mutating func next() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let kinds = [special, special, Self.extending, Self.prepended, Self.plain]
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
      text.append(kind[Int.random(in: 0..<kind.count, using: &random)])
    }
    return String(text)
  }
}
