import DataSourceInterface

extension RaptorNetwork {
  /// The times at the calls of all trips, relative to the starts of the trips. Trips with the same
  /// times between their calls share them.
  struct Times: Sendable {
    let arrivals: TimeColumn
    let departures: TimeColumn
  }
}

extension RaptorNetwork.Times {
  /// The arrivals or the departures.
  struct TimeColumn: @unchecked Sendable {
    // Safe to share: nothing writes to the memory, which `column` keeps allocated.
    // ServiceDayScheduleTests searches one schedule in many threads. Without the pointer, each value
    // would be read by a function of another module.
    private let times: UnsafeBufferPointer<Int32>
    private let column: Column<Int32>

    fileprivate init(_ column: Column<Int32>) {
      self.column = column
      times = column.withUnsafeBufferPointer { $0 }
    }

    @inline(__always)
    subscript(index: Int) -> Int32 {
      withExtendedLifetime(column) {
        precondition(index >= 0 && index < times.count, "index out of bounds")
        return times[index]
      }
    }

    var count: Int { times.count }

    /// Calls `body` with all times.
    func withUnsafeBufferPointer<Result>(
      _ body: (UnsafeBufferPointer<Int32>) -> Result
    ) -> Result {
      withExtendedLifetime(column) { body(times) }
    }
  }

  /// The times of the timetable.
  init(_ trips: Timetable.Trips) {
    arrivals = TimeColumn(trips.arrival)
    departures = TimeColumn(trips.departure)
  }

  /// The times of the timetable with time reversed: they are negated, and in the opposite order.
  init(reversing trips: Timetable.Trips) {
    // The timetable limits its times, so none overflows.
    func reversed(_ times: Column<Int32>) -> TimeColumn {
      TimeColumn(Column(times.withUnsafeBufferPointer { $0.reversed().map { 0 &- $0 } }))
    }
    arrivals = reversed(trips.departure)
    departures = reversed(trips.arrival)
  }
}
