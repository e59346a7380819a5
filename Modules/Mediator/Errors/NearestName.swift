extension Sequence<String> {
  /// The names closest to `name`, nearest first: those within a third of its length in slips of the
  /// finger (a letter missing, added, changed, or two neighbours swapped), whatever their case.
  ///
  /// Source: optimal string alignment distance, a restriction of F. J. Damerau, "A technique for
  /// computer detection and correction of spelling errors", CACM 7 (3), 1964.
  public func nearest(to name: String, limit: Int = 1) -> [String] {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(64))
    let tolerance = Swift.max(1, wanted.count / 3)
    let rated = compactMap { candidate -> (name: String, slips: Int)? in
      let scalars = Array(candidate.lowercased().unicodeScalars.prefix(64))
      guard abs(scalars.count - wanted.count) <= tolerance else { return nil }
      let slips = slips(from: wanted, to: scalars)
      return slips <= tolerance ? (candidate, slips) : nil
    }
    return rated.sorted { ($0.slips, $0.name) < ($1.slips, $1.name) }.prefix(limit).map(\.name)
  }
}

private func slips(from first: [Unicode.Scalar], to second: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: second.count + 1)
  var last = Array(0...second.count)
  for (row, letter) in first.enumerated() {
    var current = [row + 1] + [Int](repeating: 0, count: second.count)
    for (column, other) in second.enumerated() {
      let change = last[column] + (letter == other ? 0 : 1)
      current[column + 1] = min(change, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
        current[column + 1] = min(current[column + 1], beforeLast[column - 1] + 1)
      }
    }
    (beforeLast, last) = (last, current)
  }
  return last[second.count]
}
