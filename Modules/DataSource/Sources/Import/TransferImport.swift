import DataSourceInterface

/// The change times that a feed gives, and the trains on which passengers may stay.
struct TransferImport {
  let transfers: Timetable.Transfers
  /// Whether transfers.txt has a row, even one that is left out.
  let describesChanges: Bool
  let inSeatTransfers: Timetable.InSeatTransfers

  /// - Parameter lineRanks: The position of each line in the timetable, by its number.
  init(
    _ feed: Feed, stops: StopImport, trips: TripImport, lines: RouteImport, lineRanks: [Int32]
  ) throws(FeedRejection) {
    var rows: [Row] = []
    var inSeat: [[Int32]: UInt8] = [:]
    var hasRow = false
    if let table = try feed.table("transfers.txt") {
      let reader = RowReader(table, stops, trips, lines, lineRanks)
      try table.forEachRow { row in
        hasRow = true
        switch reader.read(row) {
        case .change(let change): rows.append(change)
        case .inSeat(let from, let to, let isAllowed, let change):
          inSeat[[from, to]] = isAllowed ? 1 : 0
          if let change { rows.append(change) }
        case nil: break
        }
      }
    }
    describesChanges = hasRow
    guard rows.count + inSeat.count <= feed.limits.transfers else {
      throw FeedRejection(
        "transfers.txt describes more than \(feed.limits.transfers) changes; expected the feed of"
          + " one city")
    }
    let (kept, dropped) = try TransferPairs(rows, stops).split(
      rows, atMost: feed.limits.stopPairs)
    for row in dropped {
      feed.diagnostics.file("transfers.txt").add(
        .tooManyTripTransfers, atLine: row.line, stops.stops.id[Int(row.from)])
    }
    transfers = Timetable.Transfers(kept, stopCount: stops.stops.count)
    let pairs = inSeat.keys.sorted { $0.lexicographicallyPrecedes($1) }
    inSeatTransfers = Timetable.InSeatTransfers(
      from: Column(pairs.map { $0[0] }), to: Column(pairs.map { $0[1] }),
      isAllowed: Column(pairs.map { inSeat[$0] ?? 0 }))
  }

  /// A row about a change.
  struct Row {
    let from: Int32
    let to: Int32
    let seconds: Int32
    let condition: Timetable.Transfers.Condition
    /// How specific the row is: by the trains to which it applies, then by its stops.
    let specificity: Int
    /// The line in the file.
    let line: Int

    /// Whether the row is about a trip.
    var namesTrip: Bool { condition.fromTrip >= 0 || condition.toTrip >= 0 }
  }
}

/// Reads the rows of transfers.txt, and reports those that cannot be used.
private struct RowReader {
  enum Result {
    case change(TransferImport.Row)
    /// A row about a passenger who stays on the train, which may give a change time, too.
    case inSeat(from: Int32, to: Int32, isAllowed: Bool, TransferImport.Row?)
  }

  private let table: CSVTable
  private let stops: StopImport
  private let trips: TripImport
  private let lines: RouteImport
  private let lineRanks: [Int32]
  private let (fromStop, toStop, type, time): (Int?, Int?, Int?, Int?)
  private let (fromRoute, toRoute, fromTrip, toTrip): (Int?, Int?, Int?, Int?)

  init(
    _ table: CSVTable, _ stops: StopImport, _ trips: TripImport, _ lines: RouteImport,
    _ lineRanks: [Int32]
  ) {
    (self.table, self.stops, self.trips) = (table, stops, trips)
    (self.lines, self.lineRanks) = (lines, lineRanks)
    (fromStop, toStop) = (table.column("from_stop_id"), table.column("to_stop_id"))
    (type, time) = (table.column("transfer_type"), table.column("min_transfer_time"))
    (fromRoute, toRoute) = (table.column("from_route_id"), table.column("to_route_id"))
    (fromTrip, toTrip) = (table.column("from_trip_id"), table.column("to_trip_id"))
  }

