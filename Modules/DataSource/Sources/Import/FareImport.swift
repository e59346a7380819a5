import DataSourceInterface
import Documents

/// The fares of a feed. If it has fares of both versions of GTFS fares, those of version 2 are
/// used, as the specification recommends, unless only those of version 1 are understood.
///
/// Source: GTFS Schedule Reference, "fare_attributes.txt" to "route_networks.txt".
struct FareImport {
  /// Files that GTFS does not define, with prices only for rider categories or old cards.
  private static let harmlessFiles: Set = ["fare_containers.txt", "fare_rider_categories.txt"]

  /// The fares; nil when the feed has none.
  let fares: Timetable.Fares?

  /// - Parameter order: The numbers of the lines in the order of the timetable.
  init(
    _ feed: Feed, stops: StopImport, lines: RouteImport, order: [Int], services: IDIndex
  ) throws(FeedRejection) {
    let files = feed.names.filter { $0.hasPrefix("fare") }
    guard !files.isEmpty else {
      fares = nil
      return
    }
    let routes = FareRoutes(lines, order: order)
    let legs = try LegRuleImport(feed, stops: stops, routes: routes, services: services)
    var zones: ZoneRuleImport?
    if legs?.fares.unsupported.isEmpty != true {
      zones = try ZoneRuleImport(feed, stops: stops, routes: routes)
    }
    let areLegsUsed = legs != nil && zones?.fares?.unsupported.isEmpty != true
    let known = areLegsUsed ? legs?.fares : zones?.fares
    let others = try Self.unsupportedFiles(of: feed) + Self.unsupportedRouteColumns(of: feed)
    fares = known.map {
      Timetable.Fares(
        prices: $0.prices, rules: $0.rules, unsupported: TextColumn($0.unsupported + others))
    }
    let isKnown = fares?.unsupported.isEmpty == true
    let used = areLegsUsed ? LegRuleImport.files : ZoneRuleImport.files
    feed.diagnostics.fares = FeedReport.Fares(
      prices: isKnown ? fares?.prices.count ?? 0 : 0, rules: isKnown ? fares?.ruleCount ?? 0 : 0,
      ignored: (areLegsUsed ? legs?.ignored : zones?.ignored) ?? 0,
      ignoredFiles: files.filter { !used.contains($0) }.sorted())
  }

  /// The files about fares that GTFS does not define, if they have rows.
  private static func unsupportedFiles(of feed: Feed) throws(FeedRejection) -> [String] {
    let known = harmlessFiles.union(LegRuleImport.files).union(ZoneRuleImport.files)
    var found: [String] = []
    for name in feed.names.sorted() where name.hasPrefix("fare_") && !known.contains(name) {
      var hasRow = false
      try feed.table(name)?.forEachRow { _ in hasRow = true }
      guard hasRow else { continue }
      feed.diagnostics.file(name).add(.unsupportedRule, name)
      found.append(name)
    }
    return found
  }

  /// The columns about fares in routes.txt that GTFS does not define, if they have values.
  private static func unsupportedRouteColumns(of feed: Feed) throws(FeedRejection) -> [String] {
    guard let table = try feed.tableAgain("routes.txt") else { return [] }
    let columns = table.columnNames.sorted().filter { column in
      ["fare", "network", "price"].contains(where: column.contains) && column != "network_id"
        && !FareTable.isDescriptive(column)
    }
    guard !columns.isEmpty else { return [] }
    var values: [String: String] = [:]
    try table.forEachRow { row in
      for column in columns where values[column] == nil {
        let value = row[table.column(column)]
        if !value.isEmpty, value.integer != 0 { values[column] = value.text }
      }
    }
    return columns.compactMap { column in
      guard let value = values[column] else { return nil }
      feed.diagnostics.file("routes.txt").add(.unsupportedRule, value)
      return "routes.txt, column '\(column)'"
    }
  }
}

/// The lines of a timetable, as rules for fares refer to them.
struct FareRoutes {
  private let lines: RouteImport
  private let order: [Int]
  private var rank: [Int: Int32] = [:]

