extension String {
  /// How many columns of a terminal the text takes: 2 for a Chinese character or an emoji, 0 for
  /// a mark on the letter before, an escape sequence or a control character.
  public var columns: Int {
    // Of most texts every byte is a letter, and nothing else needs to be looked at.
    guard !utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return utf8.count }
    return withoutEscapes.reduce(0) { $0 + $1.columns }
  }

  /// The text with spaces added up to `columns` columns; a longer text stays as it is.
  public func padded(to columns: Int, _ alignment: Alignment = .left) -> String {
    let padding = String(repeating: " ", count: max(0, columns - self.columns))
    return switch alignment {
    case .left: self + padding
    case .right: padding + self
    }
  }

  /// The text in at most `columns` columns, with `…` in place of its end where it is longer.
  ///
  /// A text that is cut loses its escape sequences.
  public func truncated(to columns: Int) -> String {
    guard self.columns > columns else { return self }
    return columns > 0 ? withoutEscapes.prefix(columns: columns - 1) + "…" : ""
  }

  /// The beginning that takes at most `columns` columns.
  func prefix(columns: Int) -> String {
    var room = columns
    return String(
      prefix { character in
        room -= character.columns
        return room >= 0
      }
    )
  }
}
