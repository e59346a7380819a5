import DataSourceInterface

/// The rows of stops.txt by number of their id.
struct StopRows {
  /// Longer chains of parents are circles, or mistakes as good as one.
  private static let longestChain = 8

  private(set) var ids: IDTable
  private(set) var rows: [Row] = []
  private var parentIDs: IDTable
  private let findings: FileFindings

  struct Row {
    let name: String
    let latitude: Double
    let longitude: Double
    /// The feed's `location_type`: 0 a stop, 1 a station, 2 an entrance, 3 a node, 4 a boarding area.
    let type: Int
    /// The parent, as number of `parentIDs`.
    let parent: Int?
    let platform: String
    /// The feed's `wheelchair_boarding`.
    let access: UInt8
    /// Its line in the file.
    let line: Int
  }

  init(_ feed: Feed) throws(Refusal) {
    var ids = IDTable(limit: feed.limits.stops)
    var parentIDs = ids
    var rows: [Row] = []
    let table = try feed.table("stops.txt", with: ["stop_id"])
    let (id, name) = (table.column("stop_id"), table.column("stop_name"))
    let (latitude, longitude) = (table.column("stop_lat"), table.column("stop_lon"))
    let (type, parent) = (table.column("location_type"), table.column("parent_station"))
    let (platform, access) = (table.column("platform_code"), table.column("wheelchair_boarding"))
    try table.forEachRow { row in
      guard ids.add(row[id])?.isNew == true else {
        return table.found(row[id].isEmpty ? .missingID : .repeatedID, at: row, row[id])
      }
      let north = row[latitude].decimal.flatMap { abs($0) <= 90 ? $0 : nil }
      let east = row[longitude].decimal.flatMap { abs($0) <= 180 ? $0 : nil }
      let isKnown = north != nil && east != nil
      if !isKnown, !row[latitude].isEmpty || !row[longitude].isEmpty {
        table.found(.unreadablePlace, at: row, row[north == nil ? latitude : longitude])
      }
      rows.append(
        Row(
          name: row[name].text, latitude: isKnown ? north ?? .nan : .nan,
          longitude: isKnown ? east ?? .nan : .nan, type: row[type].integer ?? 0,
          parent: parentIDs.add(row[parent])?.number, platform: row[platform].text,
          access: UInt8(clamping: min(row[access].integer ?? 0, 2)), line: row.line))
    }
    try feed.check(ids, of: "stops.txt")
    (self.ids, self.rows, self.parentIDs) = (ids, rows, parentIDs)
    findings = feed.findings.file("stops.txt")
  }

  /// Whether it is a platform or a station.
  func isStop(_ number: Int) -> Bool { !(2...4).contains(rows[number].type) }

  /// The station of each row: the root of its chain of parents, or itself.
  var roots: [Int] {
    let parents = rows.map { row in
      row.parent.flatMap { parentIDs.withID($0) { ids.number(of: $0) } }
    }
    return ids.indices.map { stop in
      var root = stop
      for _ in 0...Self.longestChain {
        guard let parent = parents[root] else {
          let isLost = root == stop ? rows[stop].parent != nil : !isStop(root)
          if isLost { findUnknownParent(of: stop) }
          return isStop(root) ? root : stop
        }
        root = parent
      }
      findUnknownParent(of: stop)
      return stop
    }
  }

  /// The name of a stop, else that of its station, else its id.
  func name(of stop: Int, root: Int) -> String {
    guard rows[stop].name.isEmpty else { return rows[stop].name }
    findings.add(.missingName, atLine: rows[stop].line, ids[stop])
    return rows[root].name.isEmpty ? ids[stop] : rows[root].name
  }

  private func findUnknownParent(of stop: Int) {
    let parent = rows[stop].parent.map { parentIDs[$0] } ?? ""
    findings.add(.unknownParent, atLine: rows[stop].line, parent)
  }
}
