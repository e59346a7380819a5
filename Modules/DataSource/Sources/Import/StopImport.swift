import DataSourceInterface
import Documents
import Foundation

/// The stops of a feed in the order of the timetable: stations by id, each with its stops by id.
struct StopImport {
  let stations: Timetable.Stations
  let stops: Timetable.Stops
  let signs: Timetable.Signs
  let entrances: Entrances
  /// The stop of each id.
  let index: IDIndex
  /// The station of each id, including the ids of entrances and nodes.
  let stationIndex: IDIndex
  let wheelchairBoarding: WheelchairBoarding
  /// The places that pathways connect, including entrances and nodes.
  let nodes: PathwayNodes
  /// The zones of fares, by `zone_id`.
  let zoneIDs: IDTable
  /// The number of each stop's zone; −1 for a stop without a zone.
  let zones: [Int32]

  /// The stops of the feed by their own time zone, with their lines in the file.
  private let stopsOfZone: [String: [(id: String, line: Int)]]

  /// Reports the stops whose clocks differ from those of the agency, and returns whether there are
  /// any.
  /// - Parameter days: The days on which trains run.
  func reportOtherClocks(
    than timeZone: String, on days: ClosedRange<CalendarDate>, to diagnostics: FileDiagnostics
  ) -> Bool {
    let others = stopsOfZone.keys.sorted().prefix(AgencyImport.maximumZones).filter {
      $0 != timeZone && TimeZone.haveOtherClocks($0, than: timeZone, on: days)
    }
    for zone in others {
      for stop in stopsOfZone[zone] ?? [] {
        diagnostics.add(.otherStopClocks, atLine: stop.line, "\(stop.id) (\(zone))")
      }
    }
    return !others.isEmpty
  }

  /// The names of all stations.
  var stationNames: [String] {
    (0..<stations.count).map { stops.name[Int(stations.firstStop[$0])] }
  }

  init(_ feed: Feed) throws(FeedRejection) {
    let rows = try StopRows(feed)
    let roots = rows.roots
    var rank = [Int](repeating: 0, count: rows.ids.count)
    for (position, number) in rows.ids.sorted().enumerated() { rank[number] = position }
    let order = rows.ids.indices.filter { rows.isStop($0) }.sorted { first, second in
      let (root, otherRoot) = (rank[roots[first]], rank[roots[second]])
      guard root == otherRoot else { return root < otherRoot }
      guard roots[first] != first else { return roots[second] != second }
      return roots[second] != second && rank[first] < rank[second]
    }
    guard !order.isEmpty else {
      throw FeedRejection("stops.txt lists no stop; expected stations or platforms with ids")
    }
    var firstStop: [Int32] = []
    var station: [Int32] = []
    var stationOfRow = [Int32](repeating: -1, count: rows.ids.count)
    for (stop, number) in order.enumerated() {
      if roots[number] == number { firstStop.append(Int32(stop)) }
      station.append(Int32(firstStop.count - 1))
      stationOfRow[number] = Int32(firstStop.count - 1)
    }
    firstStop.append(Int32(order.count))
    for number in rows.ids.indices where stationOfRow[number] < 0 {
      stationOfRow[number] = stationOfRow[roots[number]]
    }
    let sizes = zip(firstStop, firstStop.dropFirst()).map { $1 - $0 }
    guard sizes.allSatisfy({ $0 <= feed.limits.stopsOfStation }) else {
      throw FeedRejection(
        "stops.txt gives one station more than \(feed.limits.stopsOfStation) stops; expected the"
          + " feed of one city")
    }
    stations = Timetable.Stations(firstStop: Column(firstStop))
    stops = Timetable.Stops(
      id: TextColumn(order.map { rows.ids[$0] }),
      name: TextColumn(order.map { rows.name(of: $0, root: roots[$0]) }),
      station: Column(station), latitude: Column(order.map { rows.rows[$0].latitude }),
      longitude: Column(order.map { rows.rows[$0].longitude }))
    signs = Timetable.Signs(
      platform: TextColumn(order, rows.platform), code: TextColumn(order, rows.code),
      spokenName: TextColumn(order, rows.spokenName))
    let entranceOrder = rows.entrances(rank: rank, stations: stationOfRow)
    entrances = Entrances(
      rows, order: entranceOrder, stations: stationOfRow, count: sizes.count)
    wheelchairBoarding = rows.wheelchairBoarding(stops: order, entrances: entranceOrder)
    zoneIDs = rows.zoneIDs
    stopsOfZone = rows.stopsOfZone
    zones = order.map { rows.rows[$0].zone }
    index = IDIndex(rows.ids, order: order)
    stationIndex = IDIndex(rows.ids, rows: stationOfRow)
    nodes = PathwayNodes(
      index: IDIndex(rows.ids, rows: rows.ids.indices.map { Int32($0) }), station: stationOfRow,
      stop: rows.platforms(order: order),
      entrance: ranks(of: entranceOrder, count: rows.ids.count), level: rows.rows.map(\.level))
  }
}

