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

  /// The same network with its longest loop routes split into parts, so that a search need not
  /// follow a train that runs in a loop all day.
  ///
  /// No useful ride passes the stop where it ends or the stop where it began. Such rides are short,
  /// and each lies within one part.
  var splittingLongLoops: RaptorNetwork {
    let loops = loops
    guard loops.contains(true) else { return self }
    var parts = SubrouteBuilder()
    for (route, isLoop) in zip(routes, loops) {
      let ownCalls = Array(calls(of: route))
      let step = isLoop ? ownCalls.longestUsefulRide : ownCalls.count
      guard ownCalls.count > 3 * step else {
        parts.append(route, from: 0, ownCalls)
        continue
      }
      for first in stride(from: 0, to: ownCalls.count - 1, by: step) {
        let overlap = ownCalls[first...].dropFirst(step).prefix(step).map(\.withoutBoarding)
        parts.append(route, from: first, ownCalls[first...].prefix(step) + overlap)
      }
    }
    return RaptorNetwork(
      stopCount: stopCount, routes: parts.routes, calls: parts.calls, times: times, trips: trips,
      changes: changes)
  }

  /// For each route whether it calls at a stop twice.
  private var loops: [Bool] {
    var lastRoute = [Int](repeating: -1, count: stopCount)
    return routes.indices.map { number in
      var isLoop = false
      for call in calls(of: routes[number]) {
        if lastRoute[Int(call.stop)] == number { isLoop = true }
        lastRoute[Int(call.stop)] = number
      }
      return isLoop
    }
  }
}

extension RaptorNetwork.Call {
  fileprivate var withoutBoarding: Self {
    var copy = self
    copy.mayBoard = false
    return copy
  }
}

extension [RaptorNetwork.Call] {
  /// How many positions the longest ride spans that passes neither of its two stops on the way.
  fileprivate var longestUsefulRide: Int {
    let stops = map { Int($0.stop) }
    var lastVisit = [Int](repeating: 0, count: 1 + (stops.max() ?? 0))
    var previous = [Int](repeating: 0, count: count)
    for index in indices where self[index].mayAlight {
      previous[index] = lastVisit[stops[index]]
      lastVisit[stops[index]] = index
    }
    var nextVisit = [Int](repeating: count, count: lastVisit.count)
    var next = [Int](repeating: count, count: count)
    for index in indices.reversed() where self[index].mayBoard {
      next[index] = nextVisit[stops[index]]
      nextVisit[stops[index]] = index
    }
    return indices.reduce(1) { longest, end in
      let begin = (previous[end]..<end).first { self[$0].mayBoard && next[$0] >= end } ?? end
      return Swift.max(longest, end - begin)
    }
  }
}
