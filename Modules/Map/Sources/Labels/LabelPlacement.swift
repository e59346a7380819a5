/// Places station names so that no name covers another name or another station's marker, and names
/// cover little of the tracks.
///
/// Tries eight positions for each name and chooses the one with the lowest cost. Names are placed
/// in the order of their importance; a name without a free position is omitted.
///
/// Source: E. Imhof, "Positioning names on maps", The American Cartographer 2 (2), 1975, for the
/// positions; J. Christensen, J. Marks, S. Shieber, "An empirical study of algorithms for
/// point-feature label placement", ACM TOG 14 (3), 1995, for the greedy algorithm.
struct LabelPlacement {
  private var tracks = SpatialGrid<(from: Point, to: Point)>()
  private var markers = SpatialGrid<(node: Int, box: Rectangle)>()
  private var names = SpatialGrid<Rectangle>()

  /// - Parameters:
  ///   - tracks: Straight lines.
  ///   - markers: The rectangles of the stations' markers, by node.
  init(tracks lines: [(from: Point, to: Point)], markers boxes: [Rectangle]) {
    for line in lines {
      for segment in segments(of: line) {
        tracks.insert(segment, in: Rectangle(around: [segment.from, segment.to], margin: 0))
      }
    }
    for (node, box) in boxes.enumerated() { markers.insert((node, box), in: box) }
  }

  /// Places the labels in their order, and returns those that have a free position.
  mutating func place(_ labels: [Label]) -> [PlacedLabel] {
    labels.compactMap { label in
      let candidates = LabelPosition.allCases.compactMap {
        position -> (placed: PlacedLabel, cost: Double)? in
        let box = position.box(of: label.size, at: label.marker)
        guard let cost = cost(of: box, for: label.node) else { return nil }
        let placed = PlacedLabel(label: label, box: box, position: position)
        return (placed, cost + position.cost)
      }
      guard let best = candidates.min(by: { $0.cost < $1.cost })?.placed else { return nil }
      names.insert(best.box, in: best.box)
      return best
    }
  }

  /// The length of the tracks in a box; nil when it overlaps a name or another station's marker.
  private func cost(of box: Rectangle, for node: Int) -> Double? {
    guard !names.elements(near: box).contains(where: box.overlaps) else { return nil }
    let isOverMarker = markers.elements(near: box).contains {
      $0.node != node && box.overlaps($0.box)
    }
    guard !isOverMarker else { return nil }
    return tracks.elements(near: box).reduce(0) { $0 + box.clippedLength(of: $1) }
  }
}

/// Splits a line into short segments, each of which is in few cells of a grid.
private func segments(of line: (from: Point, to: Point)) -> [(from: Point, to: Point)] {
  let count = max(1, Int((line.to - line.from).length / 48))
  let step = (line.to - line.from) / Double(count)
  return (0..<count).map { index in
    let (start, end) = (Double(index) * step, Double(index + 1) * step)
    return (line.from + start, line.from + end)
  }
}

/// Finds the elements near a rectangle without a search through all of them.
private struct SpatialGrid<Element> {
  private struct Cell: Hashable {
    let column: Int
    let row: Int
  }

  private static var cellSize: Double { 48 }
  private var elementsByCell: [Cell: [Element]] = [:]

  mutating func insert(_ element: Element, in box: Rectangle) {
    for cell in Self.cells(of: box) { elementsByCell[cell, default: []].append(element) }
  }

  /// The elements that share a cell with a rectangle; some of them several times.
  func elements(near box: Rectangle) -> some Sequence<Element> {
    Self.cells(of: box).lazy.flatMap { elementsByCell[$0] ?? [] }
  }

  private static func cells(of box: Rectangle) -> [Cell] {
    let (first, last) = (box.topLeft / cellSize, box.bottomRight / cellSize)
    return (Int(first.x.rounded(.down))...Int(last.x.rounded(.down))).flatMap { column in
      (Int(first.y.rounded(.down))...Int(last.y.rounded(.down))).map {
        Cell(column: column, row: $0)
      }
    }
  }
}
