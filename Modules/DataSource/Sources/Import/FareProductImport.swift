import DataSourceInterface

/// The rows of fare_products.txt, with the rider categories and the media that they name.
struct FareProductImport {
  let prices: PriceRows
  /// The number of rows that are not used.
  let ignored: Int
  private let riders: RiderRows
  private let media: MediumRows
  /// The rider category and the medium of each row, or `any`.
  private let keys: [Key]
  /// By the id of a product, where its amount is missing or ambiguous.
  private let unclear: [String: String]
  /// By the id of a product, where its rider category is unknown.
  private let unusable: [String: String]

  private struct Key: Hashable {
    let rider: Int32
    let medium: Int32
  }

  private struct ProductKey: Hashable {
    let product: Int?
    let key: Key
  }

  init(_ feed: Feed, _ unsupported: UnsupportedFareParts) throws(FeedRejection) {
    let riders = try RiderRows(feed, unsupported)
    var media = try MediumRows(feed, unsupported)
    var prices = PriceRows(feed.limits)
    var (keys, ignored) = ([Key](), 0)
    var (unclear, unusable) = ([String: String](), [String: String]())
    let defined = ["fare_product_id", "fare_media_id", "rider_category_id", "amount", "currency"]
    if let table = try FareTable(feed, "fare_products.txt", columns: defined, unsupported) {
      let (id, name) = (table.column("fare_product_id"), table.column("fare_product_name"))
      let (amount, currency) = (table.column("amount"), table.column("currency"))
      let (category, medium) = (table.column("rider_category_id"), table.column("fare_media_id"))
      var known: [ProductKey: Int] = [:]
      try table.forEachRow { row in
        guard prices.count <= feed.limits.fareRules else { return }
        // Nobody belongs to an unknown category.
        guard let rider = row[category].isEmpty ? -1 : riders.ids.number(of: row[category]) else {
          ignored += 1
          unusable[row[id].text] =
            table.place(row, row[category]) + ", which rider_categories.txt does not define"
          return table.report(.unsupportedRule, at: row, row[category])
        }
        if let problem = prices.add(row, id: id, name: name, amount: amount, currency: currency) {
          ignored += 1
          unclear[row[id].text] = table.place(row, row[problem.column])
          return table.report(problem.0, at: row, row[problem.column])
        }
        let key = Key(rider: Int32(rider), medium: media.number(of: row[medium]))
        // Of default categories, a product may have one.
        let isDefault = rider >= 0 && riders.rows[rider].isDefault
        let compared = ProductKey(
          product: prices.ids.number(of: row[id]),
          key: Key(rider: isDefault ? -2 : key.rider, medium: key.medium))
        let same = known[compared]
        known[compared] = same ?? prices.count - 1
        if let same, !prices.areEqual(same, prices.count - 1) {
          unclear[row[id].text] = table.place(row, row[amount])
          table.report(.repeatedID, at: row, row[id])
        }
        keys.append(key)
      }
      try feed.checkCount(of: prices.ids, in: "fare_products.txt")
      try feed.checkRules(prices.count, in: "fare_products.txt")
    }
    (self.riders, self.media, self.prices, self.keys) = (riders, media, prices, keys)
    (self.ignored, self.unclear, self.unusable) = (ignored, unclear, unusable)
  }

  /// Returns the rows of a product that a row of a table names. If one of its amounts is not clear,
  /// or it has none, reports that and returns nil.
  func rows(
    _ product: CSVField, at row: CSVRow, of table: FareTable, _ unsupported: UnsupportedFareParts
  ) -> [Int]? {
    let rows = prices.rows(product)
    let place = unclear[product.text] ?? (rows.isEmpty ? unusable[product.text] : nil)
    guard place == nil, !rows.isEmpty else {
      unsupported.add(place ?? table.place(row, product))
      table.report(.unknownFare, at: row, product)
      return nil
    }
    return rows
  }

  /// The rows in the order of the city file.
  var order: [Int] {
    let (riderRanks, mediumRanks) = (riders.ids.ranks, media.ids.ranks)
    return prices.sorted { row in
      let key = keys[row]
      return (
        key.rider < 0 ? -1 : riderRanks[Int(key.rider)],
        key.medium < 0 ? -1 : mediumRanks[Int(key.medium)]
      )
    }
  }

