import DataSourceInterface

/// The stops of a feed in the order of the timetable: stations by id, each with its stops by id.
struct StopImport {
  let stations: Timetable.Stations
  let stops: Timetable.Stops
  let facts: StopFacts
  let entrances: Entrances
  let index: IDIndex
  /// The stations of all rows, also of entrances and nodes.
  let stationIndex: IDIndex

  init(_ feed: Feed) throws(Refusal) {
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
      throw Refusal("stops.txt lists no stop; expected stations or platforms with ids")
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
      throw Refusal(
        "stops.txt gives one station more than \(feed.limits.stopsOfStation) stops; expected the"
          + " feed of one city")
    }
    stations = Timetable.Stations(firstStop: Column(firstStop))
    stops = Timetable.Stops(
      id: TextColumn(order.map { rows.ids[$0] }),
      name: TextColumn(order.map { rows.name(of: $0, root: roots[$0]) }),
      station: Column(station), latitude: Column(order.map { rows.rows[$0].latitude }),
      longitude: Column(order.map { rows.rows[$0].longitude }))
    facts = StopFacts(
      platform: TextColumn(order.map { rows.rows[$0].platform }),
      access: Column(order.map { rows.rows[$0].access }))
    entrances = Entrances(rows, rank: rank, stations: stationOfRow, count: sizes.count)
    index = IDIndex(rows.ids, order: order)
    stationIndex = IDIndex(rows.ids, rows: stationOfRow)
  }
}

extension Entrances {
  fileprivate init(_ rows: StopRows, rank: [Int], stations: [Int32], count: Int) {
    let order = rows.ids.indices.filter { rows.rows[$0].type == 2 && stations[$0] >= 0 }
      .sorted { (stations[$0], rank[$0]) < (stations[$1], rank[$1]) }
    var first = [Int32](repeating: 0, count: count + 1)
    for number in order { first[Int(stations[number]) + 1] += 1 }
    for station in 0..<count { first[station + 1] += first[station] }
    self.init(
      first: Column(first), id: TextColumn(order.map { rows.ids[$0] }),
      name: TextColumn(
        order.map { rows.rows[$0].name.isEmpty ? rows.ids[$0] : rows.rows[$0].name }),
      latitude: Column(order.map { rows.rows[$0].latitude }),
      longitude: Column(order.map { rows.rows[$0].longitude }))
  }
}
