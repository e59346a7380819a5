import DataSourceInterface

/// The trips that run by headway: each stands for one trip at every start.
struct FrequencyImport {
  /// The departures of each trip from its first stop; nil where it runs as its own times say.
  private var starts: [Int: [Window]] = [:]

  private struct Window {
    let start: Int
    let end: Int
    let headway: Int
  }

  init(_ feed: Feed, trips: IDIndex) throws(Refusal) {
    guard let table = try feed.table("frequencies.txt") else { return }
    let (trip, headway) = (table.column("trip_id"), table.column("headway_secs"))
    let (start, end) = (table.column("start_time"), table.column("end_time"))
    var total = 0
    try table.forEachRow { row in
      guard let number = trips[row[trip]] else {
        return table.found(.unknownTrip, at: row, row[trip])
      }
      starts[number, default: []] += []
      guard let start = row[start].time, let end = row[end].time, start < end,
        let headway = row[headway].integer, headway > 0
      else { return table.found(.unreadableRow, at: row, row[trip]) }
      starts[number, default: []].append(
        Window(start: Int(start), end: Int(end), headway: headway))
      total += (Int(end - start) + headway - 1) / headway
    }
    guard total <= feed.limits.trips else {
      throw Refusal(
        "frequencies.txt stands for more than \(feed.limits.trips) trips; expected the feed of"
          + " one city")
    }
  }

  /// When a trip starts: as often as its headways say, or once at `start` when it has none.
  func starts(of trip: Int, at start: Int32) -> [Int32] {
    guard let windows = starts[trip] else { return [start] }
    return windows.flatMap { stride(from: $0.start, to: $0.end, by: $0.headway).map(Int32.init) }
  }
}
