extension Page {
  /// Draws the characters at some positions of a line in the style `match`; the rest keeps its styles.
  /// - Parameters:
  ///   - positions: The positions as in a `FuzzyMatch`.
  ///   - line: A line that is already drawn. Its escape sequences are not counted.
  package func marking(_ positions: [Int], in line: String) -> String {
    guard !positions.isEmpty, colors > .none else { return line }
    let marked = Set(positions)
    var (result, style, index) = ("", "", 0)
    // Searches scalars, because the final `m` and a combining mark after it form one character.
    var rest = Substring(line).unicodeScalars
    while let first = rest.first {
      guard first != "\u{1B}" else {
        let end = rest.firstIndex(of: "m").map(rest.index(after:)) ?? rest.endIndex
        let sequence = String(rest[..<end])
        style = sequence == Self.reset ? "" : style + sequence
        result += sequence
        rest = rest[end...]
        continue
      }
      let end = rest.firstIndex(of: "\u{1B}") ?? rest.endIndex
      for character in String(rest[..<end]) {
        let text = "\(character)"
        result += marked.contains(index) ? reset(style) + paint(text, .match) + style : text
        index += 1
      }
      rest = rest[end...]
    }
    return result
  }

  private func reset(_ style: String) -> String { style.isEmpty ? "" : Self.reset }
}