  /// The rider categories and the media, and those of the rows in an order.
  func columns(_ order: [Int]) -> (
    riders: Timetable.Fares.Riders, media: Timetable.Fares.Media, rider: Column<Int32>,
    medium: Column<Int32>
  ) {
    let (riderRanks, mediumRanks) = (riders.ids.ranks, media.ids.ranks)
    return (
      riders.columns, media.columns,
      Column(order.map { keys[$0].rider < 0 ? -1 : riderRanks[Int(keys[$0].rider)] }),
      Column(order.map { keys[$0].medium < 0 ? -1 : mediumRanks[Int(keys[$0].medium)] })
    )
  }
}

/// The rows of rider_categories.txt.
private struct RiderRows {
  let ids: IDTable
  let rows: [(name: String, isDefault: Bool)]

  init(_ feed: Feed, _ unsupported: UnsupportedFareParts) throws(FeedRejection) {
    var ids = IDTable(limit: feed.limits.fares)
    var rows: [(name: String, isDefault: Bool)] = []
    let defined = ["rider_category_id", "is_default_fare_category", "min_age", "max_age"]
    if let table = try FareTable(feed, "rider_categories.txt", columns: defined, unsupported) {
      let (id, name) = (table.column("rider_category_id"), table.column("rider_category_name"))
      let isDefault = table.column("is_default_fare_category")
      try table.forEachRow { row in
        guard ids.add(row[id])?.isNew == true else {
          return table.report(row[id].isEmpty ? .missingID : .repeatedID, at: row, row[id])
        }
        rows.append(
          (row[name].isEmpty ? row[id].text : row[name].text, row[isDefault].integer == 1))
      }
      try feed.checkCount(of: ids, in: "rider_categories.txt")
    }
    (self.ids, self.rows) = (ids, rows)
  }

  var columns: Timetable.Fares.Riders {
    let order = ids.sorted()
    return Timetable.Fares.Riders(
      id: TextColumn(order.map { ids[$0] }),
      name: TextColumn(ids.distinct(rows.map(\.name), in: order)),
      isDefault: Column(order.map { rows[$0].isDefault ? 1 : 0 }))
  }
}

/// The rows of fare_media.txt.
private struct MediumRows {
  private(set) var ids: IDTable
  private var rows: [(name: String, type: Int32)] = []

  init(_ feed: Feed, _ unsupported: UnsupportedFareParts) throws(FeedRejection) {
    var ids = IDTable(limit: feed.limits.fares)
    var rows: [(name: String, type: Int32)] = []
    let defined = ["fare_media_id", "fare_media_type"]
    if let table = try FareTable(feed, "fare_media.txt", columns: defined, unsupported) {
      let (id, name) = (table.column("fare_media_id"), table.column("fare_media_name"))
      let type = table.column("fare_media_type")
      try table.forEachRow { row in
        guard ids.add(row[id])?.isNew == true else {
          return table.report(row[id].isEmpty ? .missingID : .repeatedID, at: row, row[id])
        }
        let known = row[type].integer.flatMap { 0...4 ~= $0 ? Int32($0) : nil }
        rows.append((row[name].text, known ?? -1))
      }
      try feed.checkCount(of: ids, in: "fare_media.txt")
    }
    (self.ids, self.rows) = (ids, rows)
  }

  /// Returns the number of a medium, or `any` for none. A medium that fare_media.txt does not
  /// define is added: its id still tells prices apart.
  mutating func number(of id: CSVField) -> Int32 {
    guard let (number, isNew) = ids.add(id) else { return Timetable.Fares.any }
    if isNew { rows.append(("", -1)) }
    return Int32(number)
  }

  var columns: Timetable.Fares.Media {
    let order = ids.sorted()
    return Timetable.Fares.Media(
      id: TextColumn(order.map { ids[$0] }),
      name: TextColumn(ids.distinct(rows.map(\.name), in: order)),
      type: Column(order.map { rows[$0].type }))
  }
}

extension IDTable {
  /// Returns the names of ids in an order. The id follows a name that is that of several, or
  /// another id, so that each text means one.
  fileprivate func distinct(_ names: [String], in order: [Int]) -> [String] {
    var owners: [String: Set<Int>] = [:]
    for number in order {
      for text in [names[number], self[number]] { owners[text.folded, default: []].insert(number) }
    }
    return order.map { number in
      let name = names[number]
      return name.isEmpty || owners[name.folded]?.count == 1 ? name : "\(name) (\(self[number]))"
    }
  }
}
