import DataSourceInterface

/// GTFS fares v2: fare_products.txt, fare_leg_rules.txt, fare_transfer_rules.txt and
/// rider_categories.txt. Areas, times of day and joined rides are not considered: a rule that depends
/// on them is ignored.
struct LegRuleImport {
  static let files: Set = ["fare_products.txt", "fare_leg_rules.txt", "fare_transfer_rules.txt"]

  let fares: Timetable.Fares
  /// The number of rows that are not used.
  let ignored: Int

  /// Returns nil when the feed has no usable rule.
  init?(_ feed: Feed, routes: FareRoutes) throws(FeedRejection) {
    guard let table = try feed.table("fare_leg_rules.txt") else { return nil }
    let riders = try RiderRows(feed)
    let products = try ProductRows(feed, riders.ids)
    var networks: [String: Int32] = [:]
    for name in Set(routes.networks).subtracting([""]).sorted() {
      networks[name] = Int32(networks.count)
    }
    let legs = try LegRules(feed, table, products.prices, networks)
    guard !legs.rules.isEmpty else { return nil }
    let changes = try ChangeRules(feed, products.prices, groups: legs.groups)
    let order = products.prices.sorted
    var rank = [Int32](repeating: -1, count: order.count)
    for (position, number) in order.enumerated() { rank[number] = Int32(position) }
    let (groupOrder, groupRanks) = (legs.groups.sorted(), legs.groups.ranks)
    let (riderOrder, riderRanks) = (riders.ids.sorted(), riders.ids.ranks)
    let rules = legs.rules.map { $0.ranked(rank, groups: groupRanks) }.sorted { $0.key < $1.key }
    fares = Timetable.Fares(
      prices: products.prices.prices(order),
      rules: .byLeg(
        Timetable.Fares.LegRules(
          riderID: TextColumn(riderOrder.map { riders.ids[$0] }),
          riderName: TextColumn(riderOrder.map { riders.names[$0] }),
          rider: Column(
            order.map { products.rider[$0] }.map { $0 < 0 ? $0 : riderRanks[Int($0)] }),
          groups: TextColumn(groupOrder.map { legs.groups[$0] }),
          group: Column(rules.map(\.group)), network: Column(rules.map(\.network)),
          product: Column(rules.map(\.product)), priority: Column(rules.map(\.priority)),
          networks: TextColumn(networks.sorted { $0.value < $1.value }.map(\.key)),
          networkOfRoute: Column(routes.networks.map { networks[$0] ?? -1 }),
          transfers: changes.columns(rank, groups: groupRanks))))
    ignored = products.ignored + legs.ignored + changes.ignored
  }
}

/// The rows of rider_categories.txt.
private struct RiderRows {
  let ids: IDTable
  let names: [String]

  init(_ feed: Feed) throws(FeedRejection) {
    var ids = IDTable(limit: feed.limits.fares)
    var names: [String] = []
    if let table = try feed.table("rider_categories.txt") {
      let (id, name) = (table.column("rider_category_id"), table.column("rider_category_name"))
      try table.forEachRow { row in
        guard ids.add(row[id])?.isNew == true else {
          return table.report(row[id].isEmpty ? .missingID : .repeatedID, at: row, row[id])
        }
        names.append(row[name].isEmpty ? row[id].text : row[name].text)
      }
      try feed.checkCount(of: ids, in: "rider_categories.txt")
    }
    self.ids = ids
    self.names = names
  }
}

/// The rows of fare_products.txt.
private struct ProductRows {
  private(set) var prices: PriceRows
  /// The rider category of each product, or `any`.
  private(set) var rider: [Int32] = []
  private(set) var ignored = 0

  init(_ feed: Feed, _ riders: IDTable) throws(FeedRejection) {
    var prices = PriceRows(feed.limits)
    self.prices = prices
    guard let table = try feed.table("fare_products.txt") else { return }
    let (id, name) = (table.column("fare_product_id"), table.column("fare_product_name"))
    let (amount, currency) = (table.column("amount"), table.column("currency"))
    let category = table.column("rider_category_id")
    try table.forEachRow { row in
      let number = row[category].isEmpty ? -1 : riders.number(of: row[category])
      guard let number else {
        ignored += 1
        return table.report(.unsupportedRule, at: row, row[category])
      }
      guard prices.add(row, of: table, id: id, name: name, amount: amount, currency: currency)
      else {
        ignored += 1
        return
      }
      rider.append(Int32(number))
    }
    try feed.checkCount(of: prices.ids, in: "fare_products.txt")
    try feed.checkRules(prices.count, in: "fare_products.txt")
    self.prices = prices
  }
}

/// The rows of fare_leg_rules.txt.
private struct LegRules {
  let groups: IDTable
  let rules: [Rule]
  let ignored: Int

  struct Rule {
    var group: Int32
    let network: Int32
    var product: Int32
    let priority: Int32

