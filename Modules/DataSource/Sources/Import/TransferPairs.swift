import DataSourceInterface

/// The number of pairs of stops between which passengers may change: all pairs within each station,
/// and those of the rows of transfers.txt. A stop counts once more for each line and trip that has
/// a row of its own there, because a search tells their trains apart.
struct TransferPairs {
  private let stops: StopImport
  /// By stop, the lines that rows name.
  private var lines: [Set<Int32>]
  /// By station, the lines that rows name at all of its stops, and the trips that rows name.
  private var stationLines: [Set<Int32>]
  private var trips: [Set<Int32>]
  /// By stop, the sum of `lines` of the stops before it.
  private var linesBefore: [Int] = []

  init(_ rows: [TransferImport.Row], _ stops: StopImport) {
    self.stops = stops
    lines = Array(repeating: [], count: stops.stops.count)
    stationLines = Array(repeating: [], count: stops.stations.count)
    trips = stationLines
    for row in rows {
      add(row.from, line: row.condition.fromRoute, trip: row.condition.fromTrip)
      add(row.to, line: row.condition.toRoute, trip: row.condition.toTrip)
    }
    linesBefore = lines.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  private mutating func add(_ stop: Int32, line: Int32, trip: Int32) {
    let station = stops.station(Int(stop))
    if trip >= 0 {
      trips[station].insert(trip)
    } else if line >= 0, stops.isStation(Int(stop)) {
      stationLines[station].insert(line)
    } else if line >= 0 {
      lines[Int(stop)].insert(line)
    }
  }

  /// Returns the rows, without those about trips at the stations where they stand for most pairs if
  /// there are more pairs than allowed.
  /// - Throws: `FeedRejection` when there are too many pairs even without rows about trips, or the
  ///   task is cancelled.
  func split(
    _ rows: [TransferImport.Row], atMost limit: Int
  ) throws(FeedRejection) -> (kept: [TransferImport.Row], dropped: [TransferImport.Row]) {
    let all = try pairs(rows, withTrips: true)
    var excess = all.reduce(0, +) - limit
    guard excess > 0 else { return (rows, []) }
    let others = try pairs(rows.filter { !$0.namesTrip }, withTrips: false)
    guard others.reduce(0, +) <= limit else {
      throw FeedRejection(
        "stops.txt and transfers.txt allow changes between more than \(limit) pairs of stops;"
          + " expected the feed of one city")
    }
    var left: Set<Int> = []
    for station in all.indices.sorted(by: { all[$0] - others[$0] > all[$1] - others[$1] })
    where excess > 0 {
      left.insert(station)
      excess -= all[station] - others[station]
    }
    func isKept(_ row: TransferImport.Row) -> Bool {
      !row.namesTrip
        || !left.contains(stops.station(Int(row.from)))
          && !left.contains(stops.station(Int(row.to)))
    }
    return (rows.filter(isKept), rows.filter { !isKept($0) })
  }

  /// The number of pairs by station, each row at the station that it leaves.
  private func pairs(
    _ rows: [TransferImport.Row], withTrips: Bool
  ) throws(FeedRejection) -> [Int] {
    func variants(_ stop: Int32, trip: Int32) -> Int {
      let station = stops.station(Int(stop))
      let range =
        stops.isStation(Int(stop))
        ? stops.stations.stops(of: station) : Int(stop)..<Int(stop) + 1
      guard trip < 0 else { return range.count }
      let count =
        range.count * (1 + stationLines[station].count)
        + linesBefore[range.upperBound] - linesBefore[range.lowerBound]
        + (withTrips ? trips[station].count : 0)
      // The products of more would be too large for an `Int`.
      return min(count, 1_000_000)
    }
    let counts = (0..<stops.stations.count).map { station in
      variants(stops.stations.firstStop[station], trip: -1)
    }
    var pairs = counts.map { $0 * $0 }
    for (index, row) in rows.enumerated() {
      guard !index.isMultiple(of: 4096) || !Task.isCancelled else { throw .cancelled }
      let station = stops.station(Int(row.from))
      pairs[station] +=
        variants(row.from, trip: row.condition.fromTrip)
        * variants(row.to, trip: row.condition.toTrip)
      // A search looks for the stops to which the row applies.
      if row.condition != .none { pairs[station] += counts[station] }
    }
    return pairs
  }
}
