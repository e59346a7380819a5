public import Documents

extension String {
  /// The text with spaces added up to `columns` columns; a longer text stays unchanged.
  public func padded(to columns: Int, _ alignment: Alignment = .left) -> String {
    let padding = String(repeating: " ", count: max(0, columns - self.columns))
    return switch alignment {
    case .left: self + padding
    case .right: padding + self
    }
  }

  /// The text in at most `columns` columns; `…` replaces the end of a longer text.
  ///
  /// A text that is cut loses its escape sequences.
  public func truncated(to columns: Int) -> String {
    guard self.columns > columns else { return self }
    return columns > 0 ? String(withoutEscapes.prefix(columns: columns - 1)) + "…" : ""
  }

  /// The text in about `columns` columns; `…` replaces the middle of a longer text, because an
  /// error ends with its remedy.
  public func shortened(to columns: Int) -> String {
    let printable = printable
    guard printable.columns > columns else { return self }
    let end = String(printable.reversed()).prefix(columns: columns / 2)
    return "\(printable.prefix(columns: columns / 2))…\(String(end.reversed()))"
  }

  /// The beginning of the text in at most `columns` columns, with all escape sequences of the text.
  func clipped(to columns: Int) -> String {
    guard self.columns > columns else { return self }
    var free = max(columns, 0)
    var result = ""
    for part in styledParts {
      switch part {
      case .style(let sequence): result += sequence
      case .text(let text):
        let fitting = String(text.prefix(columns: free))
        free = fitting == text ? free - text.columns : 0
        result += fitting
      }
    }
    return result
  }

  /// The text in lines of at most `columns` columns, broken at spaces; a longer word is broken
  /// within the word.
  public func wrapped(to columns: Int) -> [String] {
    var lines: [String] = []
    var free = 0
    for word in unicodeScalars.split(whereSeparator: \.isSpace).map(String.init) {
      let width = word.columns
      if !lines.isEmpty, width < free {
        lines[lines.count - 1] += " \(word)"
        free -= width + 1
      } else {
        lines += width > columns ? word.pieces(of: columns) : [word]
        free = columns - (lines.last?.columns ?? 0)
      }
    }
    return lines
  }

  /// The text in pieces of at most `columns` columns, but at least one character.
  private func pieces(of columns: Int) -> [String] {
    var pieces: [String] = []
    var rest = Substring(self)
    while !rest.isEmpty {
      let fitting = rest.prefix(columns: columns)
      let piece = fitting.isEmpty ? rest.prefix(1) : fitting
      pieces.append(String(piece))
      rest = rest[piece.endIndex...]
    }
    return pieces
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The beginning of the text in at most `columns` columns.
  func prefix(columns: Int) -> Substring {
    var free = columns
    return prefix { character in
      free -= character.columns
      return free >= 0
    }
  }
}

extension Unicode.Scalar {
  /// For ASCII, avoids the look-up in Unicode's tables.
  fileprivate var isSpace: Bool {
    isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }
}
