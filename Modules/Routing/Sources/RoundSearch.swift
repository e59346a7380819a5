/// Finds the earliest arrivals at a station for every number of rides, one round a ride.
///
/// Source: D. Delling, T. Pajor, R. F. Werneck, "Round-Based Public Transit Routing" (RAPTOR),
/// Transportation Science 49 (3), 2015. Unlike there, a label for boarding is kept apart from the
/// one for arriving: a change takes its time even where it leads back to the same stop, and its
/// times need not satisfy the triangle inequality.
struct RoundSearch: Sendable {
  /// Nobody changes trains more often; only a feed made to do harm would ask for more rounds.
  private static let mostRides = 50

  /// A trip segment of a journey found: from one position of a lane to a later one.
  struct Segment: Sendable {
    var lane: Int32
    var row: Int32
    var boarded: Int32
    var left: Int32
  }

  /// The first arrival that a number of rides makes possible.
  struct Arrival: Sendable {
    var time: Int32
    var segments: [Segment]
  }

  let lanes: Lanes
  private let changes: ChangeTimes
  private let visits: Visits

  init(_ lanes: Lanes, _ changes: ChangeTimes, stopCount: Int) {
    self.lanes = lanes
    self.changes = changes
    self.visits = Visits(lanes, stopCount: stopCount)
  }

  /// The Pareto front of arrival and number of rides, from few rides to many.
  /// - Parameters:
  ///   - origins: The stops where the first ride may begin, at `time` or later.
  ///   - targets: The stops where the last ride may end.
  ///   - changeTime: Seconds a change takes where the feed says nothing.
  func front(
    from origins: Range<Int>, at time: Int32, to targets: Range<Int>, changeTime: Int32
  ) -> [Arrival] {
    var best = Best(stopCount: visits.stopCount)
    var rounds: [Round] = []
    var front: [Arrival] = []
    var round = Round(stopCount: visits.stopCount)
    for stop in origins { round.offerBoarding(at: stop, time, from: -1) }
    while !round.boardable.isEmpty, rounds.count < Self.mostRides {
      for (lane, position) in visits.first(of: round.boardable) {
        scan(lane, from: position, targets: targets, best: &best, round: &round)
      }
      rounds.append(round)
      let reached = targets.filter { round.arrivals[$0] < .max }
      if let stop = reached.min(by: { round.arrivals[$0] < round.arrivals[$1] }) {
        front.append(Arrival(time: round.arrivals[stop], segments: segments(to: stop, in: rounds)))
      }
      round = change(after: round, changeTime: changeTime, best: &best)
    }
    return front
  }

  /// Rides the trips of one lane, always on the earliest that can be caught.
  private func scan(
    _ number: Int32, from position: Int32, targets: Range<Int>, best: inout Best,
    round: inout Round
  ) {
    let lane = lanes.all[Int(number)]
    var row = lane.rows
    var boarded: Int32 = 0
    for position in position..<lane.positions {
      let stop = lanes.stop(lane, at: position)
      if row < lane.rows, lanes.canAlight(lane, at: position) {
        let time = lanes.alighting(lane, row: row, at: position)
        if time < best.arrivals[stop], time < best.target {
          best.arrivals[stop] = time
          if targets.contains(stop) { best.target = time }
          let segment = Segment(lane: number, row: row, boarded: boarded, left: position)
          round.arrive(at: stop, time, by: segment)
        }
      }
      if round.boardings[stop] < .max, lanes.canBoard(lane, at: position) {
        let caught = lanes.earliestRow(
          lane, at: position, after: round.boardings[stop], before: row)
        if let caught {
          row = caught
          boarded = position
        }
      }
    }
  }

  /// The next round's boardings: one change after each arrival of this one.
  private func change(after round: Round, changeTime: Int32, best: inout Best) -> Round {
    var next = Round(stopCount: visits.stopCount)
    for stop in round.reached {
      for change in changes.from(stop) {
        let seconds = change.seconds(default: changeTime)
        let time = round.arrivals[stop] + seconds
        guard time < best.boardings[Int(change.to)], time < best.target else { continue }
        best.boardings[Int(change.to)] = time
        next.offerBoarding(at: Int(change.to), time, from: Int32(stop))
      }
    }
    return next
  }

  private func segments(to stop: Int, in rounds: [Round]) -> [Segment] {
    var segments: [Segment] = []
    var stop = stop
    for round in rounds.reversed() {
      let segment = round.segments[stop]
      segments.append(segment)
      let boarded = lanes.stop(lanes.all[Int(segment.lane)], at: segment.boarded)
      stop = Int(round.changedFrom[boarded])
    }
    return segments.reversed()
  }
}

/// The best times of all rounds so far.
private struct Best {
  var arrivals: [Int32]
  var boardings: [Int32]
  var target = Int32.max

  init(stopCount: Int) {
    arrivals = Array(repeating: .max, count: stopCount)
    boardings = arrivals
  }
}
