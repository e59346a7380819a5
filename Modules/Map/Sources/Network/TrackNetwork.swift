import DataSourceInterface
import Documents
import Foundation

/// The network as a graph: nodes are stations, tracks connect neighbouring stations.
///
/// Lines with the same colour form a group, which is drawn as one line.
struct TrackNetwork: Equatable {
  /// One or more stations with the same name that are close together.
  struct Node: Equatable {
    var ids: [String]
    let name: String
    let coordinate: Coordinate?
  }

  /// A connection of two neighbouring nodes.
  struct TrackSection: Equatable {
    let first: Int
    let second: Int
    /// The groups of the lines on the track, ascending.
    var groups: [Int] = []
  }

  private(set) var nodes: [Node] = []
  private(set) var lines: [LineDetails] = []
  /// The colour of each group.
  private(set) var colors: [Color] = []
  /// The group of each line.
  private(set) var groups: [Int] = []
  /// For each line, the nodes of each of its courses, in order.
  private(set) var courses: [[[Int]]] = []
  private(set) var tracks: [TrackSection] = []
  /// The tracks at each node.
  private(set) var tracksAt: [[Int]] = []
  private var trackIndexes: [NodePair: Int] = [:]
  private var nodeIndexes: [String: Int] = [:]

  /// The lines of a city that are drawn: the rail lines, or all lines when there is no rail line.
  static func drawnLines(of lines: [LineDetails]) -> [LineDetails] {
    let railLines = lines.filter(\.kind.isRail)
    return (railLines.isEmpty ? lines : railLines).filter { !$0.courses.isEmpty }
  }

  /// The node at which the most lines stop, and of several the one with the most tracks; nil without
  /// nodes.
  var busiestNode: Int? {
    var counts = Array(repeating: 0, count: nodes.count)
    for courses in courses {
      for node in Set(courses.joined()) { counts[node] += 1 }
    }
    return nodes.indices.max { (counts[$0], tracksAt[$0].count) < (counts[$1], tracksAt[$1].count) }
  }

  /// Creates the network of the lines of a city that are drawn.
  init(_ allLines: [LineDetails], _ stations: [Station]) {
    lines = Self.drawnLines(of: allLines)
    let stationsByID = Dictionary(stations.map { ($0.id, $0) }) { first, _ in first }
    var nodesByName: [NamedCell: [Int]] = [:]
    courses = lines.map { line in
      line.courses.map { course in
        var sequence: [Int] = []
        for place in course.calls {
          let node = addNode(place, stationsByID[place.id]?.coordinate, &nodesByName)
          if sequence.last != node { sequence.append(node) }
        }
        return sequence
      }
    }
    tracksAt = Array(repeating: [], count: nodes.count)
    (colors, groups) = MapColors.groups(of: lines.map(\.line))
    for group in colors.indices {
      let groupCourses = zip(courses, groups).filter { $0.1 == group }.flatMap(\.0)
      let shortcuts = expressShortcuts(in: groupCourses)
      for course in groupCourses {
        for pair in zip(course, course.dropFirst()).map(NodePair.init)
        where !shortcuts.contains(pair) {
          addTrack(of: group, between: pair)
        }
      }
    }
  }

  /// The node of a station; nil when no line stops there.
  func node(of stationID: String) -> Int? { nodeIndexes[stationID] }

  /// The track between two nodes; nil when they are not neighbours.
  func track(between one: Int, _ other: Int) -> Int? { trackIndexes[NodePair(one, other)] }

  /// The groups of the lines on the tracks at a node.
  func groups(at node: Int) -> Set<Int> {
    Set(tracksAt[node].flatMap { tracks[$0].groups })
  }

  /// Whether lines meet, cross or part at a node.
  func isInterchange(_ node: Int) -> Bool {
    let all = groups(at: node)
    let isFork = tracksAt[node].count > 2
    return all.count > 1
      && (isFork || tracksAt[node].contains { tracks[$0].groups.count < all.count })
  }

  /// Whether the tracks end at a node.
  func isTerminus(_ node: Int) -> Bool { tracksAt[node].count < 2 }

  /// The path over the fewest tracks of a group, by breadth-first search. Contains only the two
  /// ends when the tracks of the group do not connect them.
  func path(of group: Int, from origin: Int, to destination: Int) -> [Int] {
    var previous = [origin: origin]
    var queue = [origin][...]
    while let node = queue.popFirst(), node != destination {
      for track in tracksAt[node] where tracks[track].groups.contains(group) {
        let next = tracks[track].first == node ? tracks[track].second : tracks[track].first
        guard previous[next] == nil else { continue }
        previous[next] = node
        queue.append(next)
      }
    }
    guard previous[destination] != nil else { return [origin, destination] }
    var path = [destination]
    while let last = path.last, last != origin, let node = previous[last] { path.append(node) }
    return path.reversed()
  }

