import DataSourceInterface

/// Ids, ranked in the order of their bytes.
struct RankedIDs {
  let ranks: [Int32]
  let texts: TextColumn
  private let ids: IDTable

  init(_ ids: IDTable) {
    (self.ids, ranks) = (ids, ids.ranks)
    texts = TextColumn(ids.sorted().map { ids[$0] })
  }

  /// Returns the rank of an id; nil when it is unknown.
  func rank(of id: CSVField) -> Int32? { ids.number(of: id).map { ranks[$0] } }
}

/// The networks of the lines, from route_networks.txt or else from routes.txt.
struct FareNetworkImport {
  /// The `network_id` of each network, sorted.
  let ids: [String]
  /// The network of each line, or −1.
  let ofRoute: [Int32]
  private let numbers: [String: Int32]

  init(
    _ feed: Feed, routes: FareRoutes, _ unsupported: UnsupportedFareParts
  ) throws(FeedRejection) {
    var networks = routes.networks
    var names = Set(networks)
    let limit = feed.limits.fares
    if let table = try FareTable(feed, "networks.txt", columns: ["network_id"], unsupported) {
      let id = table.column("network_id")
      try table.forEachRow { row in
        if names.count <= limit { names.insert(row[id].text) }
      }
    }
    let columns = ["network_id", "route_id"]
    if let table = try FareTable(feed, "route_networks.txt", columns: columns, unsupported) {
      let (id, line) = (table.column("network_id"), table.column("route_id"))
      var known: [Int32: String] = [:]
      try table.forEachRow { row in
        let network = row[id].text
        guard !network.isEmpty else { return table.report(.missingID, at: row, row[id]) }
        guard let route = routes.route(row[line]) else {
          return table.report(.unknownRoute, at: row, row[line])
        }
        names.insert(network)
        // A line has one network.
        guard known[route].map({ $0 == network }) != false else {
          return table.reject(.repeatedID, at: row, row[line])
        }
        known[route] = network
      }
      for (route, network) in known { networks[Int(route)] = network }
    }
    try feed.checkCount(names.count, limit: limit, in: "networks.txt")
    ids = names.subtracting([""]).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices.map(Int32.init)))
    self.numbers = numbers
    ofRoute = networks.map { numbers[$0] ?? -1 }
  }

  func number(of id: CSVField) -> Int32? { numbers[id.text] }
}

/// The areas of the stops, from stop_areas.txt and areas.txt.
struct FareAreaImport {
  let columns: Timetable.Fares.Areas
  let ids: RankedIDs

  init(_ feed: Feed, stops: StopImport, _ unsupported: UnsupportedFareParts) throws(FeedRejection) {
    var ids = IDTable(limit: feed.limits.fares)
    var ofStop = [Set<Int>](repeating: [], count: stops.stops.count)
    if let table = try FareTable(feed, "areas.txt", columns: ["area_id"], unsupported) {
      let id = table.column("area_id")
      try table.forEachRow { _ = ids.add($0[id]) }
    }
    if let table = try FareTable(
      feed, "stop_areas.txt", columns: ["area_id", "stop_id"], unsupported)
    {
      let (id, stop) = (table.column("area_id"), table.column("stop_id"))
      try table.forEachRow { row in
        guard let area = ids.add(row[id])?.number else {
          return table.report(.missingID, at: row, row[id])
        }
        if let number = stops.index[row[stop]] {
          ofStop[number].insert(area)
        } else if ids.number(of: row[stop]) != nil {
          // GTFS has no areas in areas.
          table.reject(.unsupportedRule, at: row, row[stop])
        } else if stops.stationIndex[row[stop]] == nil {
          // Passengers do not board at entrances and nodes, which are known.
          table.report(.unknownStop, at: row, row[stop])
        }
      }
    }
    try feed.checkCount(of: ids, in: "areas.txt")
    let areas = ofStop.indices.map { stop in
      // A stop without areas of its own has those of its station.
      let station = Int(stops.stations.firstStop[Int(stops.stops.station[stop])])
      return ofStop[stop].isEmpty ? ofStop[station] : ofStop[stop]
    }
    let count = areas.map(\.count).reduce(0, +)
    try feed.checkRules(count, in: "stop_areas.txt")
    let ranked = RankedIDs(ids)
    columns = Timetable.Fares.Areas(
      id: ranked.texts,
      first: count == 0 ? Column([]) : Column(startsOfGroups: areas.map(\.count)),
      area: Column(areas.flatMap { $0.map { ranked.ranks[$0] }.sorted() }))
    self.ids = ranked
  }
}

