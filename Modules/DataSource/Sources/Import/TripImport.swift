import DataSourceInterface

/// The trips of a feed by id: those of known lines and services, without their times.
struct TripImport {
  let index: IDIndex
  let route: [Int32]
  let service: [Int32]
  let direction: [Int8]
  let id: TextColumn
  let headsign: TextColumn

  var count: Int { route.count }

  init(_ feed: Feed, routes: IDIndex, services: IDIndex) throws(Refusal) {
    let table = try feed.table("trips.txt", with: "trip_id", "route_id", "service_id")
    let (id, route) = (table.column("trip_id"), table.column("route_id"))
    let (service, sign) = (table.column("service_id"), table.column("trip_headsign"))
    let direction = table.column("direction_id")
    var ids = feed.ids()
    var signs = feed.ids()
    var rows: [(route: Int32, service: Int32, direction: Int8, sign: Int?)] = []
    table.forEachRow { row in
      let row = routes[row[route]] == nil ? row.withoutSurplus(behind: id) : row
      guard let route = routes[row[route]], let service = services[row[service]],
        ids.add(row[id])?.isNew == true
      else { return }
      let way = row[direction].integer ?? -1
      rows.append(
        (
          Int32(route), Int32(service), way == 0 || way == 1 ? Int8(way) : -1,
          signs.add(row[sign])?.number
        ))
    }
    try feed.check(ids, of: "trips.txt")
    guard !rows.isEmpty else {
      throw Refusal("trips.txt lists no trip of a known line on a known service")
    }
    let order = ids.sorted()
    let signTexts = signs.indices.map { signs[$0] }
    index = IDIndex(ids, order: order)
    self.route = order.map { rows[$0].route }
    self.service = order.map { rows[$0].service }
    self.direction = order.map { rows[$0].direction }
    self.id = TextColumn(order.map { ids[$0] })
    headsign = TextColumn(order.map { rows[$0].sign.map { signTexts[$0] } ?? "" })
  }
}
