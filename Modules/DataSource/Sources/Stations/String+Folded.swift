import Foundation

extension String {
  /// The text as names are compared: without case, accents, width and surplus space.
  var folded: String {
    precomposedStringWithCompatibilityMapping
      .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .precomposedStringWithCanonicalMapping
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
