import DataSourceInterface
import Foundation

extension RaptorNetwork {
  /// Arrival and departure times in seconds after 00:00 of the date. The arrivals of one trip are
  /// contiguous, because a ride reads them in order; the departures at one position are contiguous,
  /// because a binary search reads them to find a trip.
  struct Times: Sendable {
    let arrivals: Column
    let departures: Column
  }
}

extension RaptorNetwork.Times {
  /// The arrivals or the departures.
  struct Column: @unchecked Sendable {
    // Safe to share: nothing writes to the memory after `init`, and `owner` keeps it allocated.
    // ServiceDayScheduleTests searches one schedule in many threads. With an array instead, one
    // `metro route` in Beijing takes 1.3 ms more, because no array can have large pages.
    fileprivate let times: UnsafeBufferPointer<Int32>
    fileprivate let owner: TimesMemory

    @inline(__always)
    subscript(index: Int) -> Int32 {
      precondition(index >= 0 && index < times.count, "index out of bounds")
      return times[index]
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
  /// Writes the times of all trips of routes, from relative times of the timetable.
  init(
    of routes: [RaptorRoute], _ trips: [RaptorNetwork.Trip], in timetable: Timetable.Trips,
    _ direction: TimeDirection
  ) {
    let count = routes.reduce(0) { $0 + Int($1.rowCount) * Int($1.positionCount) }
    let memory = TimesMemory(count: 2 * count)
    // Safe: the columns retain the memory, of which each route fills a part of its own, and all of them
    // everything. The other pointers are only used within the closures.
    let arrivals = UnsafeMutableBufferPointer(rebasing: memory.values[..<count])
    let departures = UnsafeMutableBufferPointer(rebasing: memory.values[count...])
    timetable.arrival.withUnsafeBufferPointer { arrival in
      timetable.departure.withUnsafeBufferPointer { departure in
        for route in routes {
          let (rows, positions) = (Int(route.rowCount), Int(route.positionCount))
          let table = Int(route.firstArrival)..<Int(route.firstArrival) + rows * positions
          let ownArrivals = UnsafeMutableBufferPointer(rebasing: arrivals[table])
          let ownDepartures = UnsafeMutableBufferPointer(rebasing: departures[table])
          for row in 0..<rows {
            let tripArrivals = UnsafeMutableBufferPointer(
              rebasing: ownArrivals[row * positions..<(row + 1) * positions])
            let number = Int(route.firstTrip) + (direction == .forward ? row : rows - 1 - row)
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
    self.arrivals = Column(times: UnsafeBufferPointer(arrivals), owner: memory)
    self.departures = Column(times: UnsafeBufferPointer(departures), owner: memory)
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
      // To get 512 small pages takes longer than to write the times into them.
      if isLarge { madvise(memory.baseAddress, size, MADV_HUGEPAGE) }
    #endif
    values = memory.bindMemory(to: Int32.self)
  }

  deinit { values.deallocate() }
}
