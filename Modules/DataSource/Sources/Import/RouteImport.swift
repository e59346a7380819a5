import DataSourceInterface

/// The lines of a feed by id, and who runs how many of them.
struct RouteImport {
  let routes: Timetable.Routes
  let index: IDIndex
  /// How many lines each agency has, by `agency_id`.
  let linesByAgency: [String: Int]

  init(_ feed: Feed) throws(Refusal) {
    let table = try feed.table("routes.txt", with: "route_id")
    let (id, color) = (table.column("route_id"), table.column("route_color"))
    let short = table.column("route_short_name")
    let long = table.column("route_long_name")
    let agency = table.column("agency_id")
    var ids = feed.ids()
    var names: [String] = []
    var colors: [Int32] = []
    var linesByAgency: [String: Int] = [:]
    table.forEachRow { row in
      guard ids.add(row[id])?.isNew == true else { return }
      names.append([row[short], row[long], row[id]].first { !$0.isEmpty }?.text ?? "")
      colors.append(LineColor(row[color].text).map { Int32($0.rgb) } ?? -1)
      linesByAgency[row[agency].text, default: 0] += 1
    }
    try feed.check(ids, of: "routes.txt")
    let order = ids.sorted()
    guard !order.isEmpty else {
      throw Refusal("routes.txt lists no line; expected routes with ids")
    }
    routes = Timetable.Routes(
      id: TextColumn(order.map { ids[$0] }), name: TextColumn(order.map { names[$0] }),
      color: Column(order.map { colors[$0] }))
    index = IDIndex(ids, order: order)
    self.linesByAgency = linesByAgency
  }
}
