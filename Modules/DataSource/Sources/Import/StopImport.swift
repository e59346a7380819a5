import DataSourceInterface

/// The stops of a feed in the order of the timetable: stations by id, each with its stops by id.
struct StopImport {
  /// Longer chains of parents are circles, or mistakes as good as one.
  private static let longestChain = 8

  let stations: Timetable.Stations
  let stops: Timetable.Stops
  let index: IDIndex

  init(_ feed: Feed) throws(Refusal) {
    let rows = try Rows(feed)
    let roots = rows.roots
    var rank = [Int](repeating: 0, count: rows.ids.count)
    for (position, number) in rows.ids.sorted().enumerated() { rank[number] = position }
    let order = rows.ids.indices.filter { rows.isKept[$0] }.sorted { first, second in
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
    for (stop, number) in order.enumerated() {
      if roots[number] == number { firstStop.append(Int32(stop)) }
      station.append(Int32(firstStop.count - 1))
    }
    firstStop.append(Int32(order.count))
    guard
      zip(firstStop, firstStop.dropFirst()).allSatisfy({ $1 - $0 <= feed.limits.stopsOfStation })
    else {
      throw Refusal(
        "stops.txt gives one station more than \(feed.limits.stopsOfStation) stops; expected the"
          + " feed of one city")
    }
    stations = Timetable.Stations(firstStop: Column(firstStop))
    stops = Timetable.Stops(
      id: TextColumn(order.map { rows.ids[$0] }),
      name: TextColumn(order.map { rows.name(of: $0, root: roots[$0]) }),
      station: Column(station), latitude: Column(order.map { rows.latitude[$0] }),
      longitude: Column(order.map { rows.longitude[$0] }))
    index = IDIndex(rows.ids, order: order)
  }

  /// The rows of stops.txt by number of their id.
  private struct Rows {
    var ids: IDTable
    var names: [String] = []
    var latitude: [Double] = []
    var longitude: [Double] = []
    /// Whether it is a platform or a station; entrances, nodes and boarding areas are left out.
    var isKept: [Bool] = []
    /// The parent, as number of `parentIDs`.
    var parents: [Int?] = []
    var parentIDs: IDTable

    init(_ feed: Feed) throws(Refusal) {
      ids = feed.ids()
      parentIDs = feed.ids()
      let table = try feed.table("stops.txt", with: "stop_id")
      let (id, name) = (table.column("stop_id"), table.column("stop_name"))
      let (latitude, longitude) = (table.column("stop_lat"), table.column("stop_lon"))
      let (type, parent) = (table.column("location_type"), table.column("parent_station"))
      table.forEachRow { row in
        guard ids.add(row[id])?.isNew == true else { return }
        names.append(row[name].text)
        let north = row[latitude].decimal.flatMap { abs($0) <= 90 ? $0 : nil }
        let east = row[longitude].decimal.flatMap { abs($0) <= 180 ? $0 : nil }
        let isKnown = north != nil && east != nil
        self.latitude.append(isKnown ? north ?? .nan : .nan)
        self.longitude.append(isKnown ? east ?? .nan : .nan)
        isKept.append(!(2...4).contains(row[type].integer ?? 0))
        parents.append(parentIDs.add(row[parent])?.number)
      }
      try feed.check(ids, of: "stops.txt")
    }

    /// The station of each stop: the root of its chain of parents, or itself.
    var roots: [Int] {
      let parents = parents.map { parent in
        parent.flatMap { parentIDs.withID($0) { ids.number(of: $0) } }
      }
      return ids.indices.map { stop in
        var root = stop
        for _ in 0...StopImport.longestChain {
          guard let parent = parents[root] else { return isKept[root] ? root : stop }
          root = parent
        }
        return stop
      }
    }

    /// The name of a stop, else that of its station, else its id.
    func name(of stop: Int, root: Int) -> String {
      [names[stop], names[root]].first { !$0.isEmpty } ?? ids[stop]
    }
  }
}
