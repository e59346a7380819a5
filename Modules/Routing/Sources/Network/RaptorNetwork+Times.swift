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
    // Safe to share: nothing writes to the memory after `init`, and `owner` keeps it allocated.
    // ServiceDayScheduleTests searches one schedule in many threads. An array would be a copy of all
    // times of the timetable, and single values of a `Column` are slower to read.
    fileprivate let times: UnsafeBufferPointer<Int32>
    fileprivate let owner: TimesMemory

    @inline(__always)
    subscript(index: Int) -> Int32 {
      withExtendedLifetime(owner) {
        precondition(index >= 0 && index < times.count, "index out of bounds")
        return times[index]
      }
    }

    var count: Int { times.count }

    /// Calls `body` with all times.
    func withUnsafeBufferPointer<Result>(
      _ body: (UnsafeBufferPointer<Int32>) -> Result
    ) -> Result {
      withExtendedLifetime(owner) { body(times) }
    }
  }

  /// The times of the timetable.
  init(_ timetable: Timetable) {
    func column(_ times: Column<Int32>) -> TimeColumn {
      times.withUnsafeBufferPointer { TimeColumn(TimesMemory($0, of: timetable)) }
    }
    arrivals = column(timetable.trips.arrival)
    departures = column(timetable.trips.departure)
  }

  /// The times of the timetable with time reversed: they are negated, and in the opposite order.
  init(reversing timetable: Timetable) {
    func column(_ times: Column<Int32>) -> TimeColumn {
      times.withUnsafeBufferPointer { TimeColumn(TimesMemory(reversing: $0)) }
    }
    arrivals = column(timetable.trips.departure)
    departures = column(timetable.trips.arrival)
  }
}

extension RaptorNetwork.Times.TimeColumn {
  fileprivate init(_ memory: TimesMemory) {
    self.init(times: memory.times, owner: memory)
  }
}

/// The owner of the memory of a column.
private final class TimesMemory {
  let times: UnsafeBufferPointer<Int32>
  /// The timetable that owns the memory; nil for memory of its own.
  private let timetable: Timetable?

  /// Uses a column of a timetable, which retains its memory.
  init(_ times: UnsafeBufferPointer<Int32>, of timetable: Timetable) {
    self.times = times
    self.timetable = timetable
  }

  init(reversing times: UnsafeBufferPointer<Int32>) {
    let reversed = UnsafeMutableBufferPointer<Int32>.allocate(capacity: times.count)
    for index in times.indices {
      // The timetable limits its times, so none overflows.
      reversed.initializeElement(at: index, to: 0 &- times[times.count &- 1 &- index])
    }
    self.times = UnsafeBufferPointer(reversed)
    timetable = nil
  }

  deinit {
    if timetable == nil { times.deallocate() }
  }
}
