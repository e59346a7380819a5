/// Finds the earliest arrivals at some stops for each number of rides, in one round per ride.
///
/// Source: D. Delling, T. Pajor, R. F. Werneck, "Round-Based Public Transit Routing" (RAPTOR),
/// Transportation Science 49 (3), 2015. Unlike there, boarding and arriving at a stop have separate
/// labels: a change takes time even where it leads back to the same stop, and change times need not
/// satisfy the triangle inequality.
///
/// A search may keep the labels of searches for later departures. It then finds only the journeys
/// that also arrive earlier than theirs (rRAPTOR in that paper).
struct RaptorSearch {
  /// The maximum number of rides. No real journey needs more; it limits the work on malicious
  /// feeds.
  static let maximumRides = 50
  /// Greater than any time of a journey, and less than `LowerBounds.unreachable`.
  static let distantFuture: Int32 = 1 << 29

  let network: RaptorNetwork
  let labels: Labels
  /// The stops where the journey may end, with the walks from there to its end; none to find the
  /// arrivals at all stops.
  let targets: AccessStops
  /// The earliest end of a journey that the search found.
  private(set) var bestArrival = Int32.max

  init(_ network: RaptorNetwork, _ labels: Labels, to targets: AccessStops = AccessStops(0..<0)) {
    self.network = network
    self.labels = labels
    self.targets = targets
  }

  /// Computes the labels of journeys that begin at `time` or later.
  mutating func run<Rule: Pruning>(
    from origins: AccessStops, at time: Int32, maximumRides: Int = maximumRides,
    _ pruning: inout Rule
  ) {
    labels.clear()
    var round = labels.round(0)
    for (stop, walk) in origins.stops { setOrigin(stop, time + walk, &round, pruning) }
    run(round, maximumRides: maximumRides, &pruning)
  }

  /// Computes the labels of journeys whose first ride begins at one of several stops, each with its
  /// own earliest time.
  mutating func run<Rule: Pruning>(
    from starts: [(stop: Int, time: Int32)], _ pruning: inout Rule
  ) {
    labels.clear()
    runEarlier(from: starts, &pruning)
  }

  /// Improves the labels of previous searches, none of which had an earlier departure.
  mutating func runEarlier<Rule: Pruning>(
    from starts: some Sequence<(stop: Int, time: Int32)>, _ pruning: inout Rule
  ) {
    labels.removeMarks()
    var round = labels.round(0)
    for (stop, time) in starts { setOrigin(stop, time, &round, pruning) }
    run(round, maximumRides: Self.maximumRides, &pruning)
  }

  private func setOrigin<Rule: Pruning>(
    _ stop: Int, _ time: Int32, _ round: inout Round, _ pruning: Rule
  ) {
    guard time < round.boardings[stop], pruning.keepsBoarding(at: stop, time, after: 0) else {
      return
    }
    round.setBoarding(at: stop, time, changedFrom: -1)
    labels.propagateBoarding(at: stop, time, after: 0)
  }

  private mutating func run<Rule: Pruning>(
    _ first: Round, maximumRides: Int, _ pruning: inout Rule
  ) {
    bestArrival = .max
    var round = first
    labels.rounds[0] = round
    for rides in 1...maximumRides where !round.boardableStops.isEmpty {
      scanRoutes(&round, rides, &pruning)
      labels.rounds[rides - 1] = round
      guard rides < maximumRides else { return }
      var next = labels.round(rides)
      relaxChanges(from: round, to: &next, rides, pruning)
      labels.rounds[rides] = next
      round = next
    }
  }

  /// Passes to `body` the segments of the journey to a stop in a round, the last one first.
  func trace(to stop: Int, inRound index: Int, _ body: (TripSegment) -> Void) {
    var stop = stop
    for round in labels.rounds[...index].reversed() {
      let segment = round.segments[stop]
      body(segment)
      let boarded = network.stop(network.routes[Int(segment.route)], at: segment.boarding)
      stop = Int(round.changedFrom[boarded])
    }
  }

  /// Where and when the first ride of the journey to a stop in a round is boarded.
  func firstBoarding(ofJourneyTo stop: Int, inRound index: Int) -> (stop: Int, time: Int32) {
    var boarding = (stop: 0, time: Int32.max)
    trace(to: stop, inRound: index) { segment in
      let route = network.routes[Int(segment.route)]
      boarding = (
        network.stop(route, at: segment.boarding),
        network.departure(route, segment.row, at: segment.boarding)
      )
    }
    return boarding
  }

  /// The earliest end of a journey that the search found in a round, after the walk from its last
  /// stop; nil where the search improved none, or none that ends at `limit` or earlier.
  func arrival(inRound index: Int, until limit: Int32) -> (stop: Int, time: Int32)? {
    let round = labels.rounds[index]
    var earliest: (stop: Int, time: Int32)?
    for (stop, walk) in targets.stops where round.reachedStops.contains(stop) {
      let time = round.arrivals[stop] + walk
      if time <= limit, time < earliest?.time ?? .max { earliest = (stop, time) }
    }
    return earliest
  }

  /// Passes to `body` the Pareto set of arrival and rides at the end, fewest rides first, without
  /// the arrivals that `pruning` knows to be useless.
  func visitParetoSet(
    _ pruning: some Pruning, _ body: (_ stop: Int, _ time: Int32, _ rides: Int) -> Void
  ) {
    var earliest = Int32.max
    for round in 0..<labels.count {
      let limit = pruning.latestArrival(after: round + 1)
      guard let arrival = arrival(inRound: round, until: limit), arrival.time < earliest else {
        continue
      }
      earliest = arrival.time
      body(arrival.stop, arrival.time, round + 1)
    }
  }

