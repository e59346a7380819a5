import Console

/// A name beside a place of a picture.
struct Label {
  let text: String
  /// The point at the start, middle or end of its base line, as `anchor` says.
  let start: SIMD2<Double>
  /// The value of the attribute `text-anchor`.
  let anchor: String
}

/// The parts of a picture that are free for names, in small squares.
struct LabelRoom {
  /// The side of a square in pixels.
  private static let side = 4.0
  /// The size of the letters in pixels, and the usual width of one for each column of the text.
  private static let (fontSize, columnWidth) = (13.0, 7.2)

  private enum Content {
    case free, line, taken
  }

  private let (columns, rows): (Int, Int)
  private var squares: [Content]

  init(size: SIMD2<Double>) {
    columns = max(Int(size.x / Self.side), 1)
    rows = max(Int(size.y / Self.side), 1)
    squares = Array(repeating: .free, count: columns * rows)
  }

  /// Adds a line, over which only an important name may be.
  mutating func addLine(from start: SIMD2<Double>, to end: SIMD2<Double>) {
    let vector = end - start
    let steps = (max(abs(vector.x), abs(vector.y)) / Self.side).rounded(.up)
    // A segment far outside of the picture would have very many.
    guard steps.isFinite, steps <= 10_000 else { return }
    for step in 0...Int(steps) {
      let point = start + vector * (Double(step) / max(steps, 1))
      for index in squareIndexes(from: point, to: point) where squares[index] == .free {
        squares[index] = .line
      }
    }
  }

  /// Adds the mark of a place, over which no name may be.
  mutating func addMark(at point: SIMD2<Double>, radius: Double) {
    let radius = SIMD2(repeating: radius)
    for index in squareIndexes(from: point - radius, to: point + radius) { squares[index] = .taken }
  }

  /// Takes the room of a name beside a mark: on its right or left, below or above, where it covers
  /// no mark and no other name, and the least of the lines.
  /// - Parameter coversLines: Whether it may cover more than a tenth of its room.
  /// - Returns: The name; nil if it has no room.
  mutating func place(
    _ text: String, beside point: SIMD2<Double>, radius: Double, coversLines: Bool
  ) -> Label? {
    guard !text.isEmpty else { return nil }
    let size = SIMD2(Double(text.columns) * Self.columnWidth, Self.fontSize)
    let gap = radius + 4
    let choices: [(offset: SIMD2<Double>, anchor: String)] = [
      ([gap, -size.y / 2], "start"), ([-gap - size.x, -size.y / 2], "end"),
      ([-size.x / 2, gap - 2], "middle"), ([-size.x / 2, 2 - gap - size.y], "middle"),
      ([gap - 3, gap - 4], "start"), ([gap - 3, 4 - gap - size.y], "start"),
      ([3 - gap - size.x, gap - 4], "end"), ([3 - gap - size.x, 4 - gap - size.y], "end"),
    ]
    var best: (choice: Int, covered: Int)?
    for (index, choice) in choices.enumerated() {
      guard let covered = coveredLines(from: point + choice.offset, size) else { continue }
      if covered < best?.covered ?? .max { best = (index, covered) }
      if covered == 0 { break }
    }
    let area = Int(size.x * size.y / (Self.side * Self.side))
    guard let best, coversLines || best.covered * 10 <= area else { return nil }
    let (offset, anchor) = choices[best.choice]
    let corner = point + offset
    for index in squareIndexes(from: corner, to: corner + size) { squares[index] = .taken }
    let x = anchor == "start" ? 0 : anchor == "end" ? size.x : size.x / 2
    return Label(text: text, start: corner + [x, Self.fontSize * 0.8], anchor: anchor)
  }

  /// The number of squares with lines in a rectangle; nil if a name may not be there.
  private func coveredLines(from corner: SIMD2<Double>, _ size: SIMD2<Double>) -> Int? {
    let end = corner + size
    guard corner.x >= 0, corner.y >= 0, end.x < Double(columns) * Self.side,
      end.y < Double(rows) * Self.side
    else { return nil }
    var count = 0
    for index in squareIndexes(from: corner, to: end) {
      switch squares[index] {
      case .free: break
      case .line: count += 1
      case .taken: return nil
      }
    }
    return count
  }

  /// The indexes of the squares of a rectangle that are in the picture.
  private func squareIndexes(from start: SIMD2<Double>, to end: SIMD2<Double>) -> [Int] {
    func range(_ start: Double, _ end: Double, _ count: Int) -> Range<Int> {
      guard start.isFinite, end.isFinite else { return 0..<0 }
      let first = min(max((start / Self.side).rounded(.down), 0), Double(count))
      let last = min(max((end / Self.side).rounded(.down) + 1, first), Double(count))
      return Int(first)..<Int(last)
    }
    let across = range(start.x, end.x, columns)
    return range(start.y, end.y, rows).flatMap { row in across.map { row * columns + $0 } }
  }
}
