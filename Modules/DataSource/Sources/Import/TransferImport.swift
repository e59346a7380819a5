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
      table.forEachRow { row in
        guard let from = stops[row[from]], let to = stops[row[to]],
          qualifiers.allSatisfy({ row[$0].isEmpty }),
          let seconds = Self.seconds(type: row[type], time: row[time])
        else { return }
        rows.append(Row(from: Int32(from), to: Int32(to), seconds: seconds))
      }
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
  private static func seconds(type: Field, time: Field) -> Int32? {
    switch type.isEmpty ? 0 : type.integer {
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
