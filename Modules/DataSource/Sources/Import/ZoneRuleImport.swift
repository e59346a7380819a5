import DataSourceInterface

/// GTFS fares v1: fare_attributes.txt and fare_rules.txt.
struct ZoneRuleImport {
  static let files: Set = ["fare_attributes.txt", "fare_rules.txt"]

  /// The fares; nil when none can be used.
  let fares: Timetable.Fares?
  /// The number of rows that are not used.
  let ignored: Int

  private typealias Fares = Timetable.Fares

  init(_ feed: Feed, stops: StopImport, routes: FareRoutes) throws(FeedRejection) {
    let unsupported = UnsupportedFareParts()
    let agencies = AgencyNumbers(routes)
    let fareRows = try FareRows(feed, agencies, unsupported)
    let rules = try FareRules(
      feed, stops: stops, routes: routes, fares: fareRows.prices.ids, unsupported)
    // A fare whose rules all are unusable must not become one without rules, which is always valid.
    let order = fareRows.prices.sorted().filter {
      fareRows.rows[$0].isUsable && (!rules.isNamed[$0] || rules.hasRule[$0])
    }
    ignored = fareRows.ignored + fareRows.rows.count - order.count + rules.ignored
    if order.isEmpty, !fareRows.rows.isEmpty {
      unsupported.add("fare_attributes.txt, no fare of which is for a line and a zone of the feed")
    }
    guard !order.isEmpty || !unsupported.texts.isEmpty else {
      fares = nil
      return
    }
    var rank = [Int32](repeating: -1, count: fareRows.rows.count)
    for (position, number) in order.enumerated() { rank[number] = Int32(position) }
    let used = rules.sorted(rank)
    let hasZones = used.contains { $0.origin >= 0 || $0.destination >= 0 || $0.contains >= 0 }
    let rows = order.map { fareRows.rows[$0] }
    let (zoneIDs, ranks) = (stops.zoneIDs, stops.zoneIDs.ranks)
    fares = Fares(
      prices: fareRows.prices.prices(order),
      rules: .byZone(
        Fares.ZoneRules(
          transfers: Column(rows.map(\.transfers)), duration: Column(rows.map(\.duration)),
          agency: Column(rows.map(\.agency)),
          first: Column(startsOfGroups: used.map(\.fare), count: order.count),
          route: Column(used.map(\.route)), origin: Column(used.map(\.origin)),
          destination: Column(used.map(\.destination)), contains: Column(used.map(\.contains)),
          zone: Column(hasZones ? stops.zones.map { $0 < 0 ? -1 : ranks[Int($0)] } : []),
          agencyOfRoute: Column(agencies.ofRoute),
          payment: Column(Set(rows.map(\.payment)).count > 1 ? rows.map(\.payment) : []),
          zones: TextColumn(hasZones ? zoneIDs.sorted().map { zoneIDs[$0] } : []))),
      unsupported: TextColumn(unsupported.texts))
  }
}

/// The agencies of lines, as fares refer to them.
private struct AgencyNumbers {
  private let number: [String: Int32]
  /// The agency of each line, or −1; empty when all lines have one agency.
  let ofRoute: [Int32]

  init(_ routes: FareRoutes) {
    let agencies = routes.agencies
    let names = Set(agencies).subtracting([""]).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices.map(Int32.init)))
    number = numbers
    ofRoute = names.count > 1 ? agencies.map { numbers[$0] ?? -1 } : []
  }

  /// Returns the agency of a fare; nil when no line belongs to it.
  func agency(_ id: String) -> Int32? {
    guard !id.isEmpty, !number.isEmpty else { return Timetable.Fares.any }
    return number[id].map { ofRoute.isEmpty ? Timetable.Fares.any : $0 }
  }
}

/// The rows of fare_attributes.txt.
private struct FareRows {
  private(set) var prices: PriceRows
  private(set) var rows: [Row] = []
  /// The number of rows that could not be read.
  private(set) var ignored = 0

  struct Row {
    let transfers: Int32
    let duration: Int32
    let agency: Int32
    let payment: Int32
    let isUsable: Bool
  }

