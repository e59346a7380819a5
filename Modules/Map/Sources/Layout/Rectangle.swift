/// A part of a picture, its sides parallel to the picture's.
struct Rectangle {
  var least: Point
  var most: Point

  init(_ least: Point, _ most: Point) {
    self.least = least
    self.most = most
  }

  /// The smallest one around `points`, with `margin` about them.
  init(around points: [Point], margin: Double) {
    let first = points.first ?? .zero
    least = points.reduce(first) { pointwiseMin($0, $1) } - margin
    most = points.reduce(first) { pointwiseMax($0, $1) } + margin
  }

  var size: Point { most - least }

  func overlaps(_ other: Rectangle) -> Bool {
    least.x < other.most.x && other.least.x < most.x && least.y < other.most.y
      && other.least.y < most.y
  }

  func union(_ other: Rectangle) -> Rectangle {
    Rectangle(pointwiseMin(least, other.least), pointwiseMax(most, other.most))
  }

  /// How much of a straight line lies within.
  ///
  /// Source: Y.-D. Liang, B. A. Barsky, "A new concept and method for line clipping", ACM TOG 3 (1),
  /// 1984.
  func length(of line: (from: Point, to: Point)) -> Double {
    let way = line.to - line.from
    var (enters, leaves) = (0.0, 1.0)
    for axis in 0...1 {
      guard way[axis] != 0 else {
        if line.from[axis] < least[axis] || line.from[axis] > most[axis] { return 0 }
        continue
      }
      let one = (least[axis] - line.from[axis]) / way[axis]
      let other = (most[axis] - line.from[axis]) / way[axis]
      enters = max(enters, min(one, other))
      leaves = min(leaves, max(one, other))
    }
    return max(0, leaves - enters) * way.length
  }
}
