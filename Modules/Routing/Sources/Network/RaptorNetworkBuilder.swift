import DataSourceInterface

extension RaptorNetwork {
  /// Creates a network of trains of a timetable.
  init(
    _ groups: [TrainGroup], of timetable: Timetable, stopCount: Int, _ changes: ChangeTimes
  ) {
    var builder = RaptorNetworkBuilder(timetable.trips)
    for group in groups { builder.add(group) }
    self.init(
      stopCount: stopCount, routes: builder.routes, calls: builder.calls,
      times: Times(of: builder.routes, builder.trips, in: timetable.trips, .forward),
      trips: builder.trips, changes: changes)
  }

  /// The same trains with time and direction reversed: times are negated, boarding and alighting
  /// are exchanged, positions and rows count from the end. The earliest arrival there is the latest
  /// departure here.
  func reversed(of timetable: Timetable) -> RaptorNetwork {
    var reversedRoutes = routes
    var reversedCalls: [Call] = []
    var reversedTrips: [Trip] = []
    reversedCalls.reserveCapacity(calls.count)
    reversedTrips.reserveCapacity(trips.count)
    for (number, route) in routes.enumerated() {
      reversedRoutes[number].firstCall = Int32(reversedCalls.count)
      for call in calls(of: route).reversed() {
        reversedCalls.append(
          Call(stop: call.stop, mayBoard: call.mayAlight, mayAlight: call.mayBoard))
      }
      reversedTrips += trips[Int(route.firstTrip)..<Int(route.firstTrip + route.rowCount)]
        .reversed()
    }
    return RaptorNetwork(
      stopCount: stopCount, routes: reversedRoutes, calls: reversedCalls,
      times: Times(of: reversedRoutes, reversedTrips, in: timetable.trips, .backward),
      trips: reversedTrips, changes: changes.reversed)
  }
}

/// Distributes the trips of each group among routes in which no trip overtakes another.
private struct RaptorNetworkBuilder {
  /// How many routes are tried for each trip. More would only help where trips overtake each other
  /// all the time.
  private static let maximumTries = 16

  private(set) var routes: [RaptorRoute] = []
  private(set) var calls: [RaptorNetwork.Call] = []
  /// The trips of all routes, row by row.
  private(set) var trips: [RaptorNetwork.Trip] = []
  private var timeCount = 0
  private let timetable: Timetable.Trips

  init(_ timetable: Timetable.Trips) {
    self.timetable = timetable
  }

  mutating func add(_ group: TrainGroup) {
    let positions = group.calls.count
    for rows in split(group) {
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

  /// Splits the trips of a group, sorted by their first departure, into few parts without overtaking
  /// (first fit).
  private func split(_ group: TrainGroup) -> [[RaptorNetwork.Trip]] {
    // Safe: the pointers are only used within the closures.
    timetable.arrival.withUnsafeBufferPointer { arrival in
      timetable.departure.withUnsafeBufferPointer { departure in
        let sorted = group.trips.sorted { one, other in
          let lead = firstDeparture(one, departure) - firstDeparture(other, departure)
          return lead < 0 || (lead == 0 && one.number < other.number)
        }
        var parts: [[RaptorNetwork.Trip]] = []
        for trip in sorted {
          let fitting = parts.indices.suffix(Self.maximumTries).first { part in
            guard let last = parts[part].last else { return true }
            let lead = trip.start - last.start
            return last.firstTime == trip.firstTime
              || leastLead(trip, last, arrival, group.calls.count) + lead >= 0
                && leastLead(trip, last, departure, group.calls.count) + lead >= 0
          }
          if let fitting { parts[fitting].append(trip) } else { parts.append([trip]) }
        }
        return parts
      }
    }
  }

  private func firstDeparture(
    _ trip: RaptorNetwork.Trip, _ departure: UnsafeBufferPointer<Int32>
  ) -> Int32 {
    trip.start + departure[Int(trip.firstTime)]
  }

  /// The least number of seconds at any position by which the relative time of `later` exceeds that
  /// of `earlier`. Trip `later` is ahead of `earlier` where it is negative.
  private func leastLead(
    _ later: RaptorNetwork.Trip, _ earlier: RaptorNetwork.Trip,
    _ relativeTimes: UnsafeBufferPointer<Int32>, _ positions: Int
  ) -> Int32 {
    let (first, second) = (Int(earlier.firstTime), Int(later.firstTime))
    let earlierTimes = UnsafeBufferPointer(rebasing: relativeTimes[first..<first + positions])
    let laterTimes = UnsafeBufferPointer(rebasing: relativeTimes[second..<second + positions])
    var least = Int32.max
    // The timetable limits its times, so none overflows.
    for position in 0..<positions {
      least = min(least, laterTimes[position] &- earlierTimes[position])
    }
    return least
  }
}