/// The position of each number in `order`; −1 for other numbers.
private func ranks(of order: [Int], count: Int) -> [Int32] {
  var ranks = [Int32](repeating: -1, count: count)
  for (rank, number) in order.enumerated() { ranks[number] = Int32(rank) }
  return ranks
}

extension TextColumn {
  /// Creates a column of some of the texts, in an order; an empty column if all of them are empty.
  fileprivate init(_ order: [Int], _ texts: [String]) {
    let texts = texts.isEmpty ? [] : order.map { texts[$0] }
    self.init(texts.allSatisfy(\.isEmpty) ? [] : texts)
  }
}

extension Entrances {
  /// - Parameters:
  ///   - order: The rows of entrances, by station.
  ///   - stations: The station of each row.
  ///   - count: The number of stations.
  fileprivate init(_ rows: StopRows, order: [Int], stations: [Int32], count: Int) {
    self.init(
      first: Column(startsOfGroups: order.map { stations[$0] }, count: count),
      id: TextColumn(order.map { rows.ids[$0] }),
      name: TextColumn(
        order.map { rows.rows[$0].name.isEmpty ? rows.ids[$0] : rows.rows[$0].name }),
      latitude: Column(order.map { rows.rows[$0].latitude }),
      longitude: Column(order.map { rows.rows[$0].longitude }))
  }
}

/// The rows of stops.txt, by the number of their id.
private struct StopRows {
  /// The longest chain of parent stations that is followed; longer chains are cycles or mistakes.
  private static let longestChain = 8

  private(set) var ids: IDTable
  private(set) var rows: [Row] = []
  /// The signs of each row, as in `Timetable.Signs`; empty if the file has no such column.
  private(set) var (platform, code, spokenName): ([String], [String], [String]) = ([], [], [])
  private var parentIDs: IDTable
  private(set) var zoneIDs: IDTable
  /// The platforms and stations by `stop_timezone`.
  private(set) var stopsOfZone: [String: [(id: String, line: Int)]] = [:]
  private let diagnostics: FileDiagnostics

  struct Row {
    let name: String
    fileprivate(set) var latitude: Double
    fileprivate(set) var longitude: Double
    /// The feed's `location_type`: 0 a stop, 1 a station, 2 an entrance, 3 a node, 4 a boarding
    /// area.
    let type: Int
    /// The number of the parent in `parentIDs`.
    let parent: Int?
    /// The feed's `level_id`.
    let level: String
    /// The feed's `wheelchair_boarding`.
    let access: Timetable.Accessibility
    /// The number of the zone in `zoneIDs`, or −1.
    let zone: Int32
    /// The line in the file.
    let line: Int
  }

