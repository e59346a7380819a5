/// Finds the earliest arrivals at a station for every number of rides, one round a ride.
///
/// Source: D. Delling, T. Pajor, R. F. Werneck, "Round-Based Public Transit Routing" (RAPTOR),
/// Transportation Science 49 (3), 2015. Unlike there, a label for boarding is kept apart from the
/// one for arriving: a change takes its time even where it leads back to the same stop, and its
/// times need not satisfy the triangle inequality.
///
/// A search may keep the labels of those before it, if it begins earlier than they did: it finds only
/// what arrives earlier, too (there: rRAPTOR).
struct RoundSearch {
  /// Nobody changes trains more often; only a feed made to do harm would ask for more rounds.
  static let mostRides = 50

  let network: Network
  let labels: Labels
  /// The stops where the last ride may end; none to reach all that can be reached.
  let targets: Range<Int>
  private var best = Int32.max

  init(_ network: Network, _ labels: Labels, to targets: Range<Int>) {
    self.network = network
    self.labels = labels
    self.targets = targets
  }

  /// Writes down every label that counts, where the first ride may begin at `time` or later.
  /// - Parameter mostRides: How many rides are tried.
  mutating func run<Rule: Pruning>(
    from origins: Range<Int>, at time: Int32, mostRides: Int = mostRides, _ pruning: inout Rule
  ) {
    labels.clear()
    var round = labels.round(0)
    for stop in origins { begin(at: stop, time, &round, pruning) }
    run(round, mostRides: mostRides, &pruning)
  }

  /// Writes down every label that counts, where the first ride may begin at each stop at a time of
  /// its own or later.
  mutating func run<Rule: Pruning>(
    from starts: [(stop: Int, time: Int32)], _ pruning: inout Rule
  ) {
    labels.clear()
    runEarlier(from: starts, &pruning)
  }

  /// Writes down every label that is better than those of the searches before, none of which began
  /// earlier.
  mutating func runEarlier<Rule: Pruning>(
    from starts: some Sequence<(stop: Int, time: Int32)>, _ pruning: inout Rule
  ) {
    labels.removeMarks()
    var round = labels.round(0)
    for (stop, time) in starts { begin(at: stop, time, &round, pruning) }
    run(round, mostRides: Self.mostRides, &pruning)
  }

  private func begin<Rule: Pruning>(
    at stop: Int, _ time: Int32, _ round: inout Round, _ pruning: Rule
  ) {
    guard time < round.boardings[stop], pruning.keepsBoarding(at: stop, time, after: 0) else {
      return
    }
    round.board(at: stop, time, from: -1)
    labels.spreadBoarding(at: stop, time, after: 0)
  }

  private mutating func run<Rule: Pruning>(
    _ first: Round, mostRides: Int, _ pruning: inout Rule
  ) {
    best = .max
    var round = first
    labels.rounds[0] = round
    for rides in 1...mostRides where !round.boardable.isEmpty {
      ride(&round, rides, &pruning)
      labels.rounds[rides - 1] = round
      guard rides < mostRides else { return }
      var next = labels.round(rides)
      change(from: round, to: &next, rides, pruning)
      labels.rounds[rides] = next
      round = next
    }
  }

  /// Gives `body` the rides that lead to a stop in a round, the last one first.
  func trace(to stop: Int, inRound index: Int, _ body: (Segment) -> Void) {
    var stop = stop
    for round in labels.rounds[...index].reversed() {
      let segment = round.segments[stop]
      body(segment)
      let boarded = network.stop(network.lanes[Int(segment.lane)], at: segment.boarded)
      stop = Int(round.changedFrom[boarded])
    }
  }

  /// When the first of the rides departs that lead to a stop in a round.
  func begin(of stop: Int, inRound index: Int) -> Int32 {
    var begin = Int32.max
    trace(to: stop, inRound: index) { segment in
      let lane = network.lanes[Int(segment.lane)]
      begin = network.departure(lane, segment.row, at: segment.boarded)
    }
    return begin
  }

  /// The earliest arrival at a target that the search found in a round, and where; nil where it found
  /// none better than what it knew.
  func arrival(inRound index: Int) -> (stop: Int, time: Int32)? {
    let round = labels.rounds[index]
    var earliest: (stop: Int, time: Int32)?
    for stop in targets
    where round.reached.contains(stop) && round.arrivals[stop] < earliest?.time ?? .max {
      earliest = (stop, round.arrivals[stop])
    }
    return earliest
  }

