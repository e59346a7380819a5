extension RaptorNetwork {
  /// The same network with its loop routes cut into rounds, so that a search need not follow a train
  /// that runs in a loop all day. Rounds with the same calls are trips of one route, whichever trips
  /// of the timetable they belong to.
  ///
  /// No useful ride passes the stop where it ends or the stop where it began. Such rides are short,
  /// and each lies within one part: a round, followed by the calls that rides from it can reach.
  var cuttingLoops: RaptorNetwork {
    let loops = loops
    guard loops.contains(true) else { return self }
    var builder = RoundBuilder(self, loops: loops)
    for (route, isLoop) in zip(routes, loops) {
      if isLoop { builder.cut(route) } else { builder.keep(route) }
    }
    return builder.network()
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

/// Collects the routes of a network whose loops are cut.
private struct RoundBuilder {
  /// The part of a trip that has the calls of a round.
  private struct Round {
    /// The trip's route and row in the network with loops.
    var route: RaptorRoute
    var row: Int32
    /// The position of its first call in that route.
    var first: Int32
  }

  private let source: RaptorNetwork
  /// By stop, how many trips of loop routes begin there.
  private let starts: [Int32: Int32]
  private var routes: [RaptorRoute] = []
  private var calls: [RaptorNetwork.Call] = []
  /// The rounds by their calls.
  private var rounds: [(calls: [RaptorNetwork.Call], rounds: [Round])] = []
  /// By the calls of rounds, their index in `rounds`.
  private var indexes: [[RaptorNetwork.Call]: Int] = [:]

  init(_ network: RaptorNetwork, loops: [Bool]) {
    source = network
    starts = zip(network.routes, loops).reduce(into: [:]) { starts, route in
      guard route.1 else { return }
      starts[network.calls[Int(route.0.firstCall)].stop, default: 0] += route.0.rowCount
    }
  }

  /// Adds a route as it is.
  mutating func keep(_ route: RaptorRoute) {
    routes.append(route)
    routes[routes.count - 1].firstCall = Int32(calls.count)
    calls += source.calls(of: route)
  }

  /// Adds the rounds of a loop route. They begin where most trips begin, so that many trips share
  /// the calls of their rounds.
  mutating func cut(_ route: RaptorRoute) {
    let ownCalls = Array(source.calls(of: route))
    let reach = ownCalls.longestUsefulRide
    guard ownCalls.count > reach + 1 else { return keep(route) }
    var first = 0
    while first < ownCalls.count - 1 {
      let end = endOfRound(ownCalls, from: first, reach)
      let reached = ownCalls[end...].prefix(reach).map(\.withoutBoarding)
      add(route, from: Int32(first), Array(ownCalls[first..<end]) + reached)
      first = end
    }
  }

  /// The position after a round: at most `reach` calls later, at the stop where most trips begin.
  ///
  /// Only the first round may be short. Each round has the calls of the next one, too, so many short
  /// ones would need much memory in a malicious feed.
  private func endOfRound(_ calls: [RaptorNetwork.Call], from first: Int, _ reach: Int) -> Int {
    guard first + reach < calls.count else { return calls.count }
    let shortest = first == 0 ? 1 : (reach + 1) / 2
    let ends = (first + shortest...first + reach).map { (starts[calls[$0].stop, default: 0], $0) }
    return ends.max { $0 < $1 }.map(\.1) ?? calls.count
  }

  private mutating func add(
    _ route: RaptorRoute, from first: Int32, _ calls: [RaptorNetwork.Call]
  ) {
    let index = indexes[calls, default: rounds.count]
    if index == rounds.count {
      indexes[calls] = index
      rounds.append((calls, []))
    }
    rounds[index].rounds += (0..<route.rowCount).map { Round(route: route, row: $0, first: first) }
  }

  /// Returns the network of everything that was added.
  mutating func network() -> RaptorNetwork {
    var trips = source.trips
    var timeCount = source.times.arrivals.count
    var added: [(route: RaptorRoute, rounds: [Round])] = []
    for (ownCalls, rounds) in rounds {
      let sorted = rounds.sorted { departure($0, at: 0) < departure($1, at: 0) }
      let lanes = sorted.splitByOvertaking { overtakes($0, $1, positions: ownCalls.count) }
      for lane in lanes {
        let route = RaptorRoute(
          skippedCalls: 0, firstCall: Int32(calls.count), positionCount: Int32(ownCalls.count),
          firstArrival: Int32(timeCount), arrivalStride: Int32(ownCalls.count),
          firstDeparture: Int32(timeCount), firstTrip: Int32(trips.count),
          rowCount: Int32(lane.count))
        timeCount += lane.count * ownCalls.count
        trips += lane.map(trip)
        added.append((route, lane))
      }
      calls += ownCalls
    }
    return RaptorNetwork(
      stopCount: source.stopCount, routes: routes + added.map(\.route), calls: calls,
      times: times(of: added, count: timeCount), trips: trips, changes: source.changes)
  }

  /// The times of the network with loops, followed by those of the rounds.
  private func times(
    of added: [(route: RaptorRoute, rounds: [Round])], count: Int
  ) -> RaptorNetwork.Times {
    RaptorNetwork.Times(count: count) { arrivals, departures in
      _ = arrivals.initialize(fromContentsOf: source.times.arrivals)
      _ = departures.initialize(fromContentsOf: source.times.departures)
      for (route, rounds) in added {
        let first = Int(route.firstArrival)
        let positions = Int(route.positionCount)
        for (row, round) in rounds.enumerated() {
          for position in 0..<positions {
            arrivals[first + row * positions + position] = arrival(round, at: Int32(position))
            departures[first + position * rounds.count + row] = departure(
              round, at: Int32(position))
          }
        }
      }
    }
  }

  private func trip(_ round: Round) -> RaptorNetwork.Trip {
    var trip = source.trips[Int(round.route.firstTrip + round.row)]
    trip.skippedCalls += round.route.skippedCalls + round.first
    return trip
  }

  private func arrival(_ round: Round, at position: Int32) -> Int32 {
    source.arrival(round.route, round.row, at: round.first + position)
  }

  private func departure(_ round: Round, at position: Int32) -> Int32 {
    source.departure(round.route, round.row, at: round.first + position)
  }

  /// Whether `later`, which begins no earlier than `earlier`, is ahead of it at any position.
  private func overtakes(_ later: Round, _ earlier: Round, positions: Int) -> Bool {
    (0..<Int32(positions)).contains { position in
      arrival(later, at: position) < arrival(earlier, at: position)
        || departure(later, at: position) < departure(earlier, at: position)
    }
  }
}

extension RaptorNetwork.Call {
  /// The call, where nobody may board.
  var withoutBoarding: Self {
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
