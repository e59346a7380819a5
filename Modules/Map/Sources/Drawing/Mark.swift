/// The mark of a station: a dot, or a capsule across the ribbons that meet it.
struct Mark {
  let node: Int
  /// Whether lines part or cross there.
  let isInterchange: Bool
  /// Whether a line ends there.
  let isEnd: Bool
  /// The ends of the capsule, or the same place twice.
  private let ends: (Point, Point)

  /// Whether a journey starts or ends there, which is marked over it.
  private let isJourneyEnd: Bool

  init(
    _ node: Int, of network: TrackNetwork, _ ribbons: Ribbons, at point: Point,
    isJourneyEnd: Bool
  ) {
    self.node = node
    self.isJourneyEnd = isJourneyEnd
    let ways = network.tracksAt[node].map { Set(network.tracks[$0].ribbons) }
    let all = ways.reduce(into: Set()) { $0.formUnion($1) }
    isInterchange = all.count > 1 && (ways.count > 2 || ways.contains { $0 != all })
    isEnd = ways.count < 2
    ends = Self.farthest(of: ribbons.joints(at: node)) ?? (point, point)
  }

  /// How large the dot is that marks an end of a journey.
  static let endRadius = 8.0
  private var radius: Double { isInterchange ? 4.6 : 3.1 }

  /// The room it takes.
  var box: Rectangle {
    Rectangle(around: [ends.0, ends.1], margin: isJourneyEnd ? Self.endRadius + 2 : radius + 1)
  }

  /// Draws it with the station's name, which shows when one points at it.
  func draw(_ name: String, isQuiet: Bool, in svg: inout SVG) {
    // A line of no length has no ends that could be round.
    let second = (ends.0 - ends.1).length < 0.2 ? ends.1 + Point(0.1, 0) : ends.1
    let path = "M\(ends.0.svg)L\(second.svg)"
    svg.group("g", isQuiet ? ["opacity": "0.35"] : [:]) { svg in
      svg.add("title", [:], name)
      svg.add(
        "path",
        ["d": path, "stroke": Paint.ink.hex, "stroke-width": (2 * radius + 1.6).svg])
      svg.add(
        "path",
        ["d": path, "stroke": Paint.paper.hex, "stroke-width": (2 * radius - 1.6).svg])
    }
  }

  private static func farthest(of points: [Point]) -> (Point, Point)? {
    var best: (Point, Point)?
    var distance = -1.0
    for (index, one) in points.enumerated() {
      for other in points[index...] where (one - other).length > distance {
        distance = (one - other).length
        best = (one, other)
      }
    }
    return best
  }
}
