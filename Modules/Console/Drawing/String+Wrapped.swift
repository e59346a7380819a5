extension String {
  /// The text in lines of at most `columns` columns, broken at spaces; a word that is longer is
  /// broken within.
  public func wrapped(to columns: Int) -> [String] {
    var lines: [String] = []
    for word in split(whereSeparator: \.isWhitespace).map(String.init) {
      if let last = lines.last, last.columns + 1 + word.columns <= columns {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines += word.pieces(of: columns)
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
