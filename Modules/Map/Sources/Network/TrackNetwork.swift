import Console
import DataSourceInterface

/// What there is to draw: stations, the ways of the lines, and the tracks between neighbours.
struct TrackNetwork {
  /// Stations of one name that lie close together.
  struct Node {
    var ids: [String]
    let name: String
    let coordinate: Coordinate?
  }

  /// Two neighbours, and the ribbons that link them, ascending.
  struct Track {
    let first: Int
    let second: Int
    var ribbons: [Int] = []
  }

  private(set) var nodes: [Node] = []
  private(set) var lines: [LineDetails] = []
  /// The colours of the ribbons: lines of one colour are drawn as one.
  private(set) var colors: [Color] = []
  /// The ribbon of each line.
  private(set) var ribbons: [Int] = []
  /// For each line, the stations in order on each of its ways.
  private(set) var courses: [[[Int]]] = []
  private(set) var tracks: [Track] = []
  /// The tracks at each node.
  private(set) var tracksAt: [[Int]] = []
  private var trackNumbers: [Pair: Int] = [:]
  private var nodeNumbers: [String: Int] = [:]

  /// Buses and ferries are drawn where nothing else runs.
  init(_ all: [LineDetails], _ stations: [Station]) {
    let rails = all.filter(\.kind.isRail)
    lines = (rails.isEmpty ? all : rails).filter { !$0.courses.isEmpty }
    let places = Dictionary(stations.map { ($0.id, $0) }) { first, _ in first }
    var namesakes: [String: [Int]] = [:]
    courses = lines.map { line in
      line.courses.map { course in
        var sequence: [Int] = []
        for place in course.stations {
          let node = node(place, places[place.id]?.coordinate, &namesakes)
          if sequence.last != node { sequence.append(node) }
        }
        return sequence
      }
    }
    tracksAt = Array(repeating: [], count: nodes.count)
    (colors, ribbons) = Paint.ribbons(of: lines.map(\.line))
    for ribbon in colors.indices {
      let ways = zip(courses, ribbons).filter { $0.1 == ribbon }.flatMap(\.0)
      let leaps = leaps(in: ways)
      for course in ways {
        for pair in zip(course, course.dropFirst()).map(Pair.init) where !leaps.contains(pair) {
          add(ribbon, between: pair)
        }
      }
    }
  }

  /// The node of a station's id.
  func node(of id: String) -> Int? { nodeNumbers[id] }

  /// The track between two nodes.
  func track(between one: Int, _ other: Int) -> Int? { trackNumbers[Pair(one, other)] }

  /// The nodes that a ribbon passes from one to another, by the fewest tracks; both ends alone where
  /// it links them by none.
  func way(of ribbon: Int, from origin: Int, to destination: Int) -> [Int] {
    var before = [origin: origin]
    var waiting = [origin][...]
    while let node = waiting.popFirst(), node != destination {
      for track in tracksAt[node] where tracks[track].ribbons.contains(ribbon) {
        let next = tracks[track].first == node ? tracks[track].second : tracks[track].first
        guard before[next] == nil else { continue }
        before[next] = node
        waiting.append(next)
      }
    }
    guard before[destination] != nil else { return [origin, destination] }
    var way = [destination]
    while let last = way.last, last != origin, let node = before[last] { way.append(node) }
    return way.reversed()
  }

  private mutating func node(
    _ place: Place, _ coordinate: Coordinate?, _ namesakes: inout [String: [Int]]
  ) -> Int {
    if let number = nodeNumbers[place.id] { return number }
    let usable = coordinate.flatMap { $0.isOnEarth ? $0 : nil }
    let twin = namesakes[place.name]?.first { nodes[$0].coordinate.isNear(usable) }
    let number = twin ?? nodes.count
    if twin == nil {
      nodes.append(Node(ids: [], name: place.name, coordinate: usable))
      namesakes[place.name, default: []].append(number)
    }
    nodes[number].ids.append(place.id)
    nodeNumbers[place.id] = number
    return number
  }

  private mutating func add(_ ribbon: Int, between pair: Pair) {
    let number = trackNumbers[pair] ?? tracks.count
    if number == tracks.count {
      trackNumbers[pair] = number
      tracks.append(Track(first: pair.first, second: pair.second))
      tracksAt[pair.first].append(number)
      tracksAt[pair.second].append(number)
    }
    if tracks[number].ribbons.last != ribbon { tracks[number].ribbons.append(ribbon) }
  }

  /// The neighbours of an express that other trains of the ribbon link by way of more stations: those
  /// that lie almost on the straight line, so that the express takes the same track.
  private func leaps(in courses: [[Int]]) -> Set<Pair> {
    var steps: Set<Pair> = []
    for course in courses { steps.formUnion(zip(course, course.dropFirst()).map(Pair.init)) }
    var leaps: Set<Pair> = []
    for course in courses {
      for start in course.indices {
        var (way, longest) = (0.0, 0.0)
        for end in course.indices[start...].dropFirst().prefix(20) {
          guard let step = metres(course[end - 1], course[end]) else { break }
          way += step
          longest = max(longest, step)
          let pair = Pair(course[start], course[end])
          guard end > start + 1, steps.contains(pair), let direct = metres(pair.first, pair.second),
            direct > longest, way <= 1.6 * direct
          else { continue }
          leaps.insert(pair)
        }
      }
    }
    return leaps
  }

  private func metres(_ one: Int, _ other: Int) -> Double? {
    guard let from = nodes[one].coordinate, let to = nodes[other].coordinate else { return nil }
    return from.metres(to: to)
  }
}

/// Two nodes in either order.
private struct Pair: Hashable {
  let first: Int
  let second: Int

  init(_ one: Int, _ other: Int) {
    first = min(one, other)
    second = max(one, other)
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
  fileprivate var isOnEarth: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }
}

extension Coordinate? {
  /// Whether two stations of one name are one to a person.
  fileprivate func isNear(_ other: Coordinate?) -> Bool {
    guard let self, let other else { return false }
    return self.metres(to: other) < 400
  }
}
