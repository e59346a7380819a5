import DataSourceInterface

/// The trips of a feed by id, without their times.
struct TripImport {
  let index: IDIndex
  /// The lines of the trips, as `RouteImport` numbers them.
  let route: [Int32]
  let service: [Int32]
  let direction: [Int8]
  let id: TextColumn
  let headsign: TextColumn
  private let findings: FileFindings
  private let line: [Int]

  var count: Int { route.count }

  /// - Parameters:
  ///   - routes: The lines, to which those are added that only trips name.
  ///   - services: The services; a trip on another one runs on no day.
  init(_ feed: Feed, routes: inout RouteImport, services: ServiceImport) throws(Refusal) {
    let table = try feed.table("trips.txt", with: ["trip_id", "route_id", "service_id"])
    let (id, route) = (table.column("trip_id"), table.column("route_id"))
    let (service, sign) = (table.column("service_id"), table.column("trip_headsign"))
    let direction = table.column("direction_id")
    var ids = IDTable(limit: feed.limits.ids)
    var signs = ids
    var rows: [Row] = []
    var lines = routes
    try table.forEachRow { row in
      let known = lines.number(of: row[route])
      let row = known == nil ? row.withoutSurplus(behind: id) : row
      let listed = lines.number(of: row[route])
      guard !row[id].isEmpty, ids.number(of: row[id]) == nil else {
        return table.found(row[id].isEmpty ? .missingID : .repeatedID, at: row, row[id])
      }
      guard let line = listed ?? lines.add(row[route]), ids.add(row[id]) != nil else { return }
      if listed == nil { table.found(.unknownLine, at: row, row[route]) }
      let plan = services.index[row[service]]
      if plan == nil { table.found(.unknownService, at: row, row[service]) }
      let way = row[direction].integer ?? -1
      rows.append(
        Row(
          route: Int32(line), service: Int32(plan ?? services.never),
          direction: way == 0 || way == 1 ? Int8(way) : -1, sign: signs.add(row[sign])?.number,
          line: row.line))
    }
    try feed.check(ids, of: "trips.txt")
    guard !rows.isEmpty else {
      throw Refusal("trips.txt lists no trip; expected trips with ids")
    }
    routes = lines
    let order = ids.sorted()
    let signTexts = signs.indices.map { signs[$0] }
    index = IDIndex(ids, order: order)
    self.route = order.map { rows[$0].route }
    self.service = order.map { rows[$0].service }
    self.direction = order.map { rows[$0].direction }
    self.id = TextColumn(order.map { ids[$0] })
    headsign = TextColumn(order.map { rows[$0].sign.map { signTexts[$0] } ?? "" })
    self.line = order.map { rows[$0].line }
    findings = feed.findings.file("trips.txt")
  }

  private struct Row {
    let route: Int32
    let service: Int32
    let direction: Int8
    let sign: Int?
    /// Its line in the file.
    let line: Int
  }

  /// Notes what is wrong with a trip.
  func found(_ problem: FeedProblem, of trip: Int) {
    findings.add(problem, atLine: line[trip], id[trip])
  }
}
