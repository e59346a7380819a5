extension Sequence<String> {
  /// The names that are similar to `name`, the nearest first, ignoring case.
  ///
  /// The distance is the number of typing errors: a letter missing, added or changed, or two
  /// neighbours swapped. It may be at most a third of the length of `name`; one error is always
  /// accepted.
  ///
  /// Source: optimal string alignment distance, a restriction of F. J. Damerau, "A technique for
  /// computer detection and correction of spelling errors", CACM 7 (3), 1964.
  public func nearest(to name: String, limit: Int = 1) -> [String] {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(64))
    let tolerance = Swift.max(1, wanted.count / 3)
    let candidates = compactMap { candidate -> (name: String, distance: Int)? in
      let scalars = Array(candidate.lowercased().unicodeScalars.prefix(64))
      guard abs(scalars.count - wanted.count) <= tolerance else { return nil }
      return editDistance(from: wanted, to: scalars, atMost: tolerance).map { (candidate, $0) }
    }
    return candidates.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(limit).map(\.name)
  }
}

extension [String] {
  /// The element that is `name`, or else the only one that is `name` in another case. Nil if there
  /// is none, or if there are several.
  public func only(named name: String) -> String? {
    guard !contains(name) else { return name }
    let folded = name.lowercased()
    let found = Set(filter { $0.lowercased() == folded })
    return found.count == 1 ? found.first : nil
  }
}

extension String? {
  /// The end of an error message that suggests this name, such as `; did you mean 'lamp'?`. If
  /// the name is nil, it contains `remedy` instead, or is empty.
  public func suggestion(or remedy: String? = nil) -> String {
    (map { "did you mean '\($0)'?" } ?? remedy).map { "; \($0)" } ?? ""
  }
}

extension [String] {
  /// The elements as alternatives in a sentence, such as `a, b or c`.
  public var joinedByOr: String {
    guard let last, count > 1 else { return joined() }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

/// The distance; nil if it is above a maximum.
private func editDistance(
  from first: [Unicode.Scalar], to second: [Unicode.Scalar], atMost maximum: Int
) -> Int? {
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
    // The rows that follow are no nearer than these two.
    guard (beforeLast + last).contains(where: { $0 <= maximum }) else { return nil }
  }
  return last[second.count] <= maximum ? last[second.count] : nil
}