  init(
    _ feed: Feed, _ agencies: AgencyNumbers, _ unsupported: UnsupportedFareParts
  ) throws(FeedRejection) {
    var prices = PriceRows(feed.limits)
    self.prices = prices
    let columns = [
      "fare_id", "price", "currency_type", "payment_method", "transfers", "transfer_duration",
      "agency_id",
    ]
    guard let table = try FareTable(feed, "fare_attributes.txt", columns: columns, unsupported)
    else { return }
    let (id, price) = (table.column("fare_id"), table.column("price"))
    let (currency, agency) = (table.column("currency_type"), table.column("agency_id"))
    let (transfers, duration) = (table.column("transfers"), table.column("transfer_duration"))
    let payment = table.column("payment_method")
    try table.forEachRow { row in
      guard row[price].bytes.first != UInt8(ascii: "-") else {
        ignored += 1
        return table.reject(.unreadableAmount, at: row, row[price])
      }
      guard let changes = row[transfers].limit, let seconds = row[duration].limit else {
        ignored += 1
        return table.reject(
          .unreadableRow, at: row, row[row[transfers].limit == nil ? transfers : duration])
      }
      guard prices.ids.number(of: row[id]) == nil else {
        ignored += 1
        return table.reject(.repeatedID, at: row, row[id])
      }
      if let problem = prices.add(row, id: id, name: nil, amount: price, currency: currency) {
        ignored += 1
        return table.reject(problem.0, at: row, row[problem.column])
      }
      let agency = agencies.agency(row[agency].text)
      // Some feeds have 0 for no limit; with it, no fare could be used after a change.
      let isUnlimited = seconds == 0 && changes != 0
      rows.append(
        Row(
          transfers: changes, duration: isUnlimited ? Timetable.Fares.any : seconds,
          agency: agency ?? -1, payment: Int32(row[payment].integer ?? -1), isUsable: agency != nil)
      )
    }
    try feed.checkCount(of: prices.ids, in: "fare_attributes.txt")
    self.prices = prices
  }
}

/// The rows of fare_rules.txt.
private struct FareRules {
  private var rules: [Rule] = []
  /// Whether a row names each fare, by number.
  private(set) var isNamed: [Bool]
  /// Whether each fare has a usable rule, by number.
  private(set) var hasRule: [Bool]
  private var count = 0
  private(set) var ignored = 0

  struct Rule: Hashable {
    var fare: Int32
    let route: Int32
    let origin: Int32
    let destination: Int32
    let contains: Int32

    var key: (Int32, Int32, Int32, Int32, Int32) { (fare, origin, destination, route, contains) }
  }

  init(
    _ feed: Feed, stops: StopImport, routes: FareRoutes, fares: IDTable,
    _ unsupported: UnsupportedFareParts
  ) throws(FeedRejection) {
    isNamed = [Bool](repeating: false, count: fares.count)
    hasRule = isNamed
    let columns = ["fare_id", "route_id", "origin_id", "destination_id", "contains_id"]
    guard let table = try FareTable(feed, "fare_rules.txt", columns: columns, unsupported) else {
      return
    }
    let isZone = stops.zones.reduce(into: [Bool](repeating: false, count: stops.zoneIDs.count)) {
      if $1 >= 0 { $0[Int($1)] = true }
    }
    let zoneRanks = stops.zoneIDs.ranks
    func zone(_ field: CSVField) -> Int32? {
      guard !field.isEmpty else { return Timetable.Fares.any }
      return stops.zoneIDs.number(of: field).flatMap { isZone[$0] ? zoneRanks[$0] : nil }
    }
    let (id, line) = (table.column("fare_id"), table.column("route_id"))
    let (from, to) = (table.column("origin_id"), table.column("destination_id"))
    let within = table.column("contains_id")
    // Nobody can pass all zones of a fare with a zone that no stop belongs to.
    var unusable: Set<Int32> = []
    try table.forEachRow { row in
      count += 1
      guard let fare = fares.number(of: row[id]) else {
        return table.report(.unknownFare, at: row, row[id])
      }
      isNamed[fare] = true
      guard let route = row[line].isEmpty ? Timetable.Fares.any : routes.route(row[line]) else {
        return table.report(.unknownRoute, at: row, row[line])
      }
      guard let origin = zone(row[from]), let destination = zone(row[to]) else {
        return table.report(.unknownFareZone, at: row, row[zone(row[from]) == nil ? from : to])
      }
      guard let contains = zone(row[within]) else {
        unusable.insert(Int32(fare))
        return table.report(.unknownFareZone, at: row, row[within])
      }
      rules.append(
        Rule(
          fare: Int32(fare), route: route, origin: origin, destination: destination,
          contains: contains))
    }
    try feed.checkRules(rules.count, in: "fare_rules.txt")
    rules.removeAll { unusable.contains($0.fare) }
    for rule in rules { hasRule[Int(rule.fare)] = true }
    ignored = count - Set(rules).count
  }

  /// Returns the rules of the fares that have a rank, in their order and without repetitions.
  func sorted(_ rank: [Int32]) -> [Rule] {
    var rules = Set(rules).compactMap { rule -> Rule? in
      guard rank[Int(rule.fare)] >= 0 else { return nil }
      var ranked = rule
      ranked.fare = rank[Int(rule.fare)]
      return ranked
    }
    rules.sort { $0.key < $1.key }
    return rules
  }
}

extension CSVField {
  /// The field as a limit: a whole number, or `any` when it is empty. Nil when it is neither.
  var limit: Int32? {
    guard !isEmpty else { return Timetable.Fares.any }
    return integer.flatMap { $0 >= 0 ? Int32($0) : nil }
  }
}
