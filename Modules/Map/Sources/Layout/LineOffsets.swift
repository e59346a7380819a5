/// The positions of lines that share a track: they run in parallel, each with an offset from the
/// middle of the track.
struct LineOffsets {
  /// The width of a line, in points.
  static let lineWidth = 5.0
  /// The distance between the middles of two lines.
  private static let distance = 5.6

  private let network: TrackNetwork
  private let points: [Point]
  /// Whether the offsets of a track are counted from its other side.
  private var isMirrored: [Bool]

  init(_ network: TrackNetwork, at points: [Point]) {
    self.network = network
    self.points = points
    isMirrored = Array(repeating: false, count: network.tracks.count)
    alignSides()
  }

  /// The end points of a group of lines on a track.
  func ends(of group: Int, on track: Int) -> (first: Point, second: Point) {
    let (first, second) = (network.tracks[track].first, network.tracks[track].second)
    return (endPoint(of: group, on: track, at: first), endPoint(of: group, on: track, at: second))
  }

  /// The end points of all lines at a node.
  func points(at node: Int) -> [Point] {
    network.tracksAt[node].flatMap { track in
      network.tracks[track].groups.map { endPoint(of: $0, on: track, at: node) }
    }
  }

  /// Mirrors tracks so that lines do not change sides between neighbouring tracks that they share.
  private mutating func alignSides() {
    var isDone = network.tracks.map { $0.groups.count < 2 }
    for start in network.tracks.indices where !isDone[start] {
      isDone[start] = true
      var pending = [start]
      while let track = pending.popLast() {
        for node in [network.tracks[track].first, network.tracks[track].second] {
          for next in network.tracksAt[node] where !isDone[next] {
            let shared = Set(network.tracks[track].groups)
              .intersection(network.tracks[next].groups)
            guard shared.count > 1 else { continue }
            let areOpposite =
              (network.tracks[track].second == node) != (network.tracks[next].first == node)
            isMirrored[next] = isMirrored[track] != areOpposite
            isDone[next] = true
            pending.append(next)
          }
        }
      }
    }
  }

  /// The offset of a group from the middle of a track.
  private func offset(of group: Int, on track: Int) -> Point {
    guard let index = network.tracks[track].groups.firstIndex(of: group) else { return .zero }
    let (first, second) = (network.tracks[track].first, network.tracks[track].second)
    let across = (points[second] - points[first]).unit.normal * (isMirrored[track] ? -1 : 1)
    let middle = Double(network.tracks[track].groups.count - 1) / 2
    return (Double(index) - middle) * Self.distance * across
  }

  /// The end point of a group on a track: where it meets its continuation on the next track, or
  /// beside the node when the group continues on no track or on several.
  private func endPoint(of group: Int, on track: Int, at node: Int) -> Point {
    let own = offset(of: group, on: track)
    let others = network.tracksAt[node].filter {
      $0 != track && network.tracks[$0].groups.contains(group)
    }
    guard others.count == 1, let other = others.first else { return points[node] + own }
    let next = offset(of: group, on: other)
    let (arrival, departure) = (-direction(of: track, from: node), direction(of: other, from: node))
    // A miter join; the limit prevents a long spike at a sharp turn.
    let straightness = max(0.35, 1 + arrival.normal.dot(departure.normal))
    return points[node] + (own + next) / straightness
  }

  private func direction(of track: Int, from node: Int) -> Point {
    let (first, second) = (network.tracks[track].first, network.tracks[track].second)
    return (points[first == node ? second : first] - points[node]).unit
  }
}
