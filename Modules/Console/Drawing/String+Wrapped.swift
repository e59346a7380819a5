extension String {
  /// The text in lines of at most `columns` columns, broken at spaces; a word that is longer is
  /// broken within.
  public func wrapped(to columns: Int) -> [String] {
    var lines: [String] = []
    var room = 0
    for word in unicodeScalars.split(whereSeparator: \.isSpace).map(String.init) {
      let width = word.columns
      if !lines.isEmpty, width < room {
        lines[lines.count - 1] += " \(word)"
        room -= width + 1
      } else {
        lines += width > columns ? word.pieces(of: columns) : [word]
        room = columns - (lines.last?.columns ?? 0)
      }
    }
    return lines
  }

  private func pieces(of columns: Int) -> [String] {
    var pieces: [String] = []
    var rest = Substring(self)
    while !rest.isEmpty {
      let fitting = String(rest).prefix(columns: columns)
      let piece = fitting.isEmpty ? String(rest.prefix(1)) : fitting
      pieces.append(piece)
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }
}

extension Unicode.Scalar {
  /// Told of letters without a look at the tables of Unicode.
  fileprivate var isSpace: Bool {
    isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }
}