  /// Returns the node of a place; adds it unless a near node has the same name.
  private mutating func addNode(
    _ place: StopReference, _ coordinate: Coordinate?, _ nodesByName: inout [NamedCell: [Int]]
  ) -> Int {
    if let node = nodeIndexes[place.id] { return node }
    let coordinate = coordinate.flatMap { $0.isOnEarth ? $0 : nil }
    let cell = coordinate.map { NamedCell(place.translatedName.local, at: $0) }
    let existing = cell?.withNeighbours.flatMap { nodesByName[$0] ?? [] }
      .filter { nodes[$0].coordinate.isNear(coordinate) }.min()
    let node = existing ?? nodes.count
    if existing == nil {
      nodes.append(Node(ids: [], name: place.name, coordinate: coordinate))
      if let cell { nodesByName[cell, default: []].append(node) }
    }
    nodes[node].ids.append(place.id)
    nodeIndexes[place.id] = node
    return node
  }

  /// Adds a group to the track between a pair of nodes; creates the track if necessary.
  private mutating func addTrack(of group: Int, between pair: NodePair) {
    let track = trackIndexes[pair] ?? tracks.count
    if track == tracks.count {
      trackIndexes[pair] = track
      tracks.append(TrackSection(first: pair.first, second: pair.second))
      tracksAt[pair.first].append(track)
      tracksAt[pair.second].append(track)
    }
    if tracks[track].groups.last != group { tracks[track].groups.append(group) }
  }

  /// Pairs of consecutive stops of express trains between which slower trains of the group stop,
  /// almost on the straight line. The express then uses the tracks of the slower trains.
  private func expressShortcuts(in courses: [[Int]]) -> Set<NodePair> {
    var neighbours: Set<NodePair> = []
    for course in courses {
      neighbours.formUnion(zip(course, course.dropFirst()).map(NodePair.init))
    }
    var shortcuts: Set<NodePair> = []
    for course in courses {
      for start in course.indices {
        var (length, longest) = (0.0, 0.0)
        for end in course.indices[start...].dropFirst().prefix(20) {
          guard let distance = metres(course[end - 1], course[end]) else { break }
          length += distance
          longest = max(longest, distance)
          let pair = NodePair(course[start], course[end])
          guard end > start + 1, neighbours.contains(pair),
            let direct = metres(pair.first, pair.second), direct > longest, length <= 1.6 * direct
          else { continue }
          shortcuts.insert(pair)
        }
      }
    }
    return shortcuts
  }

  private func metres(_ one: Int, _ other: Int) -> Double? {
    guard let from = nodes[one].coordinate, let to = nodes[other].coordinate else { return nil }
    return from.metres(to: to)
  }
}

/// Two nodes, independent of their order.
private struct NodePair: Hashable {
  let first: Int
  let second: Int

  init(_ one: Int, _ other: Int) {
    first = min(one, other)
    second = max(one, other)
  }
}

/// The stations with one name in a cube of space, so that those near a point are found without a
/// search through all stations with that name.
private struct NamedCell: Hashable {
  private let name: String
  private var cube: SIMD3<Int32>

  init(_ name: String, at coordinate: Coordinate) {
    self.name = name
    let (north, east) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
    let point = SIMD3(cos(north) * cos(east), cos(north) * sin(east), sin(north))
    cube = SIMD3<Int32>(
      (point * Coordinate.earthRadius / Coordinate.nearness).rounded(.down))
  }

  /// The cell and those around it. The straight line between two points is shorter than the way
  /// over the ground, so they contain every point that is near a point of the cell.
  var withNeighbours: [NamedCell] {
    (Int32(-1)...1).flatMap { x in
      (Int32(-1)...1).flatMap { y in
        (Int32(-1)...1).map { z in
          var cell = self
          cell.cube &+= SIMD3(x, y, z)
          return cell
        }
      }
    }
  }
}

extension LineKind {
  fileprivate var isRail: Bool {
    switch self {
    case .tram, .metro, .rail, .cableTram, .funicular, .monorail: true
    case .bus, .ferry, .aerialLift, .trolleybus, .other: false
    }
  }
}

extension Coordinate {
  var isOnEarth: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }

  /// In metres.
  fileprivate static let earthRadius = 6_371_000.0
  /// The distance in metres below which two stations with the same name count as one.
  fileprivate static let nearness = 400.0
}

extension Coordinate? {
  /// Whether two stations with the same name are close enough to count as one.
  fileprivate func isNear(_ other: Coordinate?) -> Bool {
    guard let self, let other else { return false }
    return self.metres(to: other) < Coordinate.nearness
  }
}
