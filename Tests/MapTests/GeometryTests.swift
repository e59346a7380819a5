import TestSupport
import Testing

@testable import Map

@Suite struct GeometryTests {
  private let box = Rectangle(Point(0, 0), Point(10, 10))

  @Test(
    arguments: [
      (Point(-5, 5), Point(15, 5), 10.0), (Point(5, 5), Point(5, 20), 5),
      (Point(2, 2), Point(5, 6), 5),
      (Point(-5, -5), Point(-1, 20), 0), (Point(20, 0), Point(20, 10), 0),
      (Point(-10, 0), Point(0, 0), 0), (Point(5, 5), Point(5, 5), 0),
    ] as [(Point, Point, Double)])
  func `only the part of a line inside a rectangle is measured`(
    from: Point, to: Point, length: Double
  ) {
    #expect(abs(box.clippedLength(of: (from, to)) - length) < 1e-9)
  }

  @Test func `rectangles that only touch do not overlap`() {
    #expect(!box.overlaps(Rectangle(Point(10, 0), Point(20, 10))))
    #expect(box.overlaps(Rectangle(Point(9, 9), Point(20, 20))))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the points that are the farthest apart are corners of the convex hull`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // Few different numbers, so that points are equal or lie on one line.
    let points = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      Point(Double(Int.random(in: 0...5, using: &random)), Double(seed % 3 + seed % 2))
        + Point(0, seed < 5 ? 0 : Double(Int.random(in: 0...5, using: &random)))
    }
    func longestDistance(_ points: [Point]) -> Double? {
      points.flatMap { one in points.map { (one - $0).length } }.max()
    }
    let corners = points.convexHull.map { points[$0] }
    #expect(longestDistance(corners) == longestDistance(points))
    #expect(Set(corners).count == corners.count)
  }
}