  init(_ lines: RouteImport, order: [Int]) {
    self.lines = lines
    self.order = order
    for (position, number) in order.enumerated() { rank[number] = Int32(position) }
  }

  /// Returns the line that has an id; nil when the timetable has no such line.
  func route(_ id: CSVField) -> Int32? { lines.number(of: id).flatMap { rank[$0] } }

  /// The `agency_id` of each line.
  var agencies: [String] { order.map(lines.agency) }

  /// The `network_id` of each line in routes.txt.
  var networks: [String] { order.map(lines.network) }
}

/// Collects the rows of fare_attributes.txt or fare_products.txt.
struct PriceRows {
  /// The ids of the prices. In fares v2, several rows may have one id, for different riders.
  private(set) var ids: IDTable
  private var rows: [Row] = []
  private var rowsOfID: [[Int]] = []

  private struct Row {
    /// The number of the id in `ids`.
    let id: Int
    let name: String
    let amount: Int64
    let currency: Currency
  }

  init(_ limits: FeedLimits) { ids = IDTable(limit: limits.fares) }

  /// Adds a row, and returns the problem and its column if it could not be read; otherwise nil.
  mutating func add(
    _ row: CSVRow, id: Int?, name: Int?, amount: Int?, currency: Int?
  ) -> (FeedProblem, column: Int?)? {
    guard let known = Currency(row[currency].text) else { return (.unreadableAmount, currency) }
    guard let minorUnits = row[amount].amount(decimals: known.decimals) else {
      return (.unreadableAmount, amount)
    }
    guard let (number, isNew) = ids.add(row[id]) else { return (.missingID, id) }
    if isNew { rowsOfID.append([]) }
    rowsOfID[number].append(rows.count)
    rows.append(Row(id: number, name: row[name].text, amount: minorUnits, currency: known))
    return nil
  }

  /// The number of rows.
  var count: Int { rows.count }

  /// Returns the rows with an id.
  func rows(_ id: CSVField) -> [Int] { ids.number(of: id).map { rowsOfID[$0] } ?? [] }

  /// Whether a row has a negative amount.
  func isDiscount(_ row: Int) -> Bool { rows[row].amount < 0 }

  /// Whether two rows have the same price.
  func areEqual(_ first: Int, _ second: Int) -> Bool {
    (rows[first].amount, rows[first].currency) == (rows[second].amount, rows[second].currency)
  }

  /// The rows, ordered by id, and those of one id by `key`.
  func sorted(by key: (Int) -> (Int32, Int32) = { _ in (0, 0) }) -> [Int] {
    ids.sorted().flatMap { id in
      rowsOfID[id].sorted { key($0) == key($1) ? $0 < $1 : key($0) < key($1) }
    }
  }

  /// Returns the prices of these rows, in this order.
  func prices(_ order: [Int]) -> Timetable.Fares.Prices {
    let counts = Dictionary(order.map { (rows[$0].currency, 1) }, uniquingKeysWith: +)
    let currencies = counts.keys.sorted { (-(counts[$0] ?? 0), $0) < (-(counts[$1] ?? 0), $1) }
    let positions = Dictionary(uniqueKeysWithValues: zip(currencies, currencies.indices))
    return Timetable.Fares.Prices(
      id: TextColumn(order.map { ids[rows[$0].id] }), name: TextColumn(order.map { rows[$0].name }),
      amount: Column(order.map { rows[$0].amount }),
      currency: Column(order.map { Int32(positions[rows[$0].currency] ?? 0) }),
      currencies: TextColumn(currencies.map(\.code)))
  }
}

extension Feed {
  /// Rejects the feed when the file `name` has more rules for fares than allowed.
  func checkRules(_ count: Int, in name: String) throws(FeedRejection) {
    guard count <= limits.fareRules else {
      throw FeedRejection(
        "\(name) lists more than \(limits.fareRules) rules; expected the feed of one city")
    }
  }
}
