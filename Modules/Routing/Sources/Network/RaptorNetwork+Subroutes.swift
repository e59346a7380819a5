/// Builds routes that are parts of other routes. A part shares the trips and times of its route,
/// and has calls of its own.
private struct SubrouteBuilder {
  private(set) var routes: [RaptorRoute] = []
  private(set) var calls: [RaptorNetwork.Call] = []

  /// Adds the part of a route that begins at position `first` and has the given calls.
  mutating func append(
    _ route: RaptorRoute, from first: Int, _ ownCalls: some Collection<RaptorNetwork.Call>
  ) {
    guard ownCalls.count > 1 else { return }
    var part = route
    part.skippedCalls += Int32(first)
    part.firstCall = Int32(calls.count)
    part.positionCount = Int32(ownCalls.count)
    part.firstArrival += Int32(first)
    part.firstDeparture += Int32(first) * route.rowCount
    calls += ownCalls
    routes.append(part)
  }
}

extension RaptorNetwork {
  /// A network of two layers, for journeys via one of `waypoints`. The second layer is a copy in
  /// which all stop numbers are higher by `stopCount`. A passenger enters it by riding through a
  /// waypoint or by changing there.
  func via(_ waypoints: Range<Int>) -> RaptorNetwork {
    let offset = Int32(stopCount)
    var parts = SubrouteBuilder()
    for route in routes {
      let before = Array(calls(of: route))
      let after = before.map { call in
        var copy = call
        copy.stop += offset
        return copy
      }
      parts.append(route, from: 0, after)
      var first = 0
      for visit in before.indices where waypoints.contains(Int(before[visit].stop)) {
        if first < visit {
          let rest = after[visit...].map(\.withoutBoarding)
          parts.append(route, from: first, before[first..<visit] + rest)
        }
        first = visit + 1
      }
      parts.append(route, from: first, before[first...])
    }
    let rows = (0..<stopCount).map { Array(changes.from($0)) }
    func inSecondLayer(_ row: ChangeTimes.Row) -> ChangeTimes.Row {
      ChangeTimes.Row(to: row.to + offset, seconds: row.seconds)
    }
    let before = rows.map { $0.map { waypoints.contains(Int($0.to)) ? inSecondLayer($0) : $0 } }
    return RaptorNetwork(
      stopCount: 2 * stopCount, routes: parts.routes, calls: parts.calls, times: times,
      trips: trips, changes: ChangeTimes(before + rows.map { $0.map(inSecondLayer) }))
  }
}
