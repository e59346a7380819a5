import DataSourceInterface

/// The trains of one service day, and the changes between them, laid out for searching.
///
/// Trips of one pattern that never overtake each other form a *lane*: row by row in time, position by
/// position along the line.
struct Network: Sendable {
  struct Lane: Sendable {
    /// The pattern of the timetable.
    var pattern: Int32
    /// How many calls of the pattern come before the first position.
    var skipped: Int32
    /// Its first entry in `calls`.
    var firstCall: Int32
    /// How many stops the sequence has.
    var positions: Int32
    /// Its first entry in `events`; those of one position stand side by side, by row.
    var firstEvent: Int32
    /// Its first entry in `trips`.
    var firstTrip: Int32
    /// How many trips it has, ordered by time at every position.
    var rows: Int32
  }

  /// A position of a lane.
  struct Call: Sendable {
    var stop: Int32
    var allows: Timetable.CallRules
  }

  /// A train at a position, in seconds of the service day.
  struct Event: Sendable {
    var arrival: Int32
    var departure: Int32
  }

  let stopCount: Int
  let lanes: [Lane]
  let calls: [Call]
  let events: [Event]
  /// The trip of the timetable in each row.
  let trips: [Int32]
  let changes: ChangeTimes
  let boardings: Boardings

  init(
    stopCount: Int, lanes: [Lane], calls: [Call], events: [Event], trips: [Int32],
    changes: ChangeTimes
  ) {
    self.stopCount = stopCount
    self.lanes = lanes
    self.calls = calls
    self.events = events
    self.trips = trips
    self.changes = changes
    boardings = Boardings(lanes, calls, stopCount: stopCount)
  }

  /// Where the events at a position begin.
  func column(_ lane: Lane, at position: Int32) -> Int {
    Int(lane.firstEvent) + Int(position) * Int(lane.rows)
  }

  /// The stop at a position.
  func stop(_ lane: Lane, at position: Int32) -> Int {
    Int(calls[Int(lane.firstCall + position)].stop)
  }

  /// The first of the rows before `limit` that departs from a position at `time` or later; `limit`
  /// where none does.
  @inline(__always)
  func earliestRow(_ column: Int, departing time: Int32, before limit: Int32) -> Int32 {
    var low: Int32 = 0
    var high = limit
    while low < high {
      let middle = (low + high) / 2
      if events[column + Int(middle)].departure >= time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Timetable.CallRules {
  /// What is allowed when time runs backwards: who was left is boarded.
  var mirrored: Timetable.CallRules {
    var rules: Timetable.CallRules = []
    if contains(.board) { rules.insert(.alight) }
    if contains(.alight) { rules.insert(.board) }
    return rules
  }
}
