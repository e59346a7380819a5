/// Where ribbons run: those that share a track lie side by side.
struct Ribbons {
  /// How wide a ribbon is, in points.
  static let width = 5.0
  private static let distance = 5.6

  private let network: TrackNetwork
  private let points: [Point]
  /// For each track, whether its ribbons are counted from the left or the right of it.
  private var isMirrored: [Bool]

  init(_ network: TrackNetwork, at points: [Point]) {
    self.network = network
    self.points = points
    isMirrored = Array(repeating: false, count: network.tracks.count)
    keepSides()
  }

  /// Where a ribbon meets the ends of a track.
  func ends(of ribbon: Int, on track: Int) -> (first: Point, second: Point) {
    let (first, second) = (network.tracks[track].first, network.tracks[track].second)
    return (joint(ribbon, track, at: first), joint(ribbon, track, at: second))
  }

  /// Where the ribbons of a node meet it.
  func joints(at node: Int) -> [Point] {
    network.tracksAt[node].flatMap { track in
      network.tracks[track].ribbons.map { joint($0, track, at: node) }
    }
  }

  /// Neighbouring tracks with two ribbons or more in common have them on the same sides.
  private mutating func keepSides() {
    var isDone = network.tracks.map { $0.ribbons.count < 2 }
    for start in network.tracks.indices where !isDone[start] {
      isDone[start] = true
      var waiting = [start]
      while let track = waiting.popLast() {
        for node in [network.tracks[track].first, network.tracks[track].second] {
          for next in network.tracksAt[node] where !isDone[next] {
            guard
              Set(network.tracks[track].ribbons).intersection(network.tracks[next].ribbons).count
                > 1
            else { continue }
            let turns =
              (network.tracks[track].second == node) != (network.tracks[next].first == node)
            isMirrored[next] = isMirrored[track] != turns
            isDone[next] = true
            waiting.append(next)
          }
        }
      }
    }
  }

  /// How far a ribbon lies from the middle of a track.
  private func shift(_ ribbon: Int, _ track: Int) -> Point {
    guard let place = network.tracks[track].ribbons.firstIndex(of: ribbon) else { return .zero }
    let (first, second) = (network.tracks[track].first, network.tracks[track].second)
    let across = (points[second] - points[first]).unit.normal * (isMirrored[track] ? -1 : 1)
    let middle = Double(network.tracks[track].ribbons.count - 1) / 2
    return (Double(place) - middle) * Self.distance * across
  }

  /// Where a ribbon that comes on a track meets a node: at the corner with the track on which it
  /// goes on, or where its own track ends if there is no such one or several.
  private func joint(_ ribbon: Int, _ track: Int, at node: Int) -> Point {
    let own = shift(ribbon, track)
    let others = network.tracksAt[node].filter {
      $0 != track && network.tracks[$0].ribbons.contains(ribbon)
    }
    guard others.count == 1, let other = others.first else { return points[node] + own }
    let next = shift(ribbon, other)
    let (along, away) = (direction(track, from: node), direction(other, from: node))
    // Both normals as one goes through the node.
    let straightness = max(0.35, 1 + (-along).normal.dot(away.normal))
    return points[node] + (own + next) / straightness
  }

  private func direction(_ track: Int, from node: Int) -> Point {
    let (first, second) = (network.tracks[track].first, network.tracks[track].second)
    return (points[first == node ? second : first] - points[node]).unit
  }
}
