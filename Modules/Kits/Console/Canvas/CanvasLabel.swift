import Documents

/// The name of a point in a `DotCanvas`.
struct CanvasLabel: Sendable, Hashable {
  /// The name, `printable` and in one line.
  let text: String
  /// The point in dots.
  let point: SIMD2<Double>
  /// The role of the name.
  let role: TextRole
  /// The place of the label in the order in which labels get space; the lowest is the first.
  let rank: Int
  /// Whether the label is placed before the others, and may cover any line.
  let coversLines: Bool
  /// The mark that is drawn with the label if its point has none, in the role of the line there.
  let mark: Character?

  /// Creates a label and makes its text `printable`.
  init(
    _ text: String, at point: SIMD2<Double>, _ role: TextRole = .plain, rank: Int = 0,
    coversLines: Bool = false, mark: Character? = nil
  ) {
    self.text = text.printable
    self.point = point
    self.role = role
    self.rank = rank
    self.coversLines = coversLines
    self.mark = mark
  }
}

extension DotCanvas {
  /// Draws labels beside their points: those that may cover any line, then the others, both by
  /// their rank. A label that finds no space is left out: it covers no mark and no other label, no
  /// other mark is as near as its own, it is completely inside the picture, and at most one of its
  /// cells covers a line. A label that may cover any line must only be inside, and cover no mark
  /// and no other label.
  /// - Returns: The number of labels that are drawn.
  @discardableResult
  mutating func place(_ labels: [CanvasLabel]) -> Int {
    let ordered = labels.enumerated().sorted {
      ($0.element.coversLines ? 0 : 1, $0.element.rank, $0.offset)
        < ($1.element.coversLines ? 0 : 1, $1.element.rank, $1.offset)
    }
    return ordered.count { place($0.element) }
  }

  private mutating func place(_ label: CanvasLabel) -> Bool {
    guard let anchor = cell(at: label.point), label.text.columns > 0 else { return false }
    let (content, role) = (self[anchor].content, self[anchor].role)
    switch content {
    case .dots, .mark: break
    case .label, .covered: return false
    }
    let needsMark = if case .dots = content { label.mark != nil } else { false }
    guard label.coversLines || !needsMark || !hasLabel(near: anchor) else { return false }
    let text = label.coversLines ? label.text.truncated(to: columns) : label.text
    let width = text.columns
    let most = label.coversLines ? width : 1
    var best: (start: (column: Int, row: Int), cost: (ambiguous: Int, covered: Int))?
    for start in Self.starts(ofWidth: width, beside: anchor) {
      guard let covered = coveredCells(from: start, width: width), covered <= most else { continue }
      let isAmbiguous = hasMark(near: start, width: width, otherThan: anchor)
      let cost = (isAmbiguous ? 1 : 0, covered)
      guard label.coversLines || !isAmbiguous, best.map({ cost < $0.cost }) ?? true else {
        continue
      }
      best = (start, cost)
      if cost == (0, 0) { break }
    }
    guard let start = best?.start else { return false }
    write(text, at: start, label.role)
    if case .dots = content, let mark = label.mark { drawMark(mark, at: label.point, role) }
    return true
  }

  /// The first cells of a label in all positions, the best one first: on the right, on the left,
  /// and above or below.
  private static func starts(
    ofWidth width: Int, beside anchor: (column: Int, row: Int)
  ) -> [(column: Int, row: Int)] {
    let (column, row) = anchor
    let beside = [(column + 2, row), (column - 1 - width, row)]
    let others = [column, column - width / 2, column + 1 - width].flatMap { start in
      [(start, row - 1), (start, row + 1)]
    }
    return (beside + others).map { (column: $0.0, row: $0.1) }
  }

  /// The number of cells with lines that a label would cover; nil if it may not be there. A free
  /// column separates it from marks and other labels.
  private func coveredCells(from start: (column: Int, row: Int), width: Int) -> Int? {
    guard (0..<rows).contains(start.row), start.column >= 0, start.column + width <= columns else {
      return nil
    }
    var covered = 0
    for column in max(start.column - 1, 0)..<min(start.column + width + 1, columns) {
      guard case .dots(let dots) = cells[start.row * columns + column].content else { return nil }
      let isInside = column >= start.column && column < start.column + width
      if dots != 0, isInside { covered += 1 }
    }
    return covered
  }

  /// The distance of a label beside its own mark, in columns: one column between them is free.
  private static let labelDistance = 2

  /// Whether another mark is as near to the cells of a label as its own. A mark in the row of the
  /// label is nearer than one above or below it.
  private func hasMark(
    near start: (column: Int, row: Int), width: Int, otherThan anchor: (column: Int, row: Int)
  ) -> Bool {
    hasCell(near: start, width: width) { column, row, content in
      guard case .mark = content, row == start.row || anchor.row != start.row else { return false }
      return (column, row) != anchor
    }
  }

  /// Whether a new mark in a cell would be as near to a label as the label's own mark.
  private func hasLabel(near cell: (column: Int, row: Int)) -> Bool {
    hasCell(near: cell, width: 1) { _, _, content in
      switch content {
      case .label, .covered: true
      case .dots, .mark: false
      }
    }
  }

  private func hasCell(
    near start: (column: Int, row: Int), width: Int,
    where isWanted: (_ column: Int, _ row: Int, Content) -> Bool
  ) -> Bool {
    (max(start.row - 1, 0)...min(start.row + 1, rows - 1)).contains { row in
      let aside = row == start.row ? Self.labelDistance : 0
      let columns = max(start.column - aside, 0)..<min(start.column + width + aside, columns)
      return columns.contains { isWanted($0, row, self[($0, row)].content) }
    }
  }

  private mutating func write(_ text: String, at start: (column: Int, row: Int), _ role: TextRole) {
    var index = start.row * columns + start.column
    for character in text where character.columns > 0 {
      cells[index] = Cell(content: .label(character), role: role)
      for half in 1..<character.columns {
        cells[index + half] = Cell(content: .covered, role: role)
      }
      index += character.columns
    }
  }
}
