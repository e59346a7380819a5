import DataSourceInterface

/// GTFS fares v2: fare_products.txt, fare_leg_rules.txt, and the files that they refer to.
struct LegRuleImport {
  static let files: Set = [
    "fare_leg_join_rules.txt", "fare_leg_rules.txt", "fare_media.txt", "fare_products.txt",
    "fare_transfer_rules.txt",
  ]

  let fares: Timetable.Fares
  /// The number of rows that are not used.
  let ignored: Int

  /// Returns nil when the feed has no rule.
  init?(
    _ feed: Feed, stops: StopImport, routes: FareRoutes, services: IDIndex
  ) throws(FeedRejection) {
    let unsupported = UnsupportedFareParts()
    let columns = [
      "leg_group_id", "network_id", "from_area_id", "to_area_id", "from_timeframe_group_id",
      "to_timeframe_group_id", "fare_product_id", "rule_priority",
    ]
    guard let table = try FareTable(feed, "fare_leg_rules.txt", columns: columns, unsupported)
    else { return nil }
    let products = try FareProductImport(feed, unsupported)
    let networks = try FareNetworkImport(feed, routes: routes, unsupported)
    let areas = try FareAreaImport(feed, stops: stops, unsupported)
    let times = try TimeframeImport(feed, services: services, unsupported)
    let legs = try LegRules(
      feed, table, products, networks: networks, areas: areas, times: times, unsupported)
    guard legs.count > 0 else { return nil }
    let joins = try JoinRules(feed, stops: stops, networks: networks, unsupported)
    let changes = try ChangeRules(feed, products, groups: legs.groups, unsupported)
    let order = products.order
    var rank = [Int32](repeating: -1, count: order.count)
    for (position, number) in order.enumerated() { rank[number] = Int32(position) }
    let groups = legs.groups.ranks
    let (riders, media, rider, medium) = products.columns(order)
    fares = Timetable.Fares(
      prices: products.prices.prices(order),
      rules: .byLeg(
        Timetable.Fares.LegRules(
          riders: riders, media: media, rider: rider, medium: medium,
          groups: TextColumn(legs.groups.sorted().map { legs.groups[$0] }),
          rules: Column(
            legs.rules.map { $0.ranked(rank, groups: groups) }
              .sorted(by: Timetable.Fares.LegRule.precedes)),
          networks: TextColumn(networks.ids), networkOfRoute: Column(networks.ofRoute),
          areas: areas.columns, timeframes: times.columns, joins: Column(joins.rules),
          transfers: Column(
            changes.rules.map { $0.ranked(rank, groups: groups) }
              .sorted(by: Timetable.Fares.TransferRule.precedes)))),
      unsupported: TextColumn(unsupported.texts))
    ignored = products.ignored + legs.ignored + joins.ignored + changes.ignored
  }
}

/// The rows of fare_leg_rules.txt.
private struct LegRules {
  typealias Fares = Timetable.Fares

  let groups: IDTable
  let rules: [Fares.LegRule]
  /// The number of rows.
  let count: Int
  let ignored: Int

  init(
    _ feed: Feed, _ table: FareTable, _ products: FareProductImport, networks: FareNetworkImport,
    areas: FareAreaImport, times: TimeframeImport, _ unsupported: UnsupportedFareParts
  ) throws(FeedRejection) {
    var groups = IDTable(limit: feed.limits.fares)
    var rules: [Fares.LegRule] = []
    var (count, ignored) = (0, 0)
    let (group, network) = (table.column("leg_group_id"), table.column("network_id"))
    let (from, to) = (table.column("from_area_id"), table.column("to_area_id"))
    let start = table.column("from_timeframe_group_id")
    let end = table.column("to_timeframe_group_id")
    let (product, priority) = (table.column("fare_product_id"), table.column("rule_priority"))
    // With priorities, an empty place fits every leg; without, those that no rule names.
    let empty = priority == nil ? Fares.unnamed : Fares.any
    try table.forEachRow { row in
      count += 1
      func reject(_ problem: FeedProblem, _ column: Int?) {
        ignored += 1
        table.reject(problem, at: row, row[column])
      }
      func number(_ column: Int?, or empty: Int32, _ number: (CSVField) -> Int32?) -> Int32? {
        row[column].isEmpty ? empty : number(row[column])
      }
      guard let prices = products.rows(row[product], at: row, of: table, unsupported) else {
        return ignored += 1
      }
      // A negative product is a discount for a change.
      let offers = prices.filter { !products.prices.isDiscount($0) }
      guard !offers.isEmpty else { return reject(.unknownFare, product) }
      guard let inNetwork = number(network, or: empty, networks.number) else {
        return reject(.unknownFareZone, network)
      }
      guard let fromArea = number(from, or: empty, areas.ids.rank),
        let toArea = number(to, or: empty, areas.ids.rank)
      else {
        return reject(.unknownFareZone, number(from, or: empty, areas.ids.rank) == nil ? from : to)
      }
      guard let fromTimes = number(start, or: Fares.any, times.groups.rank),
        let toTimes = number(end, or: Fares.any, times.groups.rank)
      else {
        let isStart = number(start, or: Fares.any, times.groups.rank) == nil
        return reject(.unsupportedRule, isStart ? start : end)
      }
      guard let rank = row[priority].isEmpty ? 0 : row[priority].integer, rank >= 0 else {
        return reject(.unreadableRow, priority)
      }
      guard rules.count <= feed.limits.fareRules else { return }
      for offer in offers {
        var rule = Fares.LegRule(product: Int32(offer))
        rule.group = Int32(groups.add(row[group])?.number ?? -1)
        (rule.network, rule.fromArea, rule.toArea) = (inNetwork, fromArea, toArea)
        (rule.fromTimes, rule.toTimes, rule.priority) = (fromTimes, toTimes, Int32(rank))
        rules.append(rule)
      }
    }
    try feed.checkCount(of: groups, in: "fare_leg_rules.txt")
    try feed.checkRules(rules.count, in: "fare_leg_rules.txt")
    (self.groups, self.rules, self.count, self.ignored) = (groups, rules, count, ignored)
  }
}

