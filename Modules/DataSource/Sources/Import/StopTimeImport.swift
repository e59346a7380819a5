import DataSourceInterface

/// The calls of a feed's trips, grouped by trip and in order.
struct StopTimeImport {
  private let rows: [StopTime]
  private let firstRow: [Int]
  private let diagnostics: FileDiagnostics

  /// - Parameter progress: Called repeatedly with the part of the file that was read, 0 to 1.
  init(
    _ feed: Feed, trips: IDIndex, count: Int, stops: IDIndex, progress: (Double) -> Void
  ) throws(FeedRejection) {
    diagnostics = feed.diagnostics.file("stop_times.txt")
    let rows = try Self.rows(feed, trips, stops, progress)
    var firstRow = [Int](repeating: 0, count: count + 1)
    for row in rows { firstRow[Int(row.trip) + 1] += 1 }
    for trip in 0..<count { firstRow[trip + 1] += firstRow[trip] }
    var next = firstRow
    var sorted = rows
    for row in rows {
      sorted[next[Int(row.trip)]] = row
      next[Int(row.trip)] += 1
    }
    for trip in 0..<count {
      let range = firstRow[trip]..<firstRow[trip + 1]
      let isSorted = range.dropFirst().allSatisfy { sorted[$0 - 1].sequence < sorted[$0].sequence }
      if !isSorted { sorted[range].sort(by: StopTime.precedes) }
    }
    self.rows = sorted
    self.firstRow = firstRow
  }

  /// Reports a problem with a trip at one of its calls.
  func report(_ problem: FeedProblem, at call: StopTime, _ trip: String) {
    diagnostics.add(problem, atLine: Int(call.line), trip)
  }

  /// Returns the calls of a trip.
  func calls(of trip: Int) -> ArraySlice<StopTime> {
    rows[firstRow[trip]..<firstRow[trip + 1]]
  }

  private static func rows(
    _ feed: Feed, _ trips: IDIndex, _ stops: IDIndex, _ progress: (Double) -> Void
  ) throws(FeedRejection) -> [StopTime] {
    let table = try feed.table("stop_times.txt", with: [])
    let (trip, stop) = (table.column("trip_id"), table.column("stop_id"))
    let sequence = table.column("stop_sequence")
    let (arrival, departure) = (table.column("arrival_time"), table.column("departure_time"))
    let (pickup, dropOff) = (table.column("pickup_type"), table.column("drop_off_type"))
    var rows: [StopTime] = []
    // Growing an array copies it, and reserved memory that is never written costs nothing.
    rows.reserveCapacity(feed.limits.rows(ofFile: table.size))
    // Consecutive rows usually belong to the same trip.
    var last: (id: CSVField, row: Int?) = (.empty, nil)
    var nextReport = table.size / 10
    try table.forEachRow { row in
      if !row[trip].equals(last.id) { last = (row[trip], trips[row[trip]]) }
      guard let tripRow = last.row else { return table.report(.unknownTrip, at: row, row[trip]) }
      guard let stopRow = stops[row[stop]] else {
        return table.report(.unknownStop, at: row, row[stop])
      }
      guard let sequenceNumber = row[sequence].integer else {
        return table.report(.unreadableRow, at: row, row[sequence])
      }
      let (arrivalTime, departureTime) = (row[arrival].time, row[departure].time)
      if arrivalTime == nil, !row[arrival].isEmpty {
        table.report(.unreadableTime, at: row, row[arrival])
      } else if departureTime == nil, !row[departure].isEmpty {
        table.report(.unreadableTime, at: row, row[departure])
      }
      let board = row[pickup].integer == 1 ? 0 : Timetable.CallRules.board.rawValue
      let alight = row[dropOff].integer == 1 ? 0 : Timetable.CallRules.alight.rawValue
      rows.append(
        StopTime(
          trip: Int32(tripRow), sequence: Int32(sequenceNumber), stop: Int32(stopRow),
          arrival: arrivalTime ?? departureTime ?? StopTime.unknown,
          departure: departureTime ?? arrivalTime ?? StopTime.unknown, allows: board | alight,
          line: Int32(clamping: row.line)))
      if row.end >= nextReport {
        progress(Double(row.end) / Double(table.size))
        nextReport += table.size / 10 + 1
      }
    }
    return rows
  }
}

/// A call of a trip, as stop_times.txt gives it.
struct StopTime {
  /// The value of a time that the file does not give.
  static let unknown = Int32.min

  let trip: Int32
  let sequence: Int32
  let stop: Int32
  var arrival: Int32
  var departure: Int32
  /// The bits of the `CallRules`.
  let allows: UInt8
  /// The line in the file.
  let line: Int32

  /// Whether the file gives the time.
  var isTimed: Bool { arrival != Self.unknown }

  /// Returns whether a call precedes another of its trip; calls with equal sequence numbers are
  /// ordered by time.
  static func precedes(_ first: StopTime, _ second: StopTime) -> Bool {
    (first.sequence, first.arrival, first.departure, first.stop)
      < (second.sequence, second.arrival, second.departure, second.stop)
  }
}
