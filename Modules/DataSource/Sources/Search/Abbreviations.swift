import Mediator

/// The abbreviations that feeds and people use in English and Spanish station names.
enum Abbreviations {
  /// The longest list of other spellings of a text.
  private static let maxSpellings = 15
  /// A text of more words is no name, and would take long.
  private static let maxWords = 20

  /// A word and its abbreviations, without full stops.
  private static let forms: [[String]] = [
    ["street", "st"], ["saint", "st"], ["square", "sq"], ["avenue", "av", "ave"],
    ["avenida", "av", "avda"], ["road", "rd"], ["boulevard", "blvd", "bd"], ["place", "pl"],
    ["plaza", "pl", "pza"], ["drive", "dr"], ["parkway", "pkwy"], ["highway", "hwy"],
    ["heights", "hts"], ["junction", "jct"], ["center", "centre", "ctr"], ["mount", "mt"],
    ["fort", "ft"], ["university", "univ"], ["international", "intl"], ["and", "&"],
  ]

  private static let others: [String: [String]] = forms.reduce(into: [:]) { others, words in
    for word in words { others[word, default: []] += words.filter { $0 != word } }
  }

  /// Returns the other spellings of a folded text: with a word in place of an abbreviation, or an
  /// abbreviation in place of a word, and without the full stop after an abbreviation.
  static func otherSpellings(of folded: String) -> [String] {
    let words = folded.split(at: " ")
    guard words.count <= maxWords else { return [] }
    var spellings = [""]
    for word in words {
      let withoutStop = word.hasSuffix(".") ? word.dropLast() : word
      let alternatives = others[String(withoutStop)]
      let spelt =
        [String(word)] + (alternatives ?? [])
        + (alternatives != nil && withoutStop != word ? [String(withoutStop)] : [])
      spellings = spellings.flatMap { beginning in
        spelt.map { beginning.isEmpty ? $0 : "\(beginning) \($0)" }
      }
      // The text itself is the first.
      spellings = Array(spellings.prefix(maxSpellings + 1))
    }
    return Array(spellings.dropFirst())
  }
}
