import DataSourceInterface

/// The routes of all trains on the timeline of a date, from which a network is created for each
/// direction of time.
struct RouteTable: Sendable {
  private let stopCount: Int
  private var routes: [RaptorRoute] = []
  private var calls: [RaptorNetwork.Call] = []
  /// The trips of all routes, row by row.
  private var trips: [RaptorNetwork.Trip] = []
  private let times: RaptorNetwork.Times

  /// Distributes the trips of each group among routes in which no trip overtakes another.
  init(_ groups: [TrainGroup], _ times: RaptorNetwork.Times, stopCount: Int) {
    self.stopCount = stopCount
    self.times = times
    trips.reserveCapacity(groups.reduce(0) { $0 + $1.trips.count })
    for group in groups {
      var firstCalls: [Int32] = []
      for part in group.parts {
        firstCalls.append(Int32(calls.count))
        calls += part.calls
      }
      for rows in group.splitByOvertaking(times) {
        for (part, firstCall) in zip(group.parts, firstCalls) {
          routes.append(
            RaptorRoute(
              skippedCalls: Int32(part.skippedCalls), firstCall: firstCall,
              positionCount: Int32(part.calls.count), callCount: Int32(group.callCount),
              firstTrip: Int32(trips.count), rowCount: Int32(rows.count)))
        }
        trips += rows
      }
    }
  }

  /// The network in the direction of time.
  func network(_ changes: ChangeTimes) -> RaptorNetwork {
    RaptorNetwork(
      stopCount: stopCount, routes: routes, trips: trips, calls: calls,
      times: times, changes: changes)
  }

  /// The network with time and direction reversed: times are negated, boarding and alighting are
  /// exchanged, positions and rows count from the end. The earliest arrival there is the latest
  /// departure here.
  func reversedNetwork(_ changes: ChangeTimes) -> RaptorNetwork {
    let reversedCalls = calls.reversed().map { call in
      RaptorNetwork.Call(stop: call.stop, mayBoard: call.mayAlight, mayAlight: call.mayBoard)
    }
    let timeCount = Int32(times.arrivals.count)
    var reversedTrips: [RaptorNetwork.Trip] = []
    reversedTrips.reserveCapacity(trips.count)
    // Routes that are parts of one group are adjacent, and have the same trips.
    for route in routes where Int(route.firstTrip) == reversedTrips.count {
      for trip in trips[route.trips].reversed() {
        var reversed = trip
        reversed.start = -trip.start
        reversed.firstTime = timeCount - trip.firstTime - route.callCount
        reversedTrips.append(reversed)
      }
    }
    return RaptorNetwork(
      stopCount: stopCount, routes: routes.map { $0.reversed(allCalls: Int32(calls.count)) },
      trips: reversedTrips, calls: reversedCalls,
      times: times.reversed, changes: changes.reversed)
  }
}

extension RaptorRoute {
  /// The route in the network with time reversed.
  /// - Parameter allCalls: How many calls all routes have.
  fileprivate func reversed(allCalls: Int32) -> Self {
    var copy = self
    copy.skippedCalls = callCount - skippedCalls - positionCount
    copy.firstCall = allCalls - firstCall - positionCount
    return copy
  }
}

extension TrainGroup {
  /// How many parts are tried for each trip. More would only help where trips overtake each other
  /// all the time.
  private static let maximumTries = 16

  /// Splits the trips, sorted by their first departure, into few parts without overtaking (first
  /// fit).
  fileprivate func splitByOvertaking(_ times: RaptorNetwork.Times) -> [[RaptorNetwork.Trip]] {
    let positions = callCount
    // Safe: the pointers are only used within the closures.
    return times.arrivals.withUnsafeBufferPointer { arrival in
      times.departures.withUnsafeBufferPointer { departure in
        let sorted = trips.sorted { one, other in
          let lead = one.time(at: 0, departure) - other.time(at: 0, departure)
          return lead < 0 || (lead == 0 && one.number < other.number)
        }
        var parts: [[RaptorNetwork.Trip]] = []
        for trip in sorted {
          let fitting = parts.indices.suffix(Self.maximumTries).first { part in
            let last = parts[part][parts[part].count - 1]
            return last.firstTime == trip.firstTime
              || min(
                trip.leastDelay(after: last, arrival, positions),
                trip.leastDelay(after: last, departure, positions)) >= 0
          }
          if let fitting { parts[fitting].append(trip) } else { parts.append([trip]) }
        }
        return parts
      }
    }
  }
}

extension RaptorNetwork.Trip {
  /// The time at a position, from relative times of the timetable.
  fileprivate func time(at position: Int, _ relativeTimes: UnsafeBufferPointer<Int32>) -> Int32 {
    start + relativeTimes[Int(firstTime) + position]
  }

  /// The least number of seconds at any position by which this trip is behind another one; negative
  /// where it is ahead.
  fileprivate func leastDelay(
    after other: Self, _ relativeTimes: UnsafeBufferPointer<Int32>, _ positions: Int
  ) -> Int32 {
    let (first, second) = (Int(other.firstTime), Int(firstTime))
    let otherTimes = UnsafeBufferPointer(rebasing: relativeTimes[first..<first + positions])
    let ownTimes = UnsafeBufferPointer(rebasing: relativeTimes[second..<second + positions])
    var least = Int32.max
    // The timetable limits its times, so none overflows.
    for position in 0..<positions {
      least = min(least, ownTimes[position] &- otherTimes[position])
    }
    return least + start - other.start
  }
}