/// The rows of fare_transfer_rules.txt.
private struct ChangeRules {
  let rules: [Timetable.Fares.TransferRule]
  let ignored: Int

  init(
    _ feed: Feed, _ products: FareProductImport, groups: IDTable,
    _ unsupported: UnsupportedFareParts
  ) throws(FeedRejection) {
    var (rules, ignored) = ([Timetable.Fares.TransferRule](), 0)
    let columns = [
      "from_leg_group_id", "to_leg_group_id", "transfer_count", "duration_limit",
      "duration_limit_type", "fare_transfer_type", "fare_product_id",
    ]
    if let table = try FareTable(feed, "fare_transfer_rules.txt", columns: columns, unsupported) {
      let (from, to) = (table.column("from_leg_group_id"), table.column("to_leg_group_id"))
      let (count, type) = (table.column("transfer_count"), table.column("fare_transfer_type"))
      let limit = (table.column("duration_limit"), table.column("duration_limit_type"))
      let product = table.column("fare_product_id")
      func group(_ field: CSVField) -> Int32? {
        field.isEmpty ? Timetable.Fares.unnamed : groups.number(of: field).map(Int32.init)
      }
      try table.forEachRow { row in
        func reject(_ problem: FeedProblem, _ column: Int?) {
          ignored += 1
          table.reject(problem, at: row, row[column])
        }
        // No leg belongs to an unknown group.
        guard let before = group(row[from]), let after = group(row[to]) else {
          ignored += 1
          return table.report(.unknownFare, at: row, row[group(row[from]) == nil ? from : to])
        }
        let offers =
          row[product].isEmpty ? [-1] : products.rows(row[product], at: row, of: table, unsupported)
        guard let offers else { return ignored += 1 }
        let changes = row[count].integer == -1 ? Timetable.Fares.any : row[count].limit
        guard let changes else { return reject(.unreadableRow, count) }
        guard let seconds = row[limit.0].limit else { return reject(.unreadableRow, limit.0) }
        // Without a type, nobody knows which times the limit is between.
        guard let limitKind = row[limit.1].limit, limitKind < 4, seconds < 0 || limitKind >= 0
        else { return reject(.unreadableRow, limit.1) }
        guard let kind = row[type].integer, (0...2).contains(kind) else {
          return reject(.unreadableRow, type)
        }
        guard rules.count <= feed.limits.fareRules else { return }
        for offer in offers {
          rules.append(
            Timetable.Fares.TransferRule(
              from: before, to: after, successive: changes, limit: seconds,
              limitType: max(0, limitKind), type: Int32(kind), product: Int32(offer)))
        }
      }
      try feed.checkRules(rules.count, in: "fare_transfer_rules.txt")
    }
    (self.rules, self.ignored) = (rules, ignored)
  }
}

extension Timetable.Fares.LegRule {
  /// The rule with the ranks of its product and its group.
  fileprivate func ranked(_ rank: [Int32], groups: [Int32]) -> Self {
    var rule = self
    if group >= 0 { rule.group = groups[Int(group)] }
    rule.product = rank[Int(product)]
    return rule
  }

  private var conditions: (Int32, Int32, Int32, Int32, Int32, Int32) {
    (group, network, fromArea, toArea, fromTimes, toTimes)
  }

  fileprivate static func precedes(_ first: Self, _ second: Self) -> Bool {
    let (key, other) = (first.conditions, second.conditions)
    guard key == other else { return key < other }
    return (first.product, first.priority) < (second.product, second.priority)
  }
}

extension Timetable.Fares.TransferRule {
  fileprivate func ranked(_ rank: [Int32], groups: [Int32]) -> Self {
    var rule = self
    if from >= 0 { rule.from = groups[Int(from)] }
    if to >= 0 { rule.to = groups[Int(to)] }
    if product >= 0 { rule.product = rank[Int(product)] }
    return rule
  }

  private var conditions: (Int32, Int32, Int32, Int32, Int32, Int32) {
    (from, to, successive, limit, limitType, type)
  }

  fileprivate static func precedes(_ first: Self, _ second: Self) -> Bool {
    let (key, other) = (first.conditions, second.conditions)
    return key == other ? first.product < second.product : key < other
  }
}