    var key: (Int32, Int32, Int32, Int32) { (group, network, product, priority) }

    func ranked(_ rank: [Int32], groups: [Int32]) -> Rule {
      var rule = self
      if group >= 0 { rule.group = groups[Int(group)] }
      rule.product = rank[Int(product)]
      return rule
    }
  }

  init(
    _ feed: Feed, _ table: CSVTable, _ prices: PriceRows, _ networks: [String: Int32]
  ) throws(FeedRejection) {
    var groups = IDTable(limit: feed.limits.fares)
    var rules: [Rule] = []
    var ignored = 0
    let (group, network) = (table.column("leg_group_id"), table.column("network_id"))
    let (product, priority) = (table.column("fare_product_id"), table.column("rule_priority"))
    let others = ["from_area_id", "to_area_id", "from_timeframe_group_id", "to_timeframe_group_id"]
      .map(table.column)
    // With priorities, an empty network means every line; without, those that no rule names.
    let emptyNetwork = priority == nil ? Timetable.Fares.unnamed : Timetable.Fares.any
    // A negative product is a discount for a change.
    let offersOfID = prices.withoutDiscounts
    try table.forEachRow { row in
      guard others.allSatisfy({ row[$0].isEmpty }) else {
        ignored += 1
        return table.report(.unsupportedRule, at: row, row[product])
      }
      let offers = prices.ids.number(of: row[product]).map { offersOfID[$0] } ?? []
      guard !offers.isEmpty else {
        ignored += 1
        return table.report(.unknownFare, at: row, row[product])
      }
      let named = row[network].isEmpty ? emptyNetwork : networks[row[network].text]
      guard let named else {
        ignored += 1
        return table.report(.unknownFareZone, at: row, row[network])
      }
      let number = Int32(groups.add(row[group])?.number ?? -1)
      let rank = Int32(max(0, row[priority].integer ?? 0))
      guard rules.count <= feed.limits.fareRules else { return }
      for offer in offers {
        rules.append(
          Rule(group: number, network: named, product: Int32(offer), priority: rank))
      }
    }
    try feed.checkCount(of: groups, in: "fare_leg_rules.txt")
    try feed.checkRules(rules.count, in: "fare_leg_rules.txt")
    self.groups = groups
    self.rules = rules
    self.ignored = ignored
  }
}

/// The rows of fare_transfer_rules.txt.
private struct ChangeRules {
  private var rules: [[Int32]] = []
  private(set) var ignored = 0

  init(_ feed: Feed, _ prices: PriceRows, groups: IDTable) throws(FeedRejection) {
    guard let table = try feed.table("fare_transfer_rules.txt") else { return }
    let (from, to) = (table.column("from_leg_group_id"), table.column("to_leg_group_id"))
    let (count, type) = (table.column("transfer_count"), table.column("fare_transfer_type"))
    let limit = (table.column("duration_limit"), table.column("duration_limit_type"))
    let product = table.column("fare_product_id")
    func group(_ field: CSVField) -> Int32? {
      field.isEmpty ? Timetable.Fares.unnamed : groups.number(of: field).map(Int32.init)
    }
    try table.forEachRow { row in
      let offers = row[product].isEmpty ? [-1] : prices.rows(row[product])
      guard let before = group(row[from]), let after = group(row[to]), !offers.isEmpty else {
        ignored += 1
        return table.report(.unknownFare, at: row, row[offers.isEmpty ? product : from])
      }
      let changes = row[count].integer == -1 ? Timetable.Fares.any : row[count].limit
      guard let changes, let seconds = row[limit.0].limit, let kind = row[type].integer,
        (0...2).contains(kind), let limitKind = row[limit.1].limit, limitKind < 4
      else {
        ignored += 1
        return table.report(.unreadableRow, at: row, row[from])
      }
      guard rules.count <= feed.limits.fareRules else { return }
      for offer in offers {
        rules.append([
          before, after, changes, seconds, max(0, limitKind), Int32(kind), Int32(offer),
        ])
      }
    }
    try feed.checkRules(rules.count, in: "fare_transfer_rules.txt")
  }

  /// Returns the rules with the ranks of their products and groups.
  func columns(_ rank: [Int32], groups: [Int32]) -> Timetable.Fares.TransferRules {
    let rules = rules.map { rule in
      rule[..<2].map { $0 < 0 ? $0 : groups[Int($0)] } + rule[2..<6]
        + [rule[6] < 0 ? -1 : rank[Int(rule[6])]]
    }.sorted { $0.lexicographicallyPrecedes($1) }
    func column(_ position: Int) -> Column<Int32> { Column(rules.map { $0[position] }) }
    return Timetable.Fares.TransferRules(
      from: column(0), to: column(1), successive: column(2), limit: column(3),
      limitType: column(4), type: column(5), product: column(6))
  }
}