/// The groups of times of day, from timeframes.txt.
struct TimeframeImport {
  let columns: Timetable.Fares.Timeframes
  let groups: RankedIDs

  init(
    _ feed: Feed, services: IDIndex, _ unsupported: UnsupportedFareParts
  ) throws(FeedRejection) {
    var ids = IDTable(limit: feed.limits.fares)
    var times: [Timetable.Fares.Timeframes.Timeframe] = []
    if let table = try FareTable(
      feed, "timeframes.txt",
      columns: ["timeframe_group_id", "start_time", "end_time", "service_id"], unsupported)
    {
      let (id, service) = (table.column("timeframe_group_id"), table.column("service_id"))
      let (start, end) = (table.column("start_time"), table.column("end_time"))
      try table.forEachRow { row in
        guard let group = ids.add(row[id])?.number else {
          return table.report(.missingID, at: row, row[id])
        }
        guard let number = services[row[service]] else {
          return table.reject(.unsupportedRule, at: row, row[service])
        }
        let first = row[start].isEmpty ? 0 : row[start].time
        let last = row[end].isEmpty ? 86_400 : row[end].time
        // A time frame ends at midnight at the latest; its end is not on the next day.
        guard let first, let last, first < last, last <= 86_400 else {
          return table.reject(.unreadableRow, at: row, row[first == nil ? start : end])
        }
        times.append(
          .init(group: Int32(group), start: first, end: last, service: Int32(number)))
      }
      try feed.checkCount(of: ids, in: "timeframes.txt")
      try feed.checkRules(times.count, in: "timeframes.txt")
    }
    let groups = RankedIDs(ids)
    let sorted = times.map {
      Timetable.Fares.Timeframes.Timeframe(
        group: groups.ranks[Int($0.group)], start: $0.start, end: $0.end, service: $0.service)
    }.sorted { ($0.group, $0.service, $0.start) < ($1.group, $1.service, $1.start) }
    columns = .init(groups: groups.texts, times: Column(sorted))
    self.groups = groups
  }
}

/// The rows of fare_leg_join_rules.txt.
struct JoinRules {
  let rules: [Timetable.Fares.JoinRule]
  let ignored: Int

  init(
    _ feed: Feed, stops: StopImport, networks: FareNetworkImport,
    _ unsupported: UnsupportedFareParts
  ) throws(FeedRejection) {
    var (rules, ignored) = ([Timetable.Fares.JoinRule](), 0)
    let columns = ["from_network_id", "to_network_id", "from_stop_id", "to_stop_id"]
    if let table = try FareTable(feed, "fare_leg_join_rules.txt", columns: columns, unsupported) {
      let (from, to) = (table.column("from_network_id"), table.column("to_network_id"))
      let (first, second) = (table.column("from_stop_id"), table.column("to_stop_id"))
      func stop(_ field: CSVField) -> Int32? {
        field.isEmpty ? Timetable.Fares.any : stops.index[field].map(Int32.init)
      }
      try table.forEachRow { row in
        guard let before = networks.number(of: row[from]), let after = networks.number(of: row[to])
        else {
          ignored += 1
          let isFirst = networks.number(of: row[from]) == nil
          return table.reject(.unknownFareZone, at: row, row[isFirst ? from : to])
        }
        guard let fromStop = stop(row[first]), let toStop = stop(row[second]) else {
          ignored += 1
          let isFirst = stop(row[first]) == nil
          return table.reject(.unknownStop, at: row, row[isFirst ? first : second])
        }
        rules.append(
          .init(fromNetwork: before, toNetwork: after, fromStop: fromStop, toStop: toStop))
      }
      try feed.checkRules(rules.count, in: "fare_leg_join_rules.txt")
    }
    let sorted = Set(rules).sorted {
      ($0.fromNetwork, $0.toNetwork, $0.fromStop, $0.toStop)
        < ($1.fromNetwork, $1.toNetwork, $1.fromStop, $1.toStop)
    }
    (self.rules, self.ignored) = (sorted, ignored)
  }
}
