import DataSourceInterface

/// The facilities of stations and the ways through them, from pathways.txt and levels.txt.
struct PathwayImport {
  /// The bits of each station's facilities.
  let facilities: [UInt8]
  /// The ways between the platforms of each station.
  let walkways: Timetable.Walkways
  /// The ways from each entrance to the platforms of its station.
  let entranceWays: Timetable.Walkways

  init(_ feed: Feed, stops: StopImport) throws(FeedRejection) {
    let nodes = stops.nodes
    var bits = [UInt8](repeating: 0, count: stops.stations.count)
    var graph = StationGraph(nodes, levels: try LevelImport(feed))
    if let table = try feed.table("pathways.txt") {
      let ends = [table.column("from_stop_id"), table.column("to_stop_id")]
      let (mode, isBidirectional) = (
        table.column("pathway_mode"), table.column("is_bidirectional")
      )
      let (time, length) = (table.column("traversal_time"), table.column("length"))
      let stairs = table.column("stair_count")
      let signs = [table.column("signposted_as"), table.column("reversed_signposted_as")]
      try table.forEachRow { row in
        let known = ends.compactMap { nodes.index[row[$0]] }.filter { nodes.station[$0] >= 0 }
        guard known.count == 2 else {
          let unknown = ends.first { nodes.index[row[$0]].map { nodes.station[$0] < 0 } ?? true }
          return table.report(.unknownStop, at: row, row[unknown ?? nil])
        }
        let stations = known.map { Int(nodes.station[$0]) }
        if let facility = row[mode].integer.flatMap(Facility.init(pathwayMode:)) {
          for station in stations { bits[station] |= facility.bit }
        }
        guard known[0] != known[1], stations[0] == stations[1] else {
          return table.report(.uselessPathway, at: row, row[ends[1]])
        }
        let metres = row[length].decimal.flatMap { $0 > 0 ? min($0, 100_000) : nil } ?? 0
        let steps = Double(abs(row[stairs].integer ?? 0))
        let seconds =
          row[time].integer.flatMap { $0 > 0 ? Double($0) : nil } ?? (metres / 1.2 + steps)
        graph.add(from: known[0], to: known[1], seconds, sign: row[signs[0]])
        if row[isBidirectional].integer == 1 {
          graph.add(from: known[1], to: known[0], seconds, sign: row[signs[1]])
        }
      }
    }
    facilities = bits
    guard graph.size(of: stops) <= feed.limits.pathwayVisits else {
      throw FeedRejection(
        "pathways.txt describes more than \(feed.limits.pathwayVisits) ways to platforms; expected"
          + " the feed of one city")
    }
    var (platformWays, entranceWays): ([[StationGraph.Way]], [[StationGraph.Way]]) = ([], [])
    for stop in 0..<stops.stops.count {
      guard !Task.isCancelled else { throw .cancelled }
      platformWays.append(graph.ways(from: nodes.places(ofStop: stop)).filter { $0.stop != stop })
    }
    for entrance in 0..<stops.entrances.id.count {
      guard !Task.isCancelled else { throw .cancelled }
      entranceWays.append(graph.ways(from: nodes.places(ofEntrance: entrance)))
    }
    walkways = Timetable.Walkways(platformWays)
    self.entranceWays = Timetable.Walkways(entranceWays)
  }
}

/// The places that pathways connect: the rows of stops.txt, by number.
struct PathwayNodes {
  /// The number of each id.
  let index: IDIndex
  /// The station of each place; −1 for none.
  let station: [Int32]
  /// The platform of each place: itself, or that of a boarding area; −1 for none.
  let stop: [Int32]
  /// The entrance that a place is; −1 for none.
  let entrance: [Int32]
  /// The `level_id` of each place.
  let level: [String]
  private let placesOfStop: [Int32: [Int]]
  private let placeOfEntrance: [Int32: Int]