  init(_ feed: Feed) throws(FeedRejection) {
    var ids = IDTable(limit: feed.limits.stops)
    var (parentIDs, zoneIDs) = (ids, ids)
    var rows: [Row] = []
    let table = try feed.table("stops.txt", with: ["stop_id"])
    let (id, name) = (table.column("stop_id"), table.column("stop_name"))
    let (latitude, longitude) = (table.column("stop_lat"), table.column("stop_lon"))
    let (type, parent) = (table.column("location_type"), table.column("parent_station"))
    let access = table.column("wheelchair_boarding")
    let signColumns = ["platform_code", "stop_code", "tts_stop_name"].map { table.column($0) }
    var signs = [[String]](repeating: [], count: signColumns.count)
    let (zone, level) = (table.column("zone_id"), table.column("level_id"))
    let timeZone = table.column("stop_timezone")
    var stopsOfZone: [String: [(id: String, line: Int)]] = [:]
    try table.forEachRow { row in
      guard ids.add(row[id])?.isNew == true else {
        return table.report(row[id].isEmpty ? .missingID : .repeatedID, at: row, row[id])
      }
      let north = row[latitude].decimal.flatMap { abs($0) <= 90 ? $0 : nil }
      let east = row[longitude].decimal.flatMap { abs($0) <= 180 ? $0 : nil }
      if !row[timeZone].isEmpty, !(2...4).contains(row[type].integer ?? 0) {
        stopsOfZone[row[timeZone].text, default: []].append((row[id].text, row.line))
      }
      let isZero = north == 0 && east == 0
      let isKnown = north != nil && east != nil && !isZero
      if isZero {
        table.report(.zeroCoordinates, at: row, row[id])
      } else if !isKnown, !row[latitude].isEmpty || !row[longitude].isEmpty {
        table.report(.unreadablePlace, at: row, row[north == nil ? latitude : longitude])
      }
      for (index, column) in signColumns.enumerated() where column != nil {
        signs[index].append(row[column].text)
      }
      rows.append(
        Row(
          name: row[name].text, latitude: isKnown ? north ?? .nan : .nan,
          longitude: isKnown ? east ?? .nan : .nan, type: row[type].integer ?? 0,
          parent: parentIDs.add(row[parent])?.number, level: row[level].text,
          access: Timetable.Accessibility(row[access]),
          zone: Int32(zoneIDs.add(row[zone])?.number ?? -1), line: row.line))
    }
    try feed.checkCount(of: ids, in: "stops.txt")
    (self.ids, self.rows, self.parentIDs, self.zoneIDs) = (ids, rows, parentIDs, zoneIDs)
    (platform, code, spokenName) = (signs[0], signs[1], signs[2])
    self.stopsOfZone = stopsOfZone
    diagnostics = feed.diagnostics.file("stops.txt")
    removeSwappedCoordinates(try feed.timeZone)
  }

  /// Removes the positions that are far from the middle of all, and would be near it with latitude
  /// and longitude swapped; or all, if their middle is far from a time zone and would be in it.
  private mutating func removeSwappedCoordinates(_ timeZone: TimeZone?) {
    let (minimumMetres, minimumShift) = (100_000.0, 1_000_000.0)
    let known = rows.indices.filter { !rows[$0].latitude.isNaN }
    guard known.count > 2 else { return }
    func median(_ degrees: [Double]) -> Double { degrees.sorted()[degrees.count / 2] }
    let middle = Coordinate(
      latitude: median(known.map { rows[$0].latitude }),
      longitude: median(known.map { rows[$0].longitude }))
    // Where latitude and longitude are alike, as in Egypt, nobody can tell.
    let mirror = Coordinate(latitude: middle.longitude, longitude: middle.latitude)
    let isMirrorFar = middle.metres(to: mirror) > minimumShift
    // The Earth turns by a degree in 240 seconds. Any winter will do.
    let winter = Date(timeIntervalSince1970: 1_577_836_800)
    let meridian = timeZone.map { Double($0.secondsFromGMT(for: winter)) / 240 }
    let areAllSwapped =
      meridian.map { abs(middle.longitude - $0) > 30 && abs(middle.latitude - $0) < 15 } ?? false
    for number in known {
      let (north, east) = (rows[number].latitude, rows[number].longitude)
      let distance = Coordinate(latitude: north, longitude: east).metres(to: middle)
      let isSwapped =
        isMirrorFar && distance > minimumMetres
        && Coordinate(latitude: east, longitude: north).metres(to: middle) < distance / 5
      guard isSwapped != areAllSwapped else { continue }
      diagnostics.add(.swappedCoordinates, atLine: rows[number].line, ids[number])
      (rows[number].latitude, rows[number].longitude) = (.nan, .nan)
    }
  }

