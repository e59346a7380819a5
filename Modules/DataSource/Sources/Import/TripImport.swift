import DataSourceInterface

/// The trips of a feed by id, without their times.
struct TripImport {
  let index: IDIndex
  /// The number of each trip's line in `RouteImport`.
  let route: [Int32]
  let service: [Int32]
  let direction: [Int8]
  let id: TextColumn
  let headsign: TextColumn
  /// The number of each trip's block; −1 for a trip without one. Empty if no block has several
  /// lines.
  let block: [Int32]
  /// The `wheelchair_accessible` of each trip.
  let trains: [Timetable.Accessibility]
  /// The `trip_short_name` of trips, each once.
  let numbers: [String]
  /// The position of each trip's `trip_short_name` in `numbers`; −1 for a trip without one.
  let number: [Int32]
  private let diagnostics: FileDiagnostics
  private let line: [Int]

  var count: Int { route.count }

  /// - Parameters:
  ///   - routes: The lines. The import adds the lines that only trips.txt mentions.
  ///   - services: The services. A trip of an unknown service runs on no day.
  ///   - otherClocks: The ids of the agencies whose trips run on no day.
  init(
    _ feed: Feed, routes: inout RouteImport, services: ServiceImport,
    otherClocks: Set<String> = []
  ) throws(FeedRejection) {
    let table = try feed.table("trips.txt", with: ["trip_id", "route_id", "service_id"])
    let (id, route) = (table.column("trip_id"), table.column("route_id"))
    let (service, headsign) = (table.column("service_id"), table.column("trip_headsign"))
    let (direction, block) = (table.column("direction_id"), table.column("block_id"))
    let (access, number) = (table.column("wheelchair_accessible"), table.column("trip_short_name"))
    var ids = IDTable(limit: feed.limits.ids)
    var (headsigns, blocks, numbers) = (ids, ids, ids)
    var rows: [Row] = []
    var lines = routes
    try table.forEachRow { row in
      let row = lines.number(of: row[route]) == nil ? row.droppingSurplusField(after: id) : row
      let listed = lines.number(of: row[route])
      guard !row[id].isEmpty, ids.number(of: row[id]) == nil else {
        return table.report(row[id].isEmpty ? .missingID : .repeatedID, at: row, row[id])
      }
      guard let line = listed ?? lines.add(row[route]), ids.add(row[id]) != nil else { return }
      if listed == nil { table.report(.unknownLine, at: row, row[route]) }
      var known = services.index[row[service]]
      if known == nil { table.report(.unknownService, at: row, row[service]) }
      if !otherClocks.isEmpty, otherClocks.contains(lines.agency(of: line)) {
        table.report(.otherTimeZone, at: row, row[id])
        known = nil
      }
      let value = row[direction].integer ?? -1
      rows.append(
        Row(
          route: Int32(line), service: Int32(known ?? services.never),
          direction: value == 0 || value == 1 ? Int8(value) : -1,
          headsign: headsigns.add(row[headsign])?.number,
          block: blocks.add(row[block]).map { Int32($0.number) } ?? -1,
          access: Timetable.Accessibility(row[access]),
          number: numbers.add(row[number]).map { Int32($0.number) } ?? -1, line: row.line))
    }
    try feed.checkCount(of: ids, in: "trips.txt")
    guard !rows.isEmpty else {
      throw FeedRejection("trips.txt lists no trip; expected trips with ids")
    }
    routes = lines
    let order = ids.sorted()
    let headsignTexts = headsigns.indices.map { headsigns[$0] }
    index = IDIndex(ids, order: order)
    self.route = order.map { rows[$0].route }
    self.service = order.map { rows[$0].service }
    self.direction = order.map { rows[$0].direction }
    self.id = TextColumn(order.map { ids[$0] })
    self.headsign = TextColumn(
      order.map { rows[$0].headsign.map { headsignTexts[$0] } ?? "" })
    trains = order.map { rows[$0].access }
    self.number = order.map { rows[$0].number }
    self.numbers = numbers.indices.map { numbers[$0] }
    self.line = order.map { rows[$0].line }
    var lineOfBlock = [Int32](repeating: -1, count: blocks.count)
    var hasLines = false
    for row in rows where row.block >= 0 {
      let line = lineOfBlock[Int(row.block)]
      hasLines = hasLines || line >= 0 && line != row.route
      lineOfBlock[Int(row.block)] = row.route
    }
    self.block = hasLines ? order.map { rows[$0].block } : []
    diagnostics = feed.diagnostics.file("trips.txt")
  }

  private struct Row {
    let route: Int32
    let service: Int32
    let direction: Int8
    /// The number of the headsign; equal headsigns have one number.
    let headsign: Int?
    let block: Int32
    let access: Timetable.Accessibility
    let number: Int32
    /// The line in the file.
    let line: Int
  }

  /// Whether the `trip_short_name` of trips tell those of a service apart, as the reference says.
  /// Some feeds give the kind of the trip instead, such as `all stops`.
  var haveNumbers: Bool {
    let numbered = number.indices.filter { number[$0] >= 0 }
    // One train may run several trips.
    let distinct = Set(numbered.map { Int(service[$0]) << 32 | Int(number[$0]) })
    return distinct.count * 4 > numbered.count
  }

  /// Reports a problem with a trip.
  func report(_ problem: FeedProblem, of trip: Int) {
    diagnostics.add(problem, atLine: line[trip], id[trip])
  }
}

/// The trips with headways. Each expands to one trip for every departure.
struct FrequencyImport {
  /// The windows of each trip that has headways.
  private var windows: [Int: [Window]] = [:]

  private struct Window {
    let start: Int
    let end: Int
    let headway: Int
    let isExact: Bool
  }

  init(_ feed: Feed, trips: IDIndex) throws(FeedRejection) {
    guard let table = try feed.table("frequencies.txt") else { return }
    let (trip, headway) = (table.column("trip_id"), table.column("headway_secs"))
    let (start, end) = (table.column("start_time"), table.column("end_time"))
    let exactTimes = table.column("exact_times")
    var total = 0
    try table.forEachRow { row in
      guard let number = trips[row[trip]] else {
        return table.report(.unknownTrip, at: row, row[trip])
      }
      // A trip whose windows are all invalid does not run.
      windows[number, default: []] += []
      guard let start = row[start].time, let end = row[end].time, start < end,
        let headway = row[headway].integer, headway > 0
      else { return table.report(.unreadableRow, at: row, row[trip]) }
      windows[number, default: []].append(
        Window(
          start: Int(start), end: Int(end), headway: headway, isExact: row[exactTimes].integer == 1)
      )
      total += (Int(end - start) + headway - 1) / headway
    }
    guard total <= feed.limits.trips else {
      throw FeedRejection(
        "frequencies.txt expands to more than \(feed.limits.trips) trips; expected the feed of"
          + " one city")
    }
  }

  /// Returns whether a trip has headways.
  func hasHeadways(_ trip: Int) -> Bool { windows[trip] != nil }

  /// Returns the departures of a trip from its first stop: those of its headways, or only `start`
  /// for a trip without headways.
  func departures(of trip: Int, at start: Int32) -> [TripDeparture] {
    guard let windows = windows[trip] else { return [TripDeparture(start: start)] }
    return windows.flatMap { window in
      let headway = window.isExact ? 0 : min(window.headway, CSVField.latestTime)
      return stride(from: window.start, to: window.end, by: window.headway).map {
        TripDeparture(start: Int32($0), headway: Int32(headway))
      }
    }
  }
}
