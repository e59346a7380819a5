/// Finds the earliest arrivals at a station for every number of rides, one round a ride.
///
/// Source: D. Delling, T. Pajor, R. F. Werneck, "Round-Based Public Transit Routing" (RAPTOR),
/// Transportation Science 49 (3), 2015. Unlike there, a label for boarding is kept apart from the
/// one for arriving: a change takes its time even where it leads back to the same stop, and its
/// times need not satisfy the triangle inequality.
struct RoundSearch: Sendable {
  /// One trip of a journey found: from one position of a lane to a later one.
  struct Ride: Sendable {
    var lane: Int32
    var row: Int32
    var boarded: Int32
    var left: Int32
  }

  /// The first arrival that a number of rides makes possible.
  struct Arrival: Sendable {
    var time: Int32
    var rides: [Ride]
  }

  let lanes: Lanes
  private let walks: Walks
  private let visits: Visits

  init(_ lanes: Lanes, _ walks: Walks, stopCount: Int) {
    self.lanes = lanes
    self.walks = walks
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
    while !round.boardable.isEmpty {
      for (lane, position) in visits.first(of: round.boardable) {
        scan(lane, from: position, targets: targets, best: &best, round: &round)
      }
      rounds.append(round)
      let reached = targets.filter { round.arrivals[$0] < .max }
      if let stop = reached.min(by: { round.arrivals[$0] < round.arrivals[$1] }) {
        front.append(Arrival(time: round.arrivals[stop], rides: rides(to: stop, in: rounds)))
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
    let lane = lanes.lanes[Int(number)]
    var row = lane.rows
    var boarded: Int32 = 0
    for position in position..<lane.positions {
      let stop = Int(lanes.stops[Int(lane.firstPosition + position)])
      let rules = lanes.rules[Int(lane.firstPosition + position)]
      if row < lane.rows, rules.canAlight {
        let time = lanes.alighting[lane.cell(row, position)]
        if time < best.arrivals[stop], time < best.target {
          best.arrivals[stop] = time
          if targets.contains(stop) { best.target = time }
          let ride = Ride(lane: number, row: row, boarded: boarded, left: position)
          round.arrive(at: stop, time, by: ride)
        }
      }
      if rules.canBoard, round.boardings[stop] < .max {
        let caught = lanes.earliestRow(
          in: lane, at: position, after: round.boardings[stop], before: row)
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
      for walk in walks.from(stop) {
        let seconds = walk.seconds == Walks.defaultTime ? changeTime : walk.seconds
        let time = round.arrivals[stop] + seconds
        guard time < best.boardings[Int(walk.to)], time < best.target else { continue }
        best.boardings[Int(walk.to)] = time
        next.offerBoarding(at: Int(walk.to), time, from: Int32(stop))
      }
    }
    return next
  }

  private func rides(to stop: Int, in rounds: [Round]) -> [Ride] {
    var rides: [Ride] = []
    var stop = stop
    for round in rounds.reversed() {
      let ride = round.rides[stop]
      rides.append(ride)
      let lane = lanes.lanes[Int(ride.lane)]
      let boarded = Int(lanes.stops[Int(lane.firstPosition + ride.boarded)])
      stop = Int(round.changedFrom[boarded])
    }
    return rides.reversed()
  }
}

extension Lanes.Lane {
  /// Where the times of a trip at a position are.
  func cell(_ row: Int32, _ position: Int32) -> Int {
    Int(firstCell) + Int(row) * Int(positions) + Int(position)
  }
}

extension Lanes {
  /// The first trip of a lane that can be boarded at a position at `time` or later, if it comes
  /// before `limit`.
  fileprivate func earliestRow(
    in lane: Lane, at position: Int32, after time: Int32, before limit: Int32
  ) -> Int32? {
    guard limit > 0, boarding[lane.cell(limit - 1, position)] >= time else { return nil }
    var low: Int32 = 0
    var high = limit - 1
    while low < high {
      let middle = (low + high) / 2
      if boarding[lane.cell(middle, position)] >= time { high = middle } else { low = middle + 1 }
    }
    return low
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
