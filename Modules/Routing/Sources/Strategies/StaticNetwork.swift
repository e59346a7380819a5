import DataSourceInterface

/// The lines of a city without their timetable: how long trains take on average, whatever the day.
struct StaticNetwork {
  /// By call, average seconds between the train's departure there and its next arrival; −1 at the end
  /// of a pattern, and where no train runs.
  private(set) var running: [Int32]
  /// By call, average seconds that the train stands there.
  private(set) var standing: [Int32]
  /// By stop, the calls where trains can be boarded.
  private(set) var boardings: [[Int]]
  /// By call, the pattern it belongs to.
  private(set) var pattern: [Int]

  init(_ timetable: Timetable) {
    let (patterns, trips) = (timetable.patterns, timetable.trips)
    running = Array(repeating: -1, count: patterns.stop.count)
    standing = Array(repeating: 0, count: patterns.stop.count)
    pattern = Array(repeating: 0, count: patterns.stop.count)
    boardings = Array(repeating: [], count: timetable.stops.count)
    for number in 0..<patterns.count {
      let (calls, runs) = (patterns.calls(of: number), patterns.trips(of: number))
      for (position, call) in calls.enumerated() {
        pattern[call] = number
        guard call + 1 < calls.upperBound, !runs.isEmpty else { continue }
        if patterns.allows[call].contains(.board) {
          boardings[Int(patterns.stop[call])].append(call)
        }
        var (run, stand) = (0, 0)
        for trip in runs {
          let departure = trips.departure(of: trip, at: position)
          run += trips.arrival(of: trip, at: position + 1) - departure
          stand += departure - trips.arrival(of: trip, at: position)
        }
        running[call] = Int32(max(0, run / runs.count))
        standing[call] = Int32(max(0, stand / runs.count))
      }
    }
  }
}
