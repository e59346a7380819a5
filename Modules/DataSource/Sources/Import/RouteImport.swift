import DataSourceInterface

/// The lines of a feed, and who runs how many of them.
struct RouteImport {
  /// How many lines each agency has, by `agency_id`.
  private(set) var linesByAgency: [String: Int] = [:]
  private var ids: IDTable
  private var rows: [Row] = []

  private struct Row {
    var name = ""
    var longName = ""
    var color: Int32 = -1
    var type: Int32 = 1
    /// Whether routes.txt has it; only trips name the others.
    var isListed = false
  }

  init(_ feed: Feed) throws(Refusal) {
    let table = try feed.table("routes.txt", with: ["route_id"])
    // Some feeds of one line leave its id out everywhere.
    ids = IDTable(limit: feed.limits.lines, takesEmpty: true)
    let (id, color) = (table.column("route_id"), table.column("route_color"))
    let (short, long) = (table.column("route_short_name"), table.column("route_long_name"))
    let (agency, type) = (table.column("agency_id"), table.column("route_type"))
    try table.forEachRow { row in
      guard ids.add(row[id])?.isNew == true else {
        return table.found(.repeatedID, at: row, row[id])
      }
      let name = [row[short], row[long], row[id]].first { !$0.isEmpty }?.text ?? ""
      let longName = row[long].text
      let shade = LineColor(row[color].text)
      if shade == nil, !row[color].isEmpty { table.found(.unreadableColor, at: row, row[color]) }
      rows.append(
        Row(
          name: name, longName: longName == name ? "" : longName,
          color: shade.map { Int32($0.rgb) } ?? -1,
          // What runs on a line of an unknown kind is most likely a metro here.
          type: Int32(row[type].integer ?? 1), isListed: true))
      linesByAgency[row[agency].text, default: 0] += 1
    }
    try feed.check(ids, of: "routes.txt")
    guard !rows.isEmpty else {
      throw Refusal("routes.txt lists no line; expected routes with ids")
    }
  }

  /// The number of a line, in the order of the file; nil when it is not listed.
  func number(of id: Field) -> Int? { ids.number(of: id) }

  /// The number of a line that is not listed: its id is all that is known of it. A trip without a
  /// line is on the only one, where there is just one.
  mutating func add(_ id: Field) -> Int? {
    if id.isEmpty, rows.count == 1 { return 0 }
    guard let (number, isNew) = ids.add(id) else { return nil }
    if isNew { rows.append(Row(name: id.isEmpty ? "?" : id.text)) }
    return number
  }

  /// The lines by id, and for each number its place among them. Of those that are not listed, only
  /// the used ones are there.
  func sorted(using isUsed: (Int) -> Bool = { _ in true }) -> (
    routes: Timetable.Routes, facts: RouteFacts, places: [Int32]
  ) {
    let order = ids.sorted().filter { rows[$0].isListed || isUsed($0) }
    var places = [Int32](repeating: 0, count: rows.count)
    for (place, number) in order.enumerated() { places[number] = Int32(place) }
    return (
      Timetable.Routes(
        id: TextColumn(order.map { ids[$0] }), name: TextColumn(order.map { rows[$0].name }),
        color: Column(order.map { rows[$0].color })),
      RouteFacts(
        longName: TextColumn(order.map { rows[$0].longName }),
        type: Column(order.map { rows[$0].type })),
      places
    )
  }
}
