/// The marker of a station: a dot, or a capsule across all lines that stop there.
struct StationMarker {
  /// The radius of the dot that is drawn over the start and the end of a journey.
  static let journeyEndRadius = 8.0

  let node: Int
  let isInterchange: Bool
  let isTerminus: Bool
  private let isJourneyEnd: Bool
  /// The ends of the capsule; the same point twice for a dot.
  private let ends: (Point, Point)

  init(
    _ node: Int, of network: TrackNetwork, _ offsets: LineOffsets, at point: Point,
    isJourneyEnd: Bool
  ) {
    self.node = node
    self.isJourneyEnd = isJourneyEnd
    isInterchange = network.isInterchange(node)
    isTerminus = network.isTerminus(node)
    ends = Self.farthestPair(of: offsets.points(at: node)) ?? (point, point)
  }

  private var radius: Double { isInterchange ? 4.6 : 3.1 }

  /// The rectangle that the marker covers.
  var box: Rectangle {
    Rectangle(
      around: [ends.0, ends.1], margin: isJourneyEnd ? Self.journeyEndRadius + 2 : radius + 1)
  }

  /// Draws the marker with the station's name as a tooltip.
  func draw(_ name: String, isFaded: Bool, in svg: inout SVG) {
    // Viewers draw no round ends on a line without length.
    let second = (ends.0 - ends.1).length < 0.2 ? ends.1 + Point(0.1, 0) : ends.1
    let path = "M\(ends.0.svg)L\(second.svg)"
    svg.group("g", isFaded ? ["opacity": "0.35"] : [:]) { svg in
      svg.add("title", [:], name)
      svg.add(
        "path",
        [
          "d": path, "stroke": MapColors.foreground.hex,
          "stroke-width": (2 * radius + 1.6).svg,
        ])
      svg.add(
        "path",
        [
          "d": path, "stroke": MapColors.background.hex,
          "stroke-width": (2 * radius - 1.6).svg,
        ])
    }
  }

  /// The two points that are the farthest apart, the same point twice if there is only one.
  private static func farthestPair(of points: [Point]) -> (Point, Point)? {
    // Both are corners of the convex hull, which has few points even where many lines meet.
    let corners = points.convexHull.sorted().map { points[$0] }
    var farthest: (Point, Point)?
    var distance = -1.0
    for (index, one) in corners.enumerated() {
      for other in corners[index...] where (one - other).length > distance {
        distance = (one - other).length
        farthest = (one, other)
      }
    }
    return farthest
  }
}
