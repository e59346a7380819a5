import DataSourceInterface

/// The routes of all trains on the timeline of a date, from which a network is created for each
/// direction of time.
struct RouteTable: Sendable {
  private let stopCount: Int
  private(set) var routes: [RaptorRoute] = []
  private var calls: [RaptorNetwork.Call] = []
  /// The trips of all routes, row by row.
  private(set) var trips: [RaptorNetwork.Trip] = []
  private let times: Timetable.Trips

  /// Distributes the trips of each group among routes in which no trip overtakes another.
  init(_ groups: [TrainGroup], of timetable: Timetable, stopCount: Int) {
    self.stopCount = stopCount
    times = timetable.trips
    calls.reserveCapacity(groups.reduce(0) { $0 + $1.calls.count })
    trips.reserveCapacity(groups.reduce(0) { $0 + $1.trips.count })
    var timeCount = 0
    for group in groups {
      let positions = group.calls.count
      for rows in group.splitByOvertaking(times) {
        routes.append(
          RaptorRoute(
            firstCall: Int32(calls.count), positionCount: Int32(positions),
            firstArrival: Int32(timeCount), firstDeparture: Int32(timeCount),
            firstTrip: Int32(trips.count), rowCount: Int32(rows.count)))
        timeCount += rows.count * positions
        trips += rows
      }
      calls += group.calls
    }
  }

  /// The network in the direction of time.
  func network(_ changes: ChangeTimes) -> RaptorNetwork {
    RaptorNetwork(
      stopCount: stopCount, routes: routes, calls: calls,
      times: RaptorNetwork.Times(of: routes, trips, in: times, .forward), changes: changes)
  }

  /// The network with time and direction reversed: times are negated, boarding and alighting are
  /// exchanged, positions and rows count from the end. The earliest arrival there is the latest
  /// departure here.
  func reversedNetwork(_ changes: ChangeTimes) -> RaptorNetwork {
    var reversedRoutes = routes
    var reversedCalls: [RaptorNetwork.Call] = []
    reversedCalls.reserveCapacity(calls.count)
    for (number, route) in routes.enumerated() {
      reversedRoutes[number].firstCall = Int32(reversedCalls.count)
      for index in (route.firstCall..<route.firstCall + route.positionCount).reversed() {
        let call = calls[Int(index)]
        reversedCalls.append(
          RaptorNetwork.Call(stop: call.stop, mayBoard: call.mayAlight, mayAlight: call.mayBoard))
      }
    }
    return RaptorNetwork(
      stopCount: stopCount, routes: reversedRoutes, calls: reversedCalls,
      times: RaptorNetwork.Times(of: routes, trips, in: times, .backward),
      changes: changes.reversed)
  }
}

extension TrainGroup {
  /// How many parts are tried for each trip. More would only help where trips overtake each other
  /// all the time.
  private static let maximumTries = 16

  /// Splits the trips, sorted by their first departure, into few parts without overtaking (first
  /// fit).
  fileprivate func splitByOvertaking(_ timetable: Timetable.Trips) -> [[RaptorNetwork.Trip]] {
    let positions = calls.count
    // Safe: the pointers are only used within the closures.
    return timetable.arrival.withUnsafeBufferPointer { arrival in
      timetable.departure.withUnsafeBufferPointer { departure in
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
