extension String {
  /// A command line in indented lines of at most `columns` columns, broken between its words.
  func commandLines(columns: Int) -> [String] {
    guard self.columns + 2 > columns else { return ["  \(self)"] }
    var lines: [String] = []
    var line = "  "
    var isEmpty = true
    for word in shellWords {
      // The space and the backslash at the end need two columns, and so does the space before.
      if !isEmpty, line.columns + word.columns + 3 > columns {
        lines.append(line + " \\")
        (line, isEmpty) = ("    ", true)
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }

  /// The words of a command line with their quotation marks.
  private var shellWords: [String] {
    var words = [""]
    var quote: Unicode.Scalar?
    for scalar in unicodeScalars {
      if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "\"" || scalar == "'" {
        quote = scalar
      }
      if scalar == " ", quote == nil {
        words.append("")
      } else {
        words[words.count - 1].unicodeScalars.append(scalar)
      }
    }
    return words.filter { !$0.isEmpty }
  }
}
