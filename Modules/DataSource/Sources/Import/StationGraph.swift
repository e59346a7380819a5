import DataSourceInterface

/// The pathways of all stations as a directed graph.
struct StationGraph {
  /// The shortest way to a platform.
  struct Way: Equatable {
    let stop: Int
    let seconds: Double
    let steps: [WalkwayStep]
  }

  /// A pathway from a place.
  struct Edge {
    let to: Int32
    let seconds: Double
    /// Whether it has stairs or an escalator; nil if its mode is unknown.
    let hasSteps: Bool?
    /// The number of the sign; −1 for none.
    var sign: Int32 = -1
  }

  private let nodes: PathwayNodes
  private let levels: LevelImport
  private var edges: [Int: [Edge]] = [:]
  private var signs = IDTable(limit: .max)
  private var edgesOfStation: [Int32: Int] = [:]
  /// The stations where not every pathway is known to be without steps.
  private var stationsWithSteps: Set<Int32> = []

  init(_ nodes: PathwayNodes, levels: LevelImport) {
    self.nodes = nodes
    self.levels = levels
  }

  mutating func add(_ edge: Edge, from place: Int, sign: CSVField) {
    var edge = edge
    edge.sign = signs.add(sign).map { Int32($0.number) } ?? -1
    edges[place, default: []].append(edge)
    edgesOfStation[nodes.station[place], default: 0] += 1
    if edge.hasSteps != false { stationsWithSteps.insert(nodes.station[place]) }
  }

  var isEmpty: Bool { edges.isEmpty }

  /// The pathways of which the feed says that they have neither stairs nor escalators.
  var withoutSteps: StationGraph { filter { $0.hasSteps == false } }

  /// The pathways without those of which the feed says that they have stairs or escalators.
  var withoutKnownSteps: StationGraph { filter { $0.hasSteps != true } }

  private func filter(_ isIncluded: (Edge) -> Bool) -> StationGraph {
    var graph = self
    graph.edges = edges.mapValues { $0.filter(isIncluded) }
    return graph
  }

  /// The same pathways in the opposite direction.
  var reversed: StationGraph {
    var graph = self
    graph.edges = [:]
    for (place, edges) in edges {
      for edge in edges {
        graph.edges[Int(edge.to), default: []].append(
          Edge(to: Int32(place), seconds: edge.seconds, hasSteps: edge.hasSteps))
      }
    }
    return graph
  }

  /// Returns whether not every pathway at the station of a stop is known to be without steps.
  func mayHaveSteps(atStop stop: Int) -> Bool {
    nodes.places(ofStop: stop).contains { stationsWithSteps.contains(nodes.station[$0]) }
  }

  /// Returns the platforms that ways from some places lead to.
  func stops(reachedFrom places: some Sequence<Int>) -> Set<Int> {
    var (reached, found): (Set<Int>, Set<Int>) = ([], [])
    var next = Array(places)
    while let place = next.popLast() {
      guard reached.insert(place).inserted else { continue }
      let stop = Int(nodes.stop[place])
      if stop >= 0, found.insert(stop).inserted { next += nodes.places(ofStop: stop) }
      next += (edges[place] ?? []).map { Int($0.to) }
    }
    return found
  }

  /// Returns how many pathways the search of all ways visits at most.
  func size(of stops: StopImport) -> Int {
    edgesOfStation.reduce(0) { sum, entry in
      let station = Int(entry.key)
      let entrances = stops.entrances.first[station + 1] - stops.entrances.first[station]
      return sum + entry.value * (stops.stations.stops(of: station).count + Int(entrances))
    }
  }

  /// Returns the shortest ways from some places to the platforms that they lead to.
  ///
  /// Source: E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische
  /// Mathematik 1, 1959.
  func ways(from places: [Int]) -> [Way] {
    guard places.contains(where: { edges[$0] != nil }) else { return [] }
    var seconds: [Int: Double] = [:]
    var previous: [Int: (place: Int, edge: Edge)] = [:]
    var settled: Set<Int> = []
    var queue = Heap()
    for place in places {
      seconds[place] = 0
      queue.insert(0, place)
    }
    var ways: [Int: Way] = [:]
    while let (time, place) = queue.popMin() {
      guard settled.insert(place).inserted else { continue }
      let stop = Int(nodes.stop[place])
      if stop >= 0, ways[stop] == nil {
        ways[stop] = Way(stop: stop, seconds: time, steps: steps(to: place, previous))
        // A platform and its boarding areas are one place.
        for other in nodes.places(ofStop: stop) where seconds[other].map({ time < $0 }) ?? true {
          seconds[other] = time
          previous[other] = (place, Edge(to: Int32(other), seconds: 0, hasSteps: false))
          queue.insert(time, other)
        }
      }
      for edge in edges[place] ?? [] {
        let (next, arrival) = (Int(edge.to), time + edge.seconds)
        guard arrival < seconds[next] ?? .infinity else { continue }
        seconds[next] = arrival
        previous[next] = (place, edge)
        queue.insert(arrival, next)
      }
    }
    return ways.values.sorted { $0.stop < $1.stop }
  }

  /// More directions than a person can follow are left out.
  private static let maximumSteps = 40

  /// The directions to a place: the signs, and the levels where there is no sign.
  private func steps(
    to place: Int, _ previous: [Int: (place: Int, edge: Edge)]
  ) -> [WalkwayStep] {
    var steps: [WalkwayStep] = []
    var place = place
    while let (origin, edge) = previous[place] {
      let step =
        edge.sign >= 0 ? sign(edge.sign) : change(of: nodes.level[origin], nodes.level[place])
      if let step, step != steps.last { steps.append(step) }
      guard steps.count <= Self.maximumSteps else { return [] }
      place = origin
    }
    return steps.reversed()
  }

  /// A longer text is no sign.
  private static let maximumSignLength = 200

  private func sign(_ number: Int32) -> WalkwayStep? {
    let text = signs[Int(number)].prefix(Self.maximumSignLength)
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    return text.isEmpty ? nil : WalkwayStep(.follow, text)
  }

  private func change(of level: String, _ other: String) -> WalkwayStep? {
    guard let from = levels.levels[level], let to = levels.levels[other], from.index != to.index
    else { return nil }
    let name = to.name.split(whereSeparator: \.isNewline).joined(separator: " ")
    return name.isEmpty ? nil : WalkwayStep(to.index > from.index ? .up : .down, name)
  }
}

/// A queue that returns the nearest place first, as a binary heap.
private struct Heap {
  private var entries: [(time: Double, place: Int)] = []

  mutating func insert(_ time: Double, _ place: Int) {
    var index = entries.count
    entries.append((time, place))
    while index > 0, entries[index] < entries[(index - 1) / 2] {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func popMin() -> (time: Double, place: Int)? {
    guard let least = entries.first, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return least }
    entries[0] = last
    var index = 0
    while 2 * index + 1 < entries.count {
      let (left, right) = (2 * index + 1, 2 * index + 2)
      let child = right < entries.count && entries[right] < entries[left] ? right : left
      guard entries[child] < entries[index] else { break }
      entries.swapAt(index, child)
      index = child
    }
    return least
  }
}
