// A copy of what Mediator does: generate.sh compiles this library without the kernel.
extension String {
  /// The name in a list that was probably meant: the one with the fewest letters that are missing,
  /// added or changed, or neighbours that are swapped. Nil if more than a third of the letters, and
  /// more than one, are wrong.
  package func nearest(in names: [String]) -> String? {
    let limit = utf8.count < 6 ? 1 : utf8.count / 3
    let distances = names.map { (name: $0, distance: editDistance(to: $0)) }
    return distances.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
  }

  /// The optimal string alignment distance, in any case of the letters.
  private func editDistance(to other: String) -> Int {
    let (first, second) = (Array(lowercased().utf8), Array(other.lowercased().utf8))
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        let change = last[column] + (letter == other ? 0 : 1)
        current.append(Swift.min(change, last[column + 1] + 1, current[column] + 1))
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          current[column + 1] = Swift.min(current[column + 1], beforeLast[column - 1] + 1)
        }
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