  init(
    index: IDIndex, station: [Int32], stop: [Int32], entrance: [Int32], level: [String]
  ) {
    (self.index, self.station, self.stop) = (index, station, stop)
    (self.entrance, self.level) = (entrance, level)
    placesOfStop = Dictionary(grouping: stop.indices.filter { stop[$0] >= 0 }) { stop[$0] }
    placeOfEntrance = Dictionary(
      entrance.indices.filter { entrance[$0] >= 0 }.map { (entrance[$0], $0) }
    ) { first, _ in first }
  }

  /// Returns a platform and its boarding areas.
  func places(ofStop stop: Int) -> [Int] { placesOfStop[Int32(stop)] ?? [] }

  /// Returns an entrance.
  func places(ofEntrance entrance: Int) -> [Int] {
    placeOfEntrance[Int32(entrance)].map { [$0] } ?? []
  }
}

/// The levels of stations, by `level_id`.
private struct LevelImport {
  let levels: [String: (index: Double, name: String)]

  init(_ feed: Feed) throws(FeedRejection) {
    var levels: [String: (index: Double, name: String)] = [:]
    if let table = try feed.table("levels.txt") {
      let (id, index) = (table.column("level_id"), table.column("level_index"))
      let name = table.column("level_name")
      try table.forEachRow { row in
        guard !row[id].isEmpty, let height = row[index].decimal else {
          return table.report(.unreadableRow, at: row, row[id])
        }
        levels[row[id].text] = (height, row[name].text)
      }
    }
    self.levels = levels
  }
}

/// The pathways of all stations as a directed graph.
private struct StationGraph {
  /// The shortest way to a platform.
  struct Way {
    let stop: Int
    let seconds: Double
    let steps: [WalkwayStep]
  }

  private struct Edge {
    let to: Int32
    let seconds: Double
    /// The number of the sign; −1 for none.
    let sign: Int32
  }

  private let nodes: PathwayNodes
  private let levels: LevelImport
  private var edges: [Int: [Edge]] = [:]
  private var signs = IDTable(limit: .max)
  private var edgesOfStation: [Int32: Int] = [:]

  init(_ nodes: PathwayNodes, levels: LevelImport) {
    self.nodes = nodes
    self.levels = levels
  }

  mutating func add(from: Int, to: Int, _ seconds: Double, sign: CSVField) {
    let sign = signs.add(sign).map { Int32($0.number) } ?? -1
    edges[from, default: []].append(Edge(to: Int32(to), seconds: seconds, sign: sign))
    edgesOfStation[nodes.station[from], default: 0] += 1
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
  /// Source: E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik
  /// 1, 1959.
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
          previous[other] = (place, Edge(to: Int32(other), seconds: 0, sign: -1))
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

extension Timetable.Walkways {
  /// How many bytes the directions of a city may have; those of later ways are left out.
  private static let maximumDirections = 8 << 20

  fileprivate init(_ ways: [[StationGraph.Way]]) {
    let all = ways.flatMap(\.self)
    var size = 0
    let directions = all.map { way in
      let text = size > Self.maximumDirections ? "" : way.steps.map(\.line).joined(separator: "\n")
      size += text.utf8.count
      return text
    }
    self.init(
      first: Column(
        ways.reduce(into: [Int32(0)]) { $0.append($0[$0.count - 1] + Int32($1.count)) }),
      to: Column(all.map { Int32($0.stop) }),
      seconds: Column(
        all.map { Int32(min(($0.seconds - 1e-6).rounded(.up), Double(CSVField.latestTime))) }),
      steps: TextColumn(directions))
  }
}

extension Facility {
  /// Creates the facility of a `pathway_mode`; nil for a walkway or an unknown mode.
  fileprivate init?(pathwayMode: Int) {
    switch pathwayMode {
    case 2: self = .stairs
    case 3: self = .movingWalkway
    case 4: self = .escalator
    case 5: self = .lift
    case 6, 7: self = .fareGate
    default: return nil
    }
  }

  /// The bit of the facility in a compiled city.
  var bit: UInt8 {
    switch self {
    case .stairs: 1
    case .movingWalkway: 2
    case .escalator: 4
    case .lift: 8
    case .fareGate: 16
    }
  }
}
