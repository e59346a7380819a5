import Documents

/// A picture of lines, marks and names in the cells of a terminal.
///
/// A cell has 2 × 4 dots, which one character of the braille alphabet shows, and one role. Points
/// are in dots from the top left corner: x grows to the right and y downwards. Draw lines first,
/// then marks, then labels:
///
/// ```swift
/// var canvas = DotCanvas(columns: 40, rows: 12)
/// canvas.drawLine(from: [0, 24], to: [79, 24], .color(red))
/// canvas.drawMark("●", at: [40, 24], .strong)
/// canvas.place([CanvasLabel("Porto", at: [40, 24])])
/// print(canvas.lines(on: page).joined(separator: "\n"))
/// ```
struct DotCanvas: Sendable {
  /// What a cell shows.
  enum Content: Hashable {
    /// The dots by the bits of their braille character; none for an empty cell.
    case dots(UInt8)
    case mark(Character)
    case label(Character)
    /// The second half of a label's character that is two columns wide.
    case covered
  }

  struct Cell {
    var content = Content.dots(0)
    var role = TextRole.plain
  }

  /// The dots of a cell in each direction.
  static let dotsPerCell = SIMD2(2.0, 4.0)
  /// The bits of the dots in a braille character, row by row.
  ///
  /// Source: Unicode Standard 16, 21.1, "Braille Patterns".
  private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  /// The width in columns.
  let columns: Int
  /// The height in rows.
  let rows: Int
  var cells: [Cell]

  /// Creates an empty picture; a negative size becomes zero.
  init(columns: Int, rows: Int) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    cells = Array(repeating: Cell(), count: self.columns * self.rows)
  }

  /// The size in dots.
  private var size: SIMD2<Double> { SIMD2(Double(columns), Double(rows)) * Self.dotsPerCell }

  /// Draws the part of a straight line that is inside the picture; a thin one has a width of one
  /// dot, and a thick one of two. In a cell with several lines, the last one gives the role.
  mutating func drawLine(
    from start: SIMD2<Double>, to end: SIMD2<Double>, _ role: TextRole,
    _ width: Picture.Segment.Width = .thin
  ) {
    guard let (first, last) = clipped(start, end) else { return }
    let isFlat = abs(end.x - start.x) >= abs(end.y - start.y)
    let origin = first.rounded(.down)
    let vector = last.rounded(.down) - origin
    let steps = max(abs(vector.x), abs(vector.y), 1)
    for step in 0...Int(steps) {
      let dot = (origin + vector * Double(step) / steps).rounded(.toNearestOrAwayFromZero)
      let (x, y) = (Int(dot.x), Int(dot.y))
      setDot(x, y, role)
      if width == .thick { setDot(isFlat ? x : x + 1, isFlat ? y + 1 : y, role) }
    }
  }

  /// Draws a character that is one column wide over the cell of a point. A point outside of the
  /// picture has no mark.
  mutating func drawMark(_ mark: Character, at point: SIMD2<Double>, _ role: TextRole) {
    guard let cell = cell(at: point), mark.columns == 1 else { return }
    cells[cell.row * columns + cell.column] = Cell(content: .mark(mark), role: role)
  }

  /// Whether there is a mark in the cell of a point, or in the cell on the left or right of it.
  func hasMark(beside point: SIMD2<Double>) -> Bool {
    contents(beside: point).contains { if case .mark = $0 { true } else { false } }
  }

  /// Whether there is a label in the cell of a point, or in the cell on the left or right of it.
  func hasLabel(beside point: SIMD2<Double>) -> Bool {
    contents(beside: point).contains { content in
      switch content {
      case .label, .covered: true
      case .dots, .mark: false
      }
    }
  }

  private func contents(beside point: SIMD2<Double>) -> [Content] {
    guard let (column, row) = cell(at: point) else { return [] }
    return (max(column - 1, 0)...min(column + 1, columns - 1)).map { self[($0, row)].content }
  }

  /// The rows from top to bottom, without spaces at their ends.
  func lines(on page: Page) -> [String] {
    (0..<rows).map { row in
      var (line, part, role) = ("", "", TextRole.plain)
      for cell in cells[row * columns..<(row + 1) * columns].droppingEmptyEnd {
        guard let character = cell.character else { continue }
        if !cell.isEmpty, cell.role != role {
          line += page.paint(part, role)
          (part, role) = ("", cell.role)
        }
        part.append(character)
      }
      return line + page.paint(part, role)
    }
  }

  /// The cell that contains a point; nil outside of the picture.
  func cell(at point: SIMD2<Double>) -> (column: Int, row: Int)? {
    guard point.x >= 0, point.y >= 0, point.x < size.x, point.y < size.y else { return nil }
    return (Int(point.x / Self.dotsPerCell.x), Int(point.y / Self.dotsPerCell.y))
  }

  subscript(_ position: (column: Int, row: Int)) -> Cell {
    cells[position.row * columns + position.column]
  }

  private mutating func setDot(_ x: Int, _ y: Int, _ role: TextRole) {
    let index = y / 4 * columns + x / 2
    guard x >= 0, y >= 0, x < 2 * columns, y < 4 * rows,
      case .dots(let dots) = cells[index].content
    else { return }
    cells[index] = Cell(content: .dots(dots | Self.bits[y % 4][x % 2]), role: role)
  }

  /// The part of a straight line that is inside the picture; nil if there is none.
  ///
  /// Source: Y.-D. Liang, B. A. Barsky, "A new concept and method for line clipping", ACM TOG 3
  /// (1), 1984.
  private func clipped(
    _ start: SIMD2<Double>, _ end: SIMD2<Double>
  ) -> (SIMD2<Double>, SIMD2<Double>)? {
    let vector = end - start
    guard start.x.isFinite, start.y.isFinite, vector.x.isFinite, vector.y.isFinite else {
      return nil
    }
    // Where the line enters and leaves, as fractions of its length.
    var (entry, exit) = (0.0, 1.0)
    for axis in 0...1 {
      guard vector[axis] != 0 else {
        if start[axis] < 0 || start[axis] >= size[axis] { return nil }
        continue
      }
      let one = -start[axis] / vector[axis]
      let other = (size[axis] - start[axis]) / vector[axis]
      entry = max(entry, min(one, other))
      exit = min(exit, max(one, other))
    }
    guard entry <= exit else { return nil }
    // Rounding must not move the ends of a very long line far away.
    func inside(_ point: SIMD2<Double>) -> SIMD2<Double> {
      point.clamped(lowerBound: .zero, upperBound: size)
    }
    return (inside(start + entry * vector), inside(start + exit * vector))
  }
}

extension DotCanvas.Cell {
  var isEmpty: Bool { content == .dots(0) }

  /// The character that shows the cell; nil for the second half of a character.
  fileprivate var character: Character? {
    switch content {
    case .dots(0): " "
    case .dots(let dots): Unicode.Scalar(0x2800 + UInt32(dots)).map(Character.init)
    case .mark(let character), .label(let character): character
    case .covered: nil
    }
  }
}

extension ArraySlice<DotCanvas.Cell> {
  fileprivate var droppingEmptyEnd: Self {
    lastIndex { !$0.isEmpty }.map { self[...$0] } ?? []
  }
}
