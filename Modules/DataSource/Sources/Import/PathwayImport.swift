import DataSourceInterface

/// The facilities of stations and the ways through them, from pathways.txt and levels.txt.
struct PathwayImport {
  /// The bits of each station's facilities.
  let facilities: [UInt8]
  /// The ways between the platforms of each station.
  let walkways: Timetable.Walkways
  /// The ways from each entrance to the platforms of its station.
  let entranceWays: Timetable.Walkways
  /// The bits of `Timetable.StepFreeAccess.stops`.
  let access: [UInt8]
  /// The ways between platforms without steps, as far as they differ from `walkways`.
  let detours: Timetable.Walkways
  /// The column of `Timetable.StepFreeAccess.detourAccess`.
  let detourAccess: [UInt8]

  init(_ feed: Feed, stops: StopImport) throws(FeedRejection) {
    let nodes = stops.nodes
    var bits = [UInt8](repeating: 0, count: stops.stations.count)
    var graph = StationGraph(nodes, levels: try LevelImport(feed))
    if let table = try feed.table("pathways.txt") {
      let ends = [table.column("from_stop_id"), table.column("to_stop_id")]
      let (mode, isBidirectional) = (table.column("pathway_mode"), table.column("is_bidirectional"))
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
        let steps = abs(row[stairs].integer ?? 0)
        let seconds =
          row[time].integer.flatMap { $0 > 0 ? Double($0) : nil } ?? (metres / 1.2 + Double(steps))
        let hasSteps = steps > 0 ? true : Facility.haveSteps(pathwayMode: row[mode].integer)
        for (from, to, sign) in [(known[0], known[1], signs[0]), (known[1], known[0], signs[1])]
        where from == known[0] || row[isBidirectional].integer == 1 {
          let edge = StationGraph.Edge(to: Int32(to), seconds: seconds, hasSteps: hasSteps)
          graph.add(edge, from: from, sign: row[sign])
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
    let (stepFree, unknown) = (graph.withoutSteps, graph.withoutKnownSteps)
    var detours: [[Detour]] = []
    for stop in 0..<stops.stops.count {
      guard !Task.isCancelled else { throw .cancelled }
      let places = nodes.places(ofStop: stop)
      let ways = graph.ways(from: places).filter { $0.stop != stop }
      platformWays.append(ways)
      detours.append(
        graph.mayHaveSteps(atStop: stop)
          ? ways.detours(stepFree.ways(from: places), unknown.ways(from: places)) : [])
    }
    for entrance in 0..<stops.entrances.id.count {
      guard !Task.isCancelled else { throw .cancelled }
      entranceWays.append(graph.ways(from: nodes.places(ofEntrance: entrance)))
    }
    walkways = Timetable.Walkways(platformWays)
    self.entranceWays = Timetable.Walkways(entranceWays)
    self.detours =
      detours.allSatisfy(\.isEmpty) ? .none : Timetable.Walkways(detours.map { $0.map(\.way) })
    detourAccess = detours.joined().map(\.access.rawValue)
    access = stops.wheelchairBoarding.access(graph, nodes)
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

  init(index: IDIndex, station: [Int32], stop: [Int32], entrance: [Int32], level: [String]) {
    (self.index, self.station, self.stop) = (index, station, stop)
    (self.entrance, self.level) = (entrance, level)
    placesOfStop = Dictionary(grouping: stop.indices.filter { stop[$0] >= 0 }) { stop[$0] }
    placeOfEntrance = Dictionary(
      entrance.indices.filter { entrance[$0] >= 0 }.map { (entrance[$0], $0) }
    ) { first, _ in first }
  }

  /// Returns a platform and its boarding areas.
  func places(ofStop stop: Int) -> [Int] { placesOfStop[Int32(stop)] ?? [] }

  /// The places of all entrances, by their numbers.
  var entrances: [Int] { entrance.indices.filter { entrance[$0] >= 0 } }

  /// Returns an entrance.
  func places(ofEntrance entrance: Int) -> [Int] {
    placeOfEntrance[Int32(entrance)].map { [$0] } ?? []
  }
}

/// The levels of stations, by `level_id`.
struct LevelImport {
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

/// A way between platforms without steps, or the platforms that only steps connect.
private typealias Detour = (way: StationGraph.Way, access: Timetable.Accessibility)

extension [StationGraph.Way] {
  /// The ways without steps to the same platforms, as far as they differ.
  /// - Parameter unknown: The ways without steps as far as the feed says.
  fileprivate func detours(
    _ stepFree: [StationGraph.Way], _ unknown: [StationGraph.Way]
  ) -> [Detour] {
    func byStop(_ ways: [StationGraph.Way]) -> [Int: StationGraph.Way] {
      Dictionary(ways.map { ($0.stop, $0) }) { first, _ in first }
    }
    let (stepFree, unknown) = (byStop(stepFree), byStop(unknown))
    return compactMap { way in
      if let other = stepFree[way.stop] { return other == way ? nil : (other, .possible) }
      return unknown[way.stop].map { ($0, .unknown) }
        ?? (StationGraph.Way(stop: way.stop, seconds: 0, steps: []), .impossible)
    }
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
      first: Column(startsOfGroups: ways.map(\.count)),
      to: Column(all.map { Int32($0.stop) }),
      seconds: Column(
        all.map { Int32(min(($0.seconds - 1e-6).rounded(.up), Double(CSVField.latestTime))) }),
      steps: TextColumn(directions))
  }
}

extension Facility {
  /// Whether ways of a `pathway_mode` have steps; nil for an unknown mode.
  fileprivate static func haveSteps(pathwayMode: Int?) -> Bool? {
    switch pathwayMode {
    case 2, 4: true
    case 1, 3, 5, 6, 7: false
    default: nil
    }
  }

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
