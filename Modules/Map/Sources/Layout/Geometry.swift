/// A position in the image, or a vector, in points; x grows to the right and y downwards.
typealias Point = SIMD2<Double>

extension Point {
  var length: Double { (x * x + y * y).squareRoot() }

  /// The vector with length 1 and the same direction; zero for zero.
  var unit: Point { length > 0 ? self / length : .zero }

  /// The vector turned clockwise by 90 degrees, as seen in the image.
  var normal: Point { Point(-y, x) }

  func dot(_ other: Point) -> Double { x * other.x + y * other.y }
}

extension [Point] {
  /// The indexes of the corners of the smallest convex polygon around all points.
  ///
  /// Source: A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions",
  /// Information Processing Letters 9 (5), 1979.
  var convexHull: [Int] {
    let sorted = indices.sorted {
      (self[$0].x, self[$0].y, $0) < (self[$1].x, self[$1].y, $1)
    }
    let distinct = sorted.enumerated().filter { $0 == 0 || self[$1] != self[sorted[$0 - 1]] }
      .map(\.element)
    guard distinct.count > 2 else { return distinct }
    /// Half of the hull, from the first point to the last one, without the last one.
    func chain(_ points: some Sequence<Int>) -> [Int] {
      var chain: [Int] = []
      for next in points {
        while chain.count > 1 {
          let (before, last) = (self[chain[chain.count - 2]], self[chain[chain.count - 1]])
          guard (last - before).normal.dot(self[next] - before) <= 0 else { break }
          chain.removeLast()
        }
        chain.append(next)
      }
      return chain.dropLast()
    }
    return chain(distinct) + chain(distinct.reversed())
  }
}

/// A rectangle with sides parallel to those of the image.
struct Rectangle {
  var topLeft: Point
  var bottomRight: Point

  init(_ topLeft: Point, _ bottomRight: Point) {
    self.topLeft = topLeft
    self.bottomRight = bottomRight
  }

  /// Creates the smallest rectangle around `points`, extended by `margin` on every side.
  init(around points: [Point], margin: Double) {
    let first = points.first ?? .zero
    topLeft = points.reduce(first) { pointwiseMin($0, $1) } - margin
    bottomRight = points.reduce(first) { pointwiseMax($0, $1) } + margin
  }

  var size: Point { bottomRight - topLeft }

  var center: Point { (topLeft + bottomRight) / 2 }

  func overlaps(_ other: Rectangle) -> Bool {
    topLeft.x < other.bottomRight.x && other.topLeft.x < bottomRight.x
      && topLeft.y < other.bottomRight.y && other.topLeft.y < bottomRight.y
  }

  func union(_ other: Rectangle) -> Rectangle {
    Rectangle(
      pointwiseMin(topLeft, other.topLeft), pointwiseMax(bottomRight, other.bottomRight))
  }

  /// The length of the part of a straight line that is inside the rectangle.
  ///
  /// Source: Y.-D. Liang, B. A. Barsky, "A new concept and method for line clipping", ACM TOG 3
  /// (1), 1984.
  func clippedLength(of line: (from: Point, to: Point)) -> Double {
    let vector = line.to - line.from
    // Where the line enters and leaves, as fractions of its length.
    var (entry, exit) = (0.0, 1.0)
    for axis in 0...1 {
      guard vector[axis] != 0 else {
        if line.from[axis] < topLeft[axis] || line.from[axis] > bottomRight[axis] { return 0 }
        continue
      }
      let one = (topLeft[axis] - line.from[axis]) / vector[axis]
      let other = (bottomRight[axis] - line.from[axis]) / vector[axis]
      entry = max(entry, min(one, other))
      exit = min(exit, max(one, other))
    }
    return max(0, exit - entry) * vector.length
  }
}
