/// A part of a line that is already drawn.
enum StyledPart {
  /// An escape sequence that begins or ends a style.
  case style(String)
  /// The text until the next escape sequence.
  case text(String)
}

extension String {
  /// The escape sequences of the line and the texts between them, in their order.
  var styledParts: [StyledPart] {
    var parts: [StyledPart] = []
    // Searches scalars, because the final `m` and a combining mark after it form one character.
    var scalars = Substring(self).unicodeScalars
    while let first = scalars.first {
      let isStyle = first == "\u{1B}"
      let end =
        isStyle
        ? scalars.firstIndex(of: "m").map(scalars.index(after:)) : scalars.firstIndex(of: "\u{1B}")
      let part = String(scalars[..<(end ?? scalars.endIndex)])
      parts.append(isStyle ? .style(part) : .text(part))
      scalars = scalars[(end ?? scalars.endIndex)...]
    }
    return parts
  }
}