  /// Gives `body` the arrivals at a target that the search found and that no fewer rides reach as
  /// early, from few rides to many.
  func visitFront(_ body: (_ stop: Int, _ time: Int32, _ rides: Int) -> Void) {
    var earliest = Int32.max
    for round in 0..<labels.count {
      guard let arrival = arrival(inRound: round), arrival.time < earliest else { continue }
      earliest = arrival.time
      body(arrival.stop, arrival.time, round + 1)
    }
  }

  /// Rides every lane that the round may board.
  private mutating func ride<Rule: Pruning>(
    _ round: inout Round, _ rides: Int, _ pruning: inout Rule
  ) {
    var lanes = labels.lanes
    let spans = labels.laneSpans
    let departures = pruning.newTrains?.departures(after: rides - 1)
    let latest = pruning.latest(after: rides)
    for mark in 0..<round.boardable.count {
      let stop = round.boardable[mark]
      let time = round.boardings[stop]
      for index in network.boardings.indices(at: stop) {
        if let departures, departures[index] < time { continue }
        let entry = network.boardings.entries[index]
        guard time <= entry.closes, entry.opens <= latest else { continue }
        if let departures {
          departures[index] = network.latestDeparture(entry, before: time)
        }
        let lane = Int(entry.lane)
        if lanes.insert(lane) {
          spans[lane] = Labels.Span(first: entry.first, last: entry.last)
        } else {
          spans[lane].first = min(spans[lane].first, entry.first)
          spans[lane].last = max(spans[lane].last, entry.last)
        }
      }
    }
    for mark in 0..<lanes.count {
      let lane = lanes[mark]
      scan(lane, spans[lane], &round, rides, &pruning)
    }
    lanes.removeAll()
    labels.lanes = lanes
  }

  /// Rides the trips of one lane, always on the earliest that can be caught.
  @inline(__always)
  private mutating func scan<Rule: Pruning>(
    _ number: Int, _ span: Labels.Span, _ round: inout Round, _ rides: Int, _ pruning: inout Rule
  ) {
    let lane = network.lanes[number]
    let latest = pruning.latest(after: rides)
    var row = lane.rows
    var boarded: Int32 = 0
    var position = span.first
    while position < lane.positions {
      let call = network.calls[Int(lane.firstCall + position)]
      let stop = Int(call.stop)
      if row < lane.rows {
        let time = network.arrival(lane, row, at: position)
        // Another platform may be reached at the best time too, by who left later.
        if call.mayAlight, time < round.arrivals[stop], time <= best, time <= latest,
          targets.contains(stop) || pruning.keepsArrival(at: stop, time, after: rides)
        {
          round.arrive(
            at: stop, time,
            by: Segment(lane: Int32(number), row: row, boarded: boarded, left: position))
          labels.spreadArrival(at: stop, time, after: rides)
          if targets.contains(stop) {
            best = time
            pruning.reached(time, after: rides)
          }
        } else if time > best || time > latest
          || (call.mayBoard && !pruning.keepsRiding(at: stop, time, after: rides))
        {
          row = lane.rows
        }
      }
      // Where nobody is on board and nobody boards any more, there is nothing to be seen.
      guard row < lane.rows || position <= span.last else { return }
      if call.mayBoard, row > 0, round.boardable.contains(stop),
        network.departure(lane, row - 1, at: position) >= round.boardings[stop]
      {
        // Beyond what the round boards for the first time, the earlier train is known.
        guard position <= span.last else { return }
        row = network.earliestRow(
          lane, at: position, departing: round.boardings[stop], before: row - 1)
        boarded = position
      }
      position += 1
    }
  }

  /// The next round's boardings: one change after each arrival of this one.
  private func change<Rule: Pruning>(
    from round: Round, to next: inout Round, _ rides: Int, _ pruning: Rule
  ) {
    for mark in 0..<round.reached.count {
      let stop = round.reached[mark]
      let arrival = round.arrivals[stop]
      for change in network.changes.from(stop) {
        let time = arrival + change.seconds
        let other = Int(change.to)
        guard time < next.boardings[other], time < best,
          pruning.keepsBoarding(at: other, time, after: rides)
        else { continue }
        next.board(at: other, time, from: Int32(stop))
        labels.spreadBoarding(at: other, time, after: rides)
      }
    }
  }
}
