import DataSourceInterface

/// The trains on the timeline of a date and the changes between them, in the layout that the
/// searches read.
struct RaptorNetwork: Sendable {
  /// A stop in the stop sequence of a route. Its index in that sequence is its *position*.
  struct Call: Hashable, Sendable {
    /// All properties in one number, which is quick to compare and to hash. Two bits less are
    /// enough for a stop: a feed has at most 50,000, and a network with a via station twice as
    /// many.
    private let bits: Int32

    init(stop: Int32, mayBoard: Bool, mayAlight: Bool) {
      bits = stop << 2 | (mayBoard ? 2 : 0) | (mayAlight ? 1 : 0)
    }

    var stop: Int32 { bits >> 2 }
    var mayBoard: Bool { bits & 2 != 0 }
    var mayAlight: Bool { bits & 1 != 0 }
  }

  /// A trip of the timetable on one day, or the part of it that a row of a route is.
  struct Trip: Sendable {
    var number: Int32
    var pattern: Int32
    /// When the trip starts, in seconds after 00:00 of the date.
    var start: Int32
    /// The index in `Times` of the times at its first call.
    var firstTime: Int32
  }

  let stopCount: Int
  let routes: [RaptorRoute]
  /// The trips of all routes, row by row.
  let trips: [Trip]
  /// The calls of all routes.
  let calls: [Call]
  let times: Times
  let changes: ChangeTimes
  let stopRoutes: StopRoutes

  init(
    stopCount: Int, routes: [RaptorRoute], trips: [Trip], calls: [Call], times: Times,
    changes: ChangeTimes
  ) {
    self.stopCount = stopCount
    self.routes = routes
    self.trips = trips
    self.calls = calls
    self.times = times
    self.changes = changes
    stopRoutes = StopRoutes(routes, trips, calls, times, stopCount: stopCount)
  }

  /// When the trip in a row arrives at a position.
  @inline(__always)
  func arrival(_ route: RaptorRoute, _ row: Int32, at position: Int32) -> Int32 {
    let trip = trips[Int(route.firstTrip + row)]
    return trip.start + times.arrivals[Int(trip.firstTime + route.skippedCalls + position)]
  }

  /// When the trip in a row departs from a position.
  @inline(__always)
  func departure(_ route: RaptorRoute, _ row: Int32, at position: Int32) -> Int32 {
    let trip = trips[Int(route.firstTrip + row)]
    return trip.start + times.departures[Int(trip.firstTime + route.skippedCalls + position)]
  }

  /// The stop at a position.
  func stop(_ route: RaptorRoute, at position: Int32) -> Int {
    Int(calls[Int(route.firstCall + position)].stop)
  }

  /// The first row before `limit` that departs from a position at `time` or later; `limit` if there
  /// is none.
  @inline(__always)
  func earliestRow(
    _ route: RaptorRoute, at position: Int32, departing time: Int32, before limit: Int32
  ) -> Int32 {
    var low: Int32 = 0
    var high = limit
    while low < high {
      let middle = (low + high) / 2
      if departure(route, middle, at: position) >= time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A route as RAPTOR defines it: trips with the same stop sequence that never overtake each other.
/// Its trips are in rows, ordered by time.
struct RaptorRoute: Sendable {
  /// How many calls of its trips come before the first position.
  var skippedCalls: Int32
  /// The index of its first call in `RaptorNetwork.calls`.
  var firstCall: Int32
  /// How many positions its stop sequence has.
  var positionCount: Int32
  /// How many calls its trips have.
  var callCount: Int32
  /// The index of its first row in `RaptorNetwork.trips`.
  var firstTrip: Int32
  /// How many trips it has.
  var rowCount: Int32

  /// The indexes of its rows in `RaptorNetwork.trips`.
  var trips: Range<Int> { Int(firstTrip)..<Int(firstTrip + rowCount) }
}
