/// Puts names beside their stations, so that they hide each other never, and marks and tracks seldom.
///
/// Eight places are tried for each name, those that readers like best first; the more important
/// stations choose first, and a name without room is left out.
///
/// Source: E. Imhof, "Positioning names on maps", The American Cartographer 2 (2), 1975, for the
/// places; J. Christensen, J. Marks, S. Shieber, "An empirical study of algorithms for point-feature
/// label placement", ACM TOG 14 (3), 1995, for the greedy way.
struct LabelPlacement {
  /// A name with the place it got.
  struct Placed {
    let label: Label
    let box: Rectangle
    let side: Side
  }

  private var tracks = SpatialGrid<(from: Point, to: Point)>()
  private var marks = SpatialGrid<(node: Int, box: Rectangle)>()
  private var names = SpatialGrid<Rectangle>()

  /// Tracks as straight lines, and the marks of the stations.
  init(tracks lines: [(from: Point, to: Point)], marks boxes: [Rectangle]) {
    for line in lines {
      for piece in pieces(of: line) {
        tracks.insert(piece, in: Rectangle(around: [piece.from, piece.to], margin: 0))
      }
    }
    for (node, box) in boxes.enumerated() { marks.insert((node, box), in: box) }
  }

  /// Places the labels in their order, all that have room.
  mutating func place(_ labels: [Label]) -> [Placed] {
    labels.compactMap { label in
      let places = Side.allCases.compactMap { side -> (placed: Placed, cost: Double)? in
        let box = side.box(of: label.size, at: label.mark)
        guard let cost = cost(of: box, for: label.node) else { return nil }
        return (Placed(label: label, box: box, side: side), cost + side.cost)
      }
      guard let best = places.min(by: { $0.cost < $1.cost })?.placed else { return nil }
      names.insert(best.box, in: best.box)
      return best
    }
  }

  /// What a box hides; nil where it would hide a name or another station.
  private func cost(of box: Rectangle, for node: Int) -> Double? {
    guard !names.elements(near: box).contains(where: box.overlaps) else { return nil }
    for mark in marks.elements(near: box) where mark.node != node && box.overlaps(mark.box) {
      return nil
    }
    return tracks.elements(near: box).reduce(0) { $0 + box.length(of: $1) }
  }
}

/// Short pieces of a line, each of which lies in few cells of a grid.
private func pieces(of line: (from: Point, to: Point)) -> [(from: Point, to: Point)] {
  let count = max(1, Int((line.to - line.from).length / 48))
  let step = (line.to - line.from) / Double(count)
  return (0..<count).map { (line.from + Double($0) * step, line.from + Double($0 + 1) * step) }
}
