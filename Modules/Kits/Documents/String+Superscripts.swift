extension String {
  private static let superscripts = Array("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
  private static let ordinary = Array("0123456789+-")

  /// The text with superscript digits and signs in place of ordinary ones.
  public var superscript: String { replacing(Self.ordinary, with: Self.superscripts) }

  /// The text with ordinary digits and signs in place of superscript ones. It has the same width.
  package var replacingSuperscripts: String { replacing(Self.superscripts, with: Self.ordinary) }

  private func replacing(_ characters: [Character], with others: [Character]) -> String {
    String(
      map { character in characters.firstIndex(of: character).map { others[$0] } ?? character })
  }
}
