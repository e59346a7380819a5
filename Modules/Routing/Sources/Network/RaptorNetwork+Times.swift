import DataSourceInterface

extension RaptorNetwork {
  /// The times at the calls of all trips, relative to the starts of the trips. Trips with the same
  /// times between their calls share them.
  struct Times: Sendable {
    let arrivals: Column<Int32>
    let departures: Column<Int32>
  }
}

extension RaptorNetwork.Times {
  /// The times of the timetable.
  init(_ trips: Timetable.Trips) {
    self.init(arrivals: trips.arrival, departures: trips.departure)
  }

  /// The same times with time reversed: they are negated, and in the opposite order.
  var reversed: Self {
    // The timetable limits its times, so none overflows.
    func reversed(_ times: Column<Int32>) -> Column<Int32> {
      times.withUnsafeBufferPointer { times in
        Column(count: times.count) { reversed in
          // The compiler vectorizes this loop, but not `reversed` and `map`.
          for index in times.indices { reversed[index] = 0 &- times[times.count &- 1 &- index] }
        }
      }
    }
    return Self(arrivals: reversed(departures), departures: reversed(arrivals))
  }
}