  /// Returns whether a row is a platform or a station.
  func isStop(_ number: Int) -> Bool { !(2...4).contains(rows[number].type) }

  /// The rows of entrances, ordered by station and id.
  /// - Parameters:
  ///   - rank: The rank of each row in the order of ids.
  ///   - stations: The station of each row.
  func entrances(rank: [Int], stations: [Int32]) -> [Int] {
    ids.indices.filter { rows[$0].type == 2 && stations[$0] >= 0 }
      .sorted { (stations[$0], rank[$0]) < (stations[$1], rank[$1]) }
  }

  /// The stop of each row: itself, or that of which it is a boarding area; −1 for none.
  /// - Parameter order: The rows of stops, in the order of the timetable.
  func platforms(order: [Int]) -> [Int32] {
    let stops = ranks(of: order, count: rows.count)
    let parents = parents
    return rows.indices.map { number in
      rows[number].type == 4 ? parents[number].map { stops[$0] } ?? -1 : stops[number]
    }
  }

  /// The row of each row's parent.
  private var parents: [Int?] {
    rows.map { row in row.parent.flatMap { parentIDs.withID($0) { ids.number(of: $0) } } }
  }

  /// - Parameters:
  ///   - stops: The rows of stops, in the order of the timetable.
  ///   - entrances: The rows of entrances, by station.
  func wheelchairBoarding(stops: [Int], entrances: [Int]) -> WheelchairBoarding {
    let parents = parents
    func inherited(_ row: Int) -> Timetable.Accessibility {
      let ancestors = sequence(first: row) { parents[$0] }.dropFirst().prefix(Self.longestChain)
      return ancestors.lazy.map { rows[$0].access }.first { $0 != .unknown } ?? .unknown
    }
    return WheelchairBoarding(
      own: stops.map { rows[$0].access }, inherited: stops.map(inherited),
      entrances: entrances.map {
        rows[$0].access == .unknown ? inherited($0) : rows[$0].access
      })
  }

  /// The station of each row: the root of its chain of parents, or the row itself.
  var roots: [Int] {
    let parents = parents
    return ids.indices.map { stop in
      var root = stop
      for _ in 0...Self.longestChain {
        guard let parent = parents[root] else {
          let isOrphan = root == stop ? rows[stop].parent != nil : !isStop(root)
          if isOrphan { reportUnknownParent(of: stop) }
          return isStop(root) ? root : stop
        }
        root = parent
      }
      reportUnknownParent(of: stop)
      return stop
    }
  }

  /// Returns the name of a stop. If it is missing, reports that and returns the station's name, or
  /// the stop's id if the station has no name either.
  func name(of stop: Int, root: Int) -> String {
    guard rows[stop].name.isEmpty else { return rows[stop].name }
    diagnostics.add(.missingName, atLine: rows[stop].line, ids[stop])
    return rows[root].name.isEmpty ? ids[stop] : rows[root].name
  }

  private func reportUnknownParent(of stop: Int) {
    let parent = rows[stop].parent.map { parentIDs[$0] } ?? ""
    diagnostics.add(.unknownParent, atLine: rows[stop].line, parent)
  }
}
