import DataSourceInterface

/// The calls of a feed's trips, those of one trip side by side and in order.
struct StopTimeImport {
  private let rows: [StopTime]
  private let firstRow: [Int]
  private let findings: FileFindings

  /// - Parameter progress: Told now and then how much has been read, 0 to 1.
  init(
    _ feed: Feed, trips: IDIndex, count: Int, stops: IDIndex, progress: (Double) -> Void
  ) throws(Refusal) {
    findings = feed.findings.file("stop_times.txt")
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

  /// Notes what is wrong with a trip at one of its calls.
  func found(_ problem: FeedProblem, at call: StopTime, _ trip: String) {
    findings.add(problem, atLine: Int(call.line), trip)
  }

  /// The calls of a trip.
  func calls(of trip: Int) -> ArraySlice<StopTime> {
    rows[firstRow[trip]..<firstRow[trip + 1]]
  }

  private static func rows(
    _ feed: Feed, _ trips: IDIndex, _ stops: IDIndex, _ progress: (Double) -> Void
  ) throws(Refusal) -> [StopTime] {
    let table = try feed.table("stop_times.txt", with: [])
    let (trip, stop) = (table.column("trip_id"), table.column("stop_id"))
    let sequence = table.column("stop_sequence")
    let (arrival, departure) = (table.column("arrival_time"), table.column("departure_time"))
    let (pickup, dropOff) = (table.column("pickup_type"), table.column("drop_off_type"))
    var rows: [StopTime] = []
    // Memory that nothing is written to costs nothing; what grows is copied.
    rows.reserveCapacity(feed.limits.rows(ofFile: table.size))
    var last: (id: Field, row: Int?) = (.empty, nil)
    var nextReport = table.size / 10
    try table.forEachRow { row in
      if !row[trip].equals(last.id) { last = (row[trip], trips[row[trip]]) }
      guard let tripRow = last.row else { return table.found(.unknownTrip, at: row, row[trip]) }
      guard let stopRow = stops[row[stop]] else {
        return table.found(.unknownStop, at: row, row[stop])
      }
      guard let place = row[sequence].integer else {
        return table.found(.unreadableRow, at: row, row[sequence])
      }
      let (arrives, departs) = (row[arrival].time, row[departure].time)
      if arrives == nil, !row[arrival].isEmpty {
        table.found(.unreadableTime, at: row, row[arrival])
      } else if departs == nil, !row[departure].isEmpty {
        table.found(.unreadableTime, at: row, row[departure])
      }
      let board = row[pickup].integer == 1 ? 0 : Timetable.CallRules.board.rawValue
      let alight = row[dropOff].integer == 1 ? 0 : Timetable.CallRules.alight.rawValue
      rows.append(
        StopTime(
          trip: Int32(tripRow), sequence: Int32(place), stop: Int32(stopRow),
          arrival: arrives ?? departs ?? StopTime.unknown,
          departure: departs ?? arrives ?? StopTime.unknown, allows: board | alight,
          line: Int32(clamping: row.line)))
      if row.end >= nextReport {
        progress(Double(row.end) / Double(table.size))
        nextReport += table.size / 10 + 1
      }
    }
    return rows
  }
}
