/// The positions of lines that share a track: they run in parallel, each with an offset from the
/// middle of the track.
struct LineOffsets {
  /// The width of a line, in points.
  static let lineWidth = 5.0
  /// The distance between the middles of two lines.
  private static let distance = 5.6

  /// A group of lines on a track at a node.
  private struct Approach {
    var group: Int
    var track: Int
  }

  private let network: TrackNetwork
  private let points: [Point]
  /// By node, the groups on the tracks there, ordered by group, then by track.
  private let approaches: [[Approach]]
  /// Whether the offsets of a track are counted from its other side.
  private var isMirrored: [Bool]

  init(_ network: TrackNetwork, at points: [Point]) {
    self.network = network
    self.points = points
    approaches = network.tracksAt.map { tracks in
      tracks.flatMap { track in
        network.tracks[track].groups.map { Approach(group: $0, track: track) }
      }.sorted { ($0.group, $0.track) < ($1.group, $1.track) }
    }
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
    // By track, how many groups it shares with the current one.
    var sharedGroups = [Int](repeating: 0, count: network.tracks.count)
    for start in network.tracks.indices where !isDone[start] {
      isDone[start] = true
      var pending = [start]
      while let track = pending.popLast() {
        for node in [network.tracks[track].first, network.tracks[track].second] {
          var neighbours: [Int] = []
          for group in network.tracks[track].groups {
            for other in approaches(of: group, at: node) where !isDone[other.track] {
              sharedGroups[other.track] += 1
              if sharedGroups[other.track] == 2 { neighbours.append(other.track) }
            }
          }
          for group in network.tracks[track].groups {
            for other in approaches(of: group, at: node) { sharedGroups[other.track] = 0 }
          }
          for next in neighbours.sorted() {
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

  /// The tracks of a group at a node.
  private func approaches(of group: Int, at node: Int) -> ArraySlice<Approach> {
    let all = approaches[node]
    let first = all.partitioningIndex { $0.group >= group }
    return all[first..<all[first...].partitioningIndex { $0.group > group }]
  }

  /// The offset of a group from the middle of a track.
  private func offset(of group: Int, on track: Int) -> Point {
    let groups = network.tracks[track].groups
    let index = groups.partitioningIndex { $0 >= group }
    guard index < groups.count, groups[index] == group else { return .zero }
    let (first, second) = (network.tracks[track].first, network.tracks[track].second)
    let across = (points[second] - points[first]).unit.normal * (isMirrored[track] ? -1 : 1)
    let middle = Double(groups.count - 1) / 2
    return (Double(index) - middle) * Self.distance * across
  }

  /// The end point of a group on a track: where it meets its continuation on the next track, or
  /// beside the node when the group continues on no track or on several.
  private func endPoint(of group: Int, on track: Int, at node: Int) -> Point {
    let own = offset(of: group, on: track)
    let both = approaches(of: group, at: node)
    guard both.count == 2, let other = both.first(where: { $0.track != track })?.track else {
      return points[node] + own
    }
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

extension RandomAccessCollection {
  /// The index of the first element that satisfies a predicate, in a collection whose last elements
  /// satisfy it and whose other elements do not.
  fileprivate func partitioningIndex(where predicate: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if predicate(self[middle]) { high = middle } else { low = index(after: middle) }
    }
    return low
  }
}
