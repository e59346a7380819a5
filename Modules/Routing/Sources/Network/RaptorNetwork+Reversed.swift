extension RaptorNetwork {
  /// The same trains with time and direction reversed: times are negated, boarding and alighting
  /// are exchanged, positions and rows count from the end. The earliest arrival there is the latest
  /// departure here.
  var reversed: RaptorNetwork {
    var reversedRoutes = routes
    var reversedCalls: [Call] = []
    var reversedTrips: [Trip] = []
    var timeCount = 0
    for (number, route) in routes.enumerated() {
      reversedRoutes[number].firstCall = Int32(reversedCalls.count)
      reversedRoutes[number].firstArrival = Int32(timeCount)
      reversedRoutes[number].arrivalStride = route.positionCount
      reversedRoutes[number].firstDeparture = Int32(timeCount)
      reversedRoutes[number].firstTrip = Int32(reversedTrips.count)
      for call in calls(of: route).reversed() {
        reversedCalls.append(
          Call(stop: call.stop, mayBoard: call.mayAlight, mayAlight: call.mayBoard))
      }
      reversedTrips += trips[Int(route.firstTrip)..<Int(route.firstTrip + route.rowCount)]
        .reversed()
      timeCount += Int(route.rowCount) * Int(route.positionCount)
    }
    return RaptorNetwork(
      stopCount: stopCount, routes: reversedRoutes, calls: reversedCalls,
      times: reversedTimes(reversedRoutes, count: timeCount), trips: reversedTrips,
      changes: changes.reversed)
  }

  private func reversedTimes(_ reversedRoutes: [RaptorRoute], count: Int) -> Times {
    Times(count: count) { arrivals, departures in
      // Safe: the pointers are only used within the closures.
      times.arrivals.withUnsafeBufferPointer { ownArrivals in
        times.departures.withUnsafeBufferPointer { ownDepartures in
          for (route, reversedRoute) in zip(routes, reversedRoutes) {
            let (rows, positions) = (Int(route.rowCount), Int(route.positionCount))
            let last = Int(reversedRoute.firstArrival) + rows * positions - 1
            for row in 0..<rows {
              let arrival = Int(route.firstArrival) + row * Int(route.arrivalStride)
              let departure = Int(route.firstDeparture) + row
              for position in 0..<positions {
                arrivals[last - row * positions - position] =
                  -ownDepartures[departure + position * rows]
                departures[last - position * rows - row] = -ownArrivals[arrival + position]
              }
            }
          }
        }
      }
    }
  }
}
