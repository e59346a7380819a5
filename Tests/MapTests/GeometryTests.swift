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
}
