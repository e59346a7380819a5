import ListScene

/// Where a person is among lines: the row selected, and the first line in sight.
struct Cursor: Equatable {
  /// The row selected; nil where no line belongs to one.
  private(set) var place: ListPlace?
  /// How many lines lie above those in sight.
  private(set) var top = 0
  /// The selected row's first line.
  private var line = 0

  /// Moves among lines of which `height` are in sight; each has the row that it belongs to. Where the
  /// next row in a direction is far, or none is left, the lines move by themselves.
  mutating func move(_ motion: Motion, among places: [ListPlace?], height: Int) {
    settle(among: places, height: height)
    let page = max(height - 1, 1)
    switch motion {
    case .up: step(places.rows.last { $0 < line }, by: -1, among: places, height)
    case .down: step(places.rows.first { $0 > line }, by: 1, among: places, height)
    case .pageUp:
      step(places.rows.first { $0 >= line - page && $0 < line }, by: -page, among: places, height)
    case .pageDown:
      step(places.rows.last { $0 <= line + page && $0 > line }, by: page, among: places, height)
    case .home:
      step(places.rows.first, by: 0, among: places, height)
      top = 0
    case .end:
      step(places.rows.last, by: 0, among: places, height)
      top = places.count
    }
    clamp(among: places, height)
  }

  /// Holds to the row selected when lines come and go; one that is gone gives way to the row that
  /// has come to its place. Of new lines the first row is selected, in sight or not.
  mutating func settle(among places: [ListPlace?], height: Int) {
    if let place, let known = places.firstIndex(of: place) {
      top += known - line
      line = known
    } else if let next = places.rows.first(where: { $0 >= line }) ?? places.rows.last {
      let isNew = place == nil
      (line, place) = (next, places[next])
      if !isNew { reveal(among: places, height: height) }
    } else {
      (line, place) = (0, nil)
    }
    clamp(among: places, height)
  }

  /// Scrolls until the row selected is in sight.
  mutating func reveal(among places: [ListPlace?], height: Int) {
    guard place != nil else { return }
    top = min(max(top, line - height + 1), line)
    // What stands above the first row belongs to it.
    if line == places.rows.first, line < height { top = 0 }
  }

  private mutating func step(
    _ next: Int?, by lines: Int, among places: [ListPlace?], _ height: Int
  ) {
    // Nothing is passed over unseen.
    let sight = top..<top + height
    let isNear = next.map { next in
      sight.contains(next - lines) || sight.contains(line) && abs(next - line) <= height
    }
    guard let next, lines == 0 || isNear == true else { return top += lines }
    select(next, among: places, height)
  }

  private mutating func select(_ next: Int, among places: [ListPlace?], _ height: Int) {
    line = next
    place = places[next]
    reveal(among: places, height: height)
  }

  private mutating func clamp(among places: [ListPlace?], _ height: Int) {
    top = max(min(top, places.count - height), 0)
  }
}

extension [ListPlace?] {
  /// The first line of each row.
  fileprivate var rows: [Int] {
    indices.filter { self[$0] != nil && ($0 == 0 || self[$0 - 1] != self[$0]) }
  }
}
