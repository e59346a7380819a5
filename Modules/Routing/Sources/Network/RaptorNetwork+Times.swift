import DataSourceInterface
import Foundation

extension RaptorNetwork {
  /// Arrival and departure times in seconds after 00:00 of the date. The arrivals of one trip are
  /// contiguous, because a ride reads them in order; the departures at one position are contiguous,
  /// because a binary search reads them to find a trip.
  struct Times: Sendable {
    let arrivals: TimeColumn
    let departures: TimeColumn
  }
}

extension RaptorNetwork.Times {
  /// The arrivals or the departures.
  struct TimeColumn: @unchecked Sendable {
    // Safe to share: nothing writes to the memory after `init`, and `owner` keeps it allocated.
    // ServiceDayScheduleTests searches one schedule in many threads. With an array instead, one
    // `metro route` in Beijing takes 1.3 ms more, because no array can have large pages.
    fileprivate let times: UnsafeBufferPointer<Int32>
    fileprivate let owner: TimesMemory

    @inline(__always)
    subscript(index: Int) -> Int32 {
      withExtendedLifetime(owner) {
        precondition(index >= 0 && index < times.count, "index out of bounds")
        return times[index]
      }
    }

    /// Calls `body` with all times.
    func withUnsafeBufferPointer<Result>(
      _ body: (UnsafeBufferPointer<Int32>) -> Result
    ) -> Result {
      withExtendedLifetime(owner) { body(times) }
    }
  }
}

/// A way to run through the times of the timetable.
enum TimeDirection {
  case forward
  /// Times are negated, boarding and alighting are exchanged, positions and rows count from the end.
  case backward
}

extension RaptorNetwork.Times {
  /// Writes the times of all trips, from relative times of the timetable.
  init(
    of tables: [TripTable], _ trips: [RaptorNetwork.Trip], _ timetableTrips: Timetable.Trips,
    _ direction: TimeDirection
  ) {
    let count = tables.reduce(0) { $0 + $1.rowCount * $1.callCount }
    let memory = TimesMemory(count: 2 * count)
    // Safe: the columns retain the memory, which the tables initialize together, each a part of its own.
    // The other pointers are only used within the closures.
    let arrivals = UnsafeMutableBufferPointer(rebasing: memory.values[..<count])
    let departures = UnsafeMutableBufferPointer(rebasing: memory.values[count...])
    timetableTrips.arrival.withUnsafeBufferPointer { arrival in
      timetableTrips.departure.withUnsafeBufferPointer { departure in
        for table in tables {
          let (rows, positions) = (table.rowCount, table.callCount)
          let times = table.firstTime..<table.firstTime + rows * positions
          let ownArrivals = UnsafeMutableBufferPointer(rebasing: arrivals[times])
          let ownDepartures = UnsafeMutableBufferPointer(rebasing: departures[times])
          for row in 0..<rows {
            let tripArrivals = UnsafeMutableBufferPointer(
              rebasing: ownArrivals[row * positions..<(row + 1) * positions])
            let number = table.firstTrip + (direction == .forward ? row : rows - 1 - row)
            let trip = trips[number]
            let calls = Int(trip.firstTime)..<Int(trip.firstTime) + positions
            let arrival = UnsafeBufferPointer(rebasing: arrival[calls])
            let departure = UnsafeBufferPointer(rebasing: departure[calls])
            // The timetable limits its times, so none overflows. Two loops, because only the first one
            // can write several times at once.
            switch direction {
            case .forward:
              for position in 0..<positions {
                tripArrivals[position] = trip.start &+ arrival[position]
              }
              for position in 0..<positions {
                ownDepartures[position &* rows &+ row] = trip.start &+ departure[position]
              }
            case .backward:
              for position in 0..<positions {
                tripArrivals[position] = 0 &- trip.start &- departure[positions &- 1 &- position]
              }
              for position in 0..<positions {
                ownDepartures[position &* rows &+ row] =
                  0 &- trip.start &- arrival[positions &- 1 &- position]
              }
            }
          }
        }
      }
    }
    self.arrivals = TimeColumn(times: UnsafeBufferPointer(arrivals), owner: memory)
    self.departures = TimeColumn(times: UnsafeBufferPointer(departures), owner: memory)
  }
}

/// Memory for the times of a network.
private final class TimesMemory {
  /// The size of large pages on most processors.
  private static let largePage = 2 << 20

  /// The numbers, which the caller must initialize.
  let values: UnsafeMutableBufferPointer<Int32>

  init(count: Int) {
    let size = count * MemoryLayout<Int32>.stride
    let isLarge = size >= Self.largePage
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: size,
      alignment: isLarge ? Self.largePage : MemoryLayout<Int32>.alignment)
    #if os(Linux)
      // The system needs longer to provide 512 small pages than we need to write the times.
      if isLarge { madvise(memory.baseAddress, size, MADV_HUGEPAGE) }
    #endif
    values = memory.bindMemory(to: Int32.self)
  }

  deinit { values.deallocate() }
}
