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
    /// The arrival of its first train at its first position.
    var firstArrival: Int32
    /// How many arrivals one train has; more than there are positions in a part of a lane.
    var stride: Int32
    /// The departure of its first train from its first position.
    var firstDeparture: Int32
    /// Its first entry in `trips`.
    var firstTrip: Int32
    /// How many trips it has, ordered by time at every position.
    var rows: Int32
  }

  /// A position of a lane.
  struct Call: Sendable {
    var stop: Int32
    var mayBoard: Bool
    var mayAlight: Bool
  }

  /// When trains run, in seconds of the service day: arrivals stand side by side along a train, which
  /// is how one rides, and departures at a position, which is how one looks for a train.
  struct Times: Sendable {
    let arrivals: [Int32]
    let departures: [Int32]

    /// Has `body` write `count` arrivals and as many departures.
    init(
      count: Int,
      _ body: (
        _ arrivals: UnsafeMutableBufferPointer<Int32>,
        _ departures: UnsafeMutableBufferPointer<Int32>
      ) -> Void
    ) {
      var departures: [Int32] = []
      arrivals = Array(unsafeUninitializedCapacity: count) { arrivals, written in
        departures = Array(unsafeUninitializedCapacity: count) { departures, written in
          body(arrivals, departures)
          written = count
        }
        written = count
      }
      self.departures = departures
    }
  }

  let stopCount: Int
  let lanes: [Lane]
  let calls: [Call]
  let times: Times
  /// The trip of the timetable in each row.
  let trips: [Int32]
  let changes: ChangeTimes
  let boardings: Boardings

  init(
    stopCount: Int, lanes: [Lane], calls: [Call], times: Times, trips: [Int32],
    changes: ChangeTimes
  ) {
    self.stopCount = stopCount
    self.lanes = lanes
    self.calls = calls
    self.times = times
    self.trips = trips
    self.changes = changes
    boardings = Boardings(lanes, calls, times, stopCount: stopCount)
  }

  /// The positions of a lane.
  func calls(of lane: Lane) -> ArraySlice<Call> {
    calls[Int(lane.firstCall)..<Int(lane.firstCall + lane.positions)]
  }

  /// When the train in a row arrives at a position.
  @inline(__always)
  func arrival(_ lane: Lane, _ row: Int32, at position: Int32) -> Int32 {
    times.arrivals[Int(lane.firstArrival + row * lane.stride + position)]
  }

  /// When the train in a row departs from a position.
  @inline(__always)
  func departure(_ lane: Lane, _ row: Int32, at position: Int32) -> Int32 {
    times.departures[Int(lane.firstDeparture + position * lane.rows + row)]
  }

  /// The stop at a position.
  func stop(_ lane: Lane, at position: Int32) -> Int {
    Int(calls[Int(lane.firstCall + position)].stop)
  }

  /// The first of the rows before `limit` that departs from a position at `time` or later; `limit`
  /// where none does.
  @inline(__always)
  func earliestRow(
    _ lane: Lane, at position: Int32, departing time: Int32, before limit: Int32
  ) -> Int32 {
    let column = Int(lane.firstDeparture + position * lane.rows)
    var low: Int32 = 0
    var high = limit
    while low < high {
      let middle = (low + high) / 2
      if times.departures[column + Int(middle)] >= time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