  func read(_ row: CSVRow) -> Result? {
    guard let kind = row[type].isEmpty ? 0 : row[type].integer, (0...5).contains(kind) else {
      return report(.unknownTransferType, row, type)
    }
    for column in [fromTrip, toTrip] where !row[column].isEmpty && trips.index[row[column]] == nil {
      return report(.unknownTrip, row, column)
    }
    for column in [fromRoute, toRoute] where !row[column].isEmpty && route(row[column]) < 0 {
      return report(.unknownRoute, row, column)
    }
    let condition = Timetable.Transfers.Condition(
      fromRoute: route(row[fromRoute]), toRoute: route(row[toRoute]),
      fromTrip: trip(row[fromTrip]), toTrip: trip(row[toTrip]))
    guard kind >= 4 else { return change(row, kind, condition).map { .change($0) } }
    guard condition.fromTrip >= 0, condition.toTrip >= 0 else {
      return report(.unreadableRow, row, condition.fromTrip < 0 ? fromTrip : toTrip)
    }
    return .inSeat(
      from: condition.fromTrip, to: condition.toTrip, isAllowed: kind == 4,
      row[time].isEmpty ? nil : change(row, kind, condition))
  }

  private func change(
    _ row: CSVRow, _ kind: Int, _ condition: Timetable.Transfers.Condition
  ) -> TransferImport.Row? {
    for column in [fromStop, toStop] where stops.index[row[column]] == nil {
      return report(.unknownStop, row, column)
    }
    let (from, to) = (stops.index[row[fromStop]] ?? 0, stops.index[row[toStop]] ?? 0)
    let areStops = !stops.isStation(from) && !stops.isStation(to)
    return TransferImport.Row(
      from: Int32(from), to: Int32(to), seconds: seconds(row, kind), condition: condition,
      specificity: 2 * condition.specificity + (areStops ? 1 : 0), line: row.line)
  }

  private func seconds(_ row: CSVRow, _ kind: Int) -> Int32 {
    if kind == 1 { return 0 }
    if kind == 3 { return Timetable.Transfers.forbidden }
    guard let seconds = row[time].integer, seconds >= 0 else {
      if !row[time].isEmpty { table.report(.unreadableTransferTime, at: row, row[time]) }
      return Timetable.Transfers.defaultTime
    }
    return Int32(min(seconds, CSVField.latestTime))
  }

  private func route(_ id: CSVField) -> Int32 {
    (id.isEmpty ? nil : lines.number(of: id)).map { lineRanks[$0] } ?? -1
  }

  private func trip(_ id: CSVField) -> Int32 { trips.index[id].map { Int32($0) } ?? -1 }

  private func report(_ problem: FeedProblem, _ row: CSVRow, _ column: Int?) -> Result? {
    table.report(problem, at: row, row[column])
    return nil
  }

  private func report(
    _ problem: FeedProblem, _ row: CSVRow, _ column: Int?
  ) -> TransferImport.Row? {
    table.report(problem, at: row, row[column])
    return nil
  }
}

extension Timetable.Transfers.Condition {
  /// Both trips, one trip and the other's line, one trip, both lines, one line, none.
  fileprivate var specificity: Int {
    func level(_ trip: Int32, _ route: Int32) -> Int { trip >= 0 ? 2 : route >= 0 ? 1 : 0 }
    let levels = (level(fromTrip, fromRoute), level(toTrip, toRoute))
    return switch (max(levels.0, levels.1), min(levels.0, levels.1)) {
    case (2, let other): 3 + other
    case (1, let other): 1 + other
    default: 0
    }
  }
}

extension Timetable.Transfers {
  /// - Parameter rows: The rows in the order of the file. A later row replaces one for the same
  ///   change.
  fileprivate init(_ rows: [TransferImport.Row], stopCount: Int) {
    struct Key: Hashable {
      let from: Int32
      let to: Int32
      let condition: Condition
    }
    var last: [Key: Int] = [:]
    for (index, row) in rows.enumerated() {
      last[Key(from: row.from, to: row.to, condition: row.condition)] = index
    }
    let ranked = last.values.sorted {
      (rows[$0].specificity, $0) < (rows[$1].specificity, $1)
    }
    let sorted = ranked.enumerated().sorted { one, other in
      (rows[one.element].from, one.offset) < (rows[other.element].from, other.offset)
    }
    let conditions = sorted.map { rows[$0.element].condition }
    self.init(
      first: Column(startsOfGroups: sorted.map { rows[$0.element].from }, count: stopCount),
      to: Column(sorted.map { rows[$0.element].to }),
      seconds: Column(sorted.map { rows[$0.element].seconds }),
      rank: Column(sorted.map { Int32($0.offset) }),
      conditions: Column(conditions.contains { $0 != .none } ? conditions : []))
  }
}

extension StopImport {
  /// Whether a stop is a station with platforms, which a row of transfers.txt means instead of it.
  func isStation(_ stop: Int) -> Bool {
    let range = stations.stops(of: station(stop))
    return range.lowerBound == stop && range.count > 1
  }

  func station(_ stop: Int) -> Int { Int(stops.station[stop]) }
}
