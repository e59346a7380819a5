import DataSourceInterface

/// The fares of a feed. If it has usable fares of both versions of GTFS fares, those of version 2
/// are used, as the specification recommends.
///
/// Source: GTFS Schedule Reference, "fare_attributes.txt" to "fare_transfer_rules.txt".
struct FareImport {
  /// The fares; nil when no price can be quoted.
  let fares: Timetable.Fares?

  /// - Parameter order: The numbers of the lines in the order of the timetable.
  init(
    _ feed: Feed, stops: StopImport, lines: RouteImport, order: [Int]
  ) throws(FeedRejection) {
    let files = feed.names.filter { $0.hasPrefix("fare") }
    guard !files.isEmpty else {
      fares = nil
      return
    }
    let routes = FareRoutes(lines, order: order)
    let legs = try LegRuleImport(feed, routes: routes)
    let zones = legs == nil ? try ZoneRuleImport(feed, stops: stops, routes: routes) : nil
    fares = legs?.fares ?? zones?.fares
    let used = legs == nil ? ZoneRuleImport.files : LegRuleImport.files
    feed.diagnostics.fares = FeedReport.Fares(
      prices: fares?.prices.count ?? 0, rules: fares?.ruleCount ?? 0,
      ignored: legs?.ignored ?? zones?.ignored ?? 0,
      ignoredFiles: files.filter { !used.contains($0) }.sorted())
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

  /// The `network_id` of each line.
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

  /// Adds a row, and returns whether it could be read.
  mutating func add(
    _ row: CSVRow, of table: CSVTable, id: Int?, name: Int?, amount: Int?, currency: Int?
  ) -> Bool {
    guard let currency = Currency(row[currency].text),
      let minorUnits = row[amount].amount(decimals: currency.decimals)
    else {
      table.report(.unreadableAmount, at: row, row[amount])
      return false
    }
    guard let (number, isNew) = ids.add(row[id]) else {
      table.report(.missingID, at: row, row[id])
      return false
    }
    if isNew { rowsOfID.append([]) }
    rowsOfID[number].append(rows.count)
    rows.append(Row(id: number, name: row[name].text, amount: minorUnits, currency: currency))
    return true
  }

  /// The number of rows.
  var count: Int { rows.count }

  /// Returns the rows with an id.
  func rows(_ id: CSVField) -> [Int] { ids.number(of: id).map { rowsOfID[$0] } ?? [] }

  /// By number of the id, the rows that do not have a negative amount.
  var withoutDiscounts: [[Int]] { rowsOfID.map { $0.filter { rows[$0].amount >= 0 } } }

  /// The rows, ordered by id.
  var sorted: [Int] { ids.sorted().flatMap { rowsOfID[$0] } }

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
