/// Texts that are prepared to be searched with many patterns, such as the rows of a list while a
/// person types.
///
/// ```swift
/// let index = FuzzyIndex(["Trindade", "Aliados"])
/// index.score(of: 0, matching: FuzzyPattern("tri"))  // more than 0
/// index.score(of: 1, matching: FuzzyPattern("tri"))  // nil
/// ```
package struct FuzzyIndex: Sendable {
  /// A longer list is not transliterated, which takes 0.1 ms for each Chinese text.
  private static let maximumTransliterations = 200
  /// What a match in the letters of another script counts less than one in the text's own.
  private static let transliterationPenalty = 1

  /// Each text and, if it has another one, its transliteration.
  private let texts: [[FuzzyText]]

  package init(_ texts: [String]) {
    let latin = texts.count <= Self.maximumTransliterations ? texts.transliterated : texts
    self.texts = zip(texts, latin).map { text, latin in
      [FuzzyText(text)] + (latin == text ? [] : [FuzzyText(latin)])
    }
  }

  /// How well the text at a position matches a pattern; nil if it does not match.
  package func score(of position: Int, matching pattern: FuzzyPattern) -> Int? {
    texts[position].enumerated().compactMap { number, text in
      pattern.match(in: text).map { $0.score - (number > 0 ? Self.transliterationPenalty : 0) }
    }.max()
  }
}
