extension String {
  /// The beginning that takes at most `columns` columns, with the styles of the whole.
  public func clipped(to columns: Int) -> String {
    guard self.columns > columns else { return self }
    var room = max(columns, 0)
    var result = ""
    // Looked for among scalars: an accent after it would make one character of it and the `m`.
    var rest = Substring(self).unicodeScalars
    while let first = rest.first {
      let isStyle = first == "\u{1B}"
      let end =
        isStyle ? rest.firstIndex(of: "m").map(rest.index(after:)) : rest.firstIndex(of: "\u{1B}")
      let part = String(rest[..<(end ?? rest.endIndex)])
      rest = rest[(end ?? rest.endIndex)...]
      let fitting = isStyle ? part : part.prefix(columns: room)
      if !isStyle { room = fitting == part ? room - part.columns : 0 }
      result += fitting
    }
    return result
  }
}
