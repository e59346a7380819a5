import DataSourceInterface

/// The change times that a feed gives.
struct TransferImport {
  let transfers: Timetable.Transfers

  init(_ feed: Feed, stops stopImport: StopImport) throws(FeedRejection) {
    let (stops, count) = (stopImport.index, stopImport.stops.count)
    var rows: [Row] = []
    if let table = try feed.table("transfers.txt") {
      let (from, to) = (table.column("from_stop_id"), table.column("to_stop_id"))
      let (type, time) = (table.column("transfer_type"), table.column("min_transfer_time"))
      let qualifiers = ["from_route_id", "to_route_id", "from_trip_id", "to_trip_id"]
        .map(table.column)
      try table.forEachRow { row in
        // A row for certain lines or trips does not apply to changes in general.
        guard qualifiers.allSatisfy({ row[$0].isEmpty }) else { return }
        guard let start = stops[row[from]], let end = stops[row[to]] else {
          return table.report(.unknownStop, at: row, row[stops[row[from]] == nil ? from : to])
        }
        guard let kind = row[type].isEmpty ? 0 : row[type].integer else {
          return table.report(.unreadableRow, at: row, row[type])
        }
        guard let seconds = Self.seconds(type: kind, time: row[time]) else { return }
        rows.append(Row(from: Int32(start), to: Int32(end), seconds: seconds))
      }
    }
    guard rows.count <= feed.limits.transfers else {
      throw FeedRejection(
        "transfers.txt describes more than \(feed.limits.transfers) changes; expected the feed of"
          + " one city")
    }
    rows.sort { ($0.from, $0.to, $0.rank) < ($1.from, $1.to, $1.rank) }
    var kept: [Row] = []
    var first = [Int32](repeating: 0, count: count + 1)
    // Of several rows for a pair of stops, the first one is the most cautious.
    for row in rows where kept.last.map({ ($0.from, $0.to) != (row.from, row.to) }) ?? true {
      kept.append(row)
      first[Int(row.from) + 1] += 1
    }
    let pairs = kept.reduce(stopImport.stations.stopPairs) {
      $0 + stopImport.stopPairs(from: Int($1.from), to: Int($1.to))
    }
    guard pairs <= feed.limits.stopPairs else {
      throw FeedRejection(
        "stops.txt and transfers.txt allow changes between more than \(feed.limits.stopPairs) pairs"
          + " of stops; expected the feed of one city")
    }
    for stop in 0..<count { first[stop + 1] += first[stop] }
    transfers = Timetable.Transfers(
      first: Column(first), to: Column(kept.map(\.to)), seconds: Column(kept.map(\.seconds)))
  }

  private struct Row {
    let from: Int32
    let to: Int32
    let seconds: Int32

    /// Orders the rows of a pair of stops: a forbidden change, then the longest time, then the
    /// default time.
    var rank: Int32 {
      switch seconds {
      case Timetable.Transfers.forbidden: .min
      case Timetable.Transfers.defaultTime: .max
      default: -seconds
      }
    }
  }

  /// Returns the change time of a row; nil for a type that is not a change on foot.
  private static func seconds(type: Int, time: CSVField) -> Int32? {
    switch type {
    case 0: return Timetable.Transfers.defaultTime
    case 1: return 0
    case 2:
      guard let seconds = time.integer, seconds >= 0 else {
        return Timetable.Transfers.defaultTime
      }
      return Int32(min(seconds, CSVField.latestTime))
    case 3: return Timetable.Transfers.forbidden
    default: return nil
    }
  }
}

extension StopImport {
  /// Returns the number of pairs of stops to which a transfer applies: one, or all pairs of the stops
  /// of two stations.
  fileprivate func stopPairs(from: Int, to: Int) -> Int {
    let stations = [from, to].map { self.stations.stops(of: Int(stops.station[$0])) }
    let isBetweenStations = stations[0].lowerBound == from && stations[1].lowerBound == to
    return isBetweenStations ? stations[0].count * stations[1].count : 1
  }
}

extension Timetable.Stations {
  /// The number of pairs of stops within the stations, between which changes need no transfer.
  fileprivate var stopPairs: Int {
    (0..<count).reduce(0) { $0 + stops(of: $1).count * stops(of: $1).count }
  }
}
