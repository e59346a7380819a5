/// Where a name stands beside its station.
enum Side: CaseIterable {
  case right, left, aboveRight, belowRight, aboveLeft, belowLeft, above, below

  /// How a line of the name is aligned.
  enum Anchor: String {
    case start, middle, end
  }

  private static let gap = 3.0

  var anchor: Anchor {
    switch self {
    case .right, .aboveRight, .belowRight: .start
    case .left, .aboveLeft, .belowLeft: .end
    case .above, .below: .middle
    }
  }

  /// How little readers like it, in points of a hidden track.
  var cost: Double {
    switch self {
    case .right: 0
    case .left: 2
    case .aboveRight: 3
    case .belowRight: 4
    case .aboveLeft: 5
    case .belowLeft: 6
    case .above: 5
    case .below: 7
    }
  }

  /// The room of a name of that size beside a mark.
  func box(of size: Point, at mark: Rectangle) -> Rectangle {
    let middle = (mark.least + mark.most) / 2
    // A corner begins where the mark, which is round, ends.
    let nook = 0.7 * mark.size / 2
    let x =
      switch self {
      case .right: mark.most.x + Self.gap
      case .left: mark.least.x - Self.gap - size.x
      case .aboveRight, .belowRight: middle.x + nook.x + 1
      case .aboveLeft, .belowLeft: middle.x - nook.x - 1 - size.x
      case .above, .below: middle.x - size.x / 2
      }
    let y =
      switch self {
      case .right, .left: middle.y - size.y / 2
      case .above: mark.least.y - Self.gap - size.y
      case .below: mark.most.y + Self.gap
      case .aboveRight, .aboveLeft: middle.y - nook.y - 1 - size.y
      case .belowRight, .belowLeft: middle.y + nook.y + 1
      }
    return Rectangle(Point(x, y), Point(x, y) + size)
  }
}
