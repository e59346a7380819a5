/// Finds what may lie in a part of a picture without looking at everything.
struct SpatialGrid<Element> {
  private struct Cell: Hashable {
    let column: Int
    let row: Int
  }

  private static var side: Double { 48 }
  private var cells: [Cell: [Element]] = [:]

  mutating func insert(_ element: Element, in part: Rectangle) {
    for cell in Self.cells(of: part) { cells[cell, default: []].append(element) }
  }

  /// What was inserted in a part that has cells in common with this one; some of it several times.
  func elements(near part: Rectangle) -> [Element] {
    Self.cells(of: part).flatMap { cells[$0] ?? [] }
  }

  private static func cells(of part: Rectangle) -> [Cell] {
    let (least, most) = (part.least / side, part.most / side)
    return (Int(least.x.rounded(.down))...Int(most.x.rounded(.down))).flatMap { column in
      (Int(least.y.rounded(.down))...Int(most.y.rounded(.down))).map {
        Cell(column: column, row: $0)
      }
    }
  }
}
