extension Page {
  private static let narrowestMeaning = 24

  /// Lays out terms and their meanings side by side, or one below the other where the page is too
  /// narrow for that.
  public func definitions(_ entries: [(term: String, meaning: String)]) -> String {
    let terms = entries.map(\.term.columns).max() ?? 0
    let isWide = columns - terms - 4 >= Self.narrowestMeaning
    let indent = isWide ? terms + 4 : 6
    let margin = String(repeating: " ", count: indent)
    return entries.flatMap { term, meaning -> [String] in
      let meaning = meaning.wrapped(to: columns - indent)
      guard isWide, let first = meaning.first else {
        return ["  \(term)"] + meaning.map { margin + $0 }
      }
      return ["  \(term.padded(to: terms))  \(first)"] + meaning.dropFirst().map { margin + $0 }
    }.joined(separator: "\n")
  }
}
