import DataSourceInterface

/// How long changes take, where the feed says so.
struct TransferImport {
  let transfers: Timetable.Transfers

  init(_ feed: Feed, stops: IDIndex, count: Int) throws(Refusal) {
    var rows: [Row] = []
    if let table = try feed.table("transfers.txt") {
      let (from, to) = (table.column("from_stop_id"), table.column("to_stop_id"))
      let (type, time) = (table.column("transfer_type"), table.column("min_transfer_time"))
      let qualifiers = ["from_route_id", "to_route_id", "from_trip_id", "to_trip_id"]
        .map(table.column)
      try table.forEachRow { row in
        // What holds for one line or trip only says nothing of a change on foot.
        guard qualifiers.allSatisfy({ row[$0].isEmpty }) else { return }
        guard let start = stops[row[from]], let end = stops[row[to]] else {
          return table.found(.unknownStop, at: row, row[stops[row[from]] == nil ? from : to])
        }
        guard let kind = row[type].isEmpty ? 0 : row[type].integer else {
          return table.found(.unreadableRow, at: row, row[type])
        }
        guard let seconds = Self.seconds(type: kind, time: row[time]) else { return }
        rows.append(Row(from: Int32(start), to: Int32(end), seconds: seconds))
      }
    }
    guard rows.count <= feed.limits.transfers else {
      throw Refusal(
        "transfers.txt describes more than \(feed.limits.transfers) changes; expected the feed of"
          + " one city")
    }
    rows.sort { ($0.from, $0.to, $0.rank) < ($1.from, $1.to, $1.rank) }
    var kept: [Row] = []
    var first = [Int32](repeating: 0, count: count + 1)
    // Of several rows for one pair, the most careful counts.
    for row in rows where kept.last.map({ ($0.from, $0.to) != (row.from, row.to) }) ?? true {
      kept.append(row)
      first[Int(row.from) + 1] += 1
    }
    for stop in 0..<count { first[stop + 1] += first[stop] }
    transfers = Timetable.Transfers(
      first: Column(first), to: Column(kept.map(\.to)), seconds: Column(kept.map(\.seconds)))
  }

  private struct Row {
    let from: Int32
    let to: Int32
    let seconds: Int32

    /// What is forbidden comes first, then the longest time, and last what leaves the time open.
    var rank: Int32 {
      switch seconds {
      case Timetable.Transfers.forbidden: .min
      case Timetable.Transfers.defaultTime: .max
      default: -seconds
      }
    }
  }

  /// What a row says of the time; nil when it says nothing of a change on foot.
  private static func seconds(type: Int, time: Field) -> Int32? {
    switch type {
    case 0: return Timetable.Transfers.defaultTime
    case 1: return 0
    case 2:
      guard let seconds = time.integer, seconds >= 0 else {
        return Timetable.Transfers.defaultTime
      }
      return Int32(min(seconds, Field.latestTime))
    case 3: return Timetable.Transfers.forbidden
    default: return nil
    }
  }
}
