import DataSourceInterface

extension RaptorNetwork {
  /// Arrival and departure times in seconds after 00:00 of the date. The arrivals of one trip are
  /// contiguous, because a ride reads them in order; the departures at one position are contiguous,
  /// because a binary search reads them to find a trip.
  struct Times: Sendable {
    let arrivals: [Int32]
    let departures: [Int32]

    /// Creates `count` arrivals and as many departures, which `body` initializes.
    fileprivate init(
      count: Int,
      _ body: (
        _ arrivals: UnsafeMutableBufferPointer<Int32>,
        _ departures: UnsafeMutableBufferPointer<Int32>
      ) -> Void
    ) {
      var departures: [Int32] = []
      // Safe: both buffers are only used within the closures, and `body` writes every element.
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
}

/// A way to run through the times of the timetable.
enum TimeDirection {
  case forward
  /// Times are negated, boarding and alighting are exchanged, positions and rows count from the end.
  case backward
}

extension RaptorNetwork.Times {
  /// Writes the times of all trips of routes, row by row.
  init(
    of routes: [RaptorRoute], _ trips: [RaptorNetwork.Trip], in timetable: Timetable.Trips,
    _ direction: TimeDirection
  ) {
    let count = routes.reduce(0) { $0 + Int($1.rowCount) * Int($1.positionCount) }
    self.init(count: count) { arrivals, departures in
      // Safe: the pointers are only used within the closures.
      timetable.arrival.withUnsafeBufferPointer { arrival in
        timetable.departure.withUnsafeBufferPointer { departure in
          for route in routes {
            let (rows, positions) = (Int(route.rowCount), Int(route.positionCount))
            let table = Int(route.firstArrival)..<Int(route.firstArrival) + rows * positions
            let ownArrivals = UnsafeMutableBufferPointer(rebasing: arrivals[table])
            let ownDepartures = UnsafeMutableBufferPointer(rebasing: departures[table])
            for row in 0..<rows {
              let trip = trips[Int(route.firstTrip) + row]
              let calls = Int(trip.firstTime)..<Int(trip.firstTime) + positions
              let arrival = UnsafeBufferPointer(rebasing: arrival[calls])
              let departure = UnsafeBufferPointer(rebasing: departure[calls])
              let tripArrivals = UnsafeMutableBufferPointer(
                rebasing: ownArrivals[row * positions..<(row + 1) * positions])
              // The timetable limits its times, so none overflows.
              switch direction {
              case .forward:
                for position in 0..<positions {
                  tripArrivals[position] = trip.start &+ arrival[position]
                }
                var cell = row
                for position in 0..<positions {
                  ownDepartures[cell] = trip.start &+ departure[position]
                  cell &+= rows
                }
              case .backward:
                for position in 0..<positions {
                  tripArrivals[position] = 0 &- trip.start &- departure[positions &- 1 &- position]
                }
                var cell = row
                for position in 0..<positions {
                  ownDepartures[cell] = 0 &- trip.start &- arrival[positions &- 1 &- position]
                  cell &+= rows
                }
              }
            }
          }
        }
      }
    }
  }
}