  /// Scans every route that the round can board.
  private mutating func scanRoutes<Rule: Pruning>(
    _ round: inout Round, _ rides: Int, _ pruning: inout Rule
  ) {
    var routes = labels.markedRoutes
    let spans = labels.boardingSpans
    let unboarded = pruning.unboardedTrips?.lastTrips(after: rides - 1)
    let latestArrival = pruning.latestArrival(after: rides)
    for mark in 0..<round.boardableStops.count {
      let stop = round.boardableStops[mark]
      let time = round.boardings[stop]
      for index in network.stopRoutes.indices(at: stop) {
        if let unboarded, unboarded[index].departure < time { continue }
        let entry = network.stopRoutes.entries[index]
        guard time <= entry.lastDeparture, entry.firstDeparture <= latestArrival else { continue }
        // Without `unboarded`, it is found where the route is boarded.
        var row = Int32.max
        if let unboarded {
          let trip = unboarded[index].goBack(before: time, at: entry, in: network)
          guard pruning.keepsBoarding(at: stop, trip.departure, after: rides - 1),
            !canBoardLater(entry, trip, round)
          else { continue }
          row = trip.row
        }
        let (route, position) = (Int(entry.route), entry.position)
        if routes.insert(route) {
          spans[route] = Labels.PositionSpan(first: position, last: position, row: row)
        } else if position < spans[route].first {
          (spans[route].first, spans[route].row) = (position, row)
        } else {
          spans[route].last = max(spans[route].last, position)
        }
      }
    }
    for mark in 0..<routes.count {
      let route = routes[mark]
      scanRoute(route, spans[route], &round, rides, &pruning)
    }
    routes.removeAll()
    labels.markedRoutes = routes
  }

  /// Whether a passenger who could board a trip at a call can be at its next stop at least as early
  /// as the trip, and board it there. This is so for most changes to the next train of the same
  /// line.
  ///
  /// Boarding it earlier is useless then: both rides reach the other stops at the same time.
  @inline(__always)
  private func canBoardLater(
    _ entry: StopRoutes.Entry, _ trip: UnboardedTrips.Trip, _ round: Round
  ) -> Bool {
    let route = network.routes[Int(entry.route)]
    let call = network.calls[Int(route.firstCall + entry.position + 1)]
    guard call.mayBoard, entry.position + 2 < route.positionCount else { return false }
    let time = max(round.boardings[Int(call.stop)], round.arrivals[Int(call.stop)])
    // The arrival is seldom in the cache of the processor.
    return time <= trip.departure
      || time <= network.arrival(route, trip.row, at: entry.position + 1)
  }

  /// Rides along one route, always on the earliest trip that can be caught.
  @inline(__always)
  private mutating func scanRoute<Rule: Pruning>(
    _ number: Int, _ span: Labels.PositionSpan, _ round: inout Round, _ rides: Int,
    _ pruning: inout Rule
  ) {
    let route = network.routes[number]
    let latestArrival = pruning.latestArrival(after: rides)
    // `rowCount` means that no trip is boarded.
    var row = min(span.row, route.rowCount)
    var boarding = span.first
    var position = row < route.rowCount ? span.first + 1 : span.first
    while position < route.positionCount {
      let call = network.calls[Int(route.firstCall + position)]
      let stop = Int(call.stop)
      if row < route.rowCount {
        let time = network.arrival(route, row, at: position)
        // A time equal to the best one is kept: another platform may be reached at the same time by
        // a journey that departs later.
        if call.mayAlight, time < round.arrivals[stop], time <= bestArrival,
          time <= latestArrival, case let walk = targets.walk(stop),
          walk != nil || pruning.keepsArrival(at: stop, time, after: rides)
        {
          round.setArrival(
            at: stop, time,
            by: TripSegment(
              route: Int32(number), row: row, boarding: boarding, alighting: position))
          labels.propagateArrival(at: stop, time, after: rides)
          if let walk {
            bestArrival = min(bestArrival, time + walk)
            pruning.recordArrival(time + walk, after: rides)
          }
        } else if time > bestArrival || time > latestArrival
          || (call.mayBoard && !pruning.keepsRiding(at: stop, time, after: rides))
        {
          row = route.rowCount
        }
      }
      // Without a trip, and beyond the last position to board one, the rest of the route is
      // useless.
      guard row < route.rowCount || position <= span.last else { return }
      if call.mayBoard, row > 0, round.boardableStops.contains(stop),
        network.departure(route, row - 1, at: position) >= round.boardings[stop]
      {
        // Beyond the span, a previous search has already boarded the earlier trip.
        guard position <= span.last else { return }
        row = network.earliestRow(
          route, at: position, departing: round.boardings[stop], before: row - 1)
        boarding = position
      }
      position += 1
    }
  }

  /// Computes the boardings of the next round: one change after each arrival of this one.
  private func relaxChanges<Rule: Pruning>(
    from round: Round, to next: inout Round, _ rides: Int, _ pruning: Rule
  ) {
    for mark in 0..<round.reachedStops.count {
      let stop = round.reachedStops[mark]
      let arrival = round.arrivals[stop]
      for change in network.changes.from(stop) {
        let time = arrival + change.seconds
        let other = Int(change.to)
        guard time < next.boardings[other], time < bestArrival,
          pruning.keepsBoarding(at: other, time, after: rides)
        else { continue }
        next.setBoarding(at: other, time, changedFrom: Int32(stop))
        labels.propagateBoarding(at: other, time, after: rides)
      }
    }
  }
}
