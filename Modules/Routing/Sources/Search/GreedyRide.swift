/// Finds some journey quickly, always aboard what promises most, so that a search need not look at
/// anything worse.
struct GreedyRide {
  private let network: Network
  private let bounds: Bounds

  init(_ network: Network, _ bounds: Bounds) {
    self.network = network
    self.bounds = bounds
  }

  /// Tells `pruning` of one journey for each number of rides that could pay.
  func run(
    from origins: Range<Int>, at time: Int32, to targets: Range<Int>, _ pruning: inout BoundPruning
  ) {
    var best = Bounds.unreachable
    for rides in 1..<Bounds.levels {
      let bound = origins.reduce(Bounds.unreachable) {
        min($0, bounds.boarding[$1 * Bounds.levels + rides - 1])
      }
      guard bound < best else { continue }
      best = bound
      if let arrival = arrival(from: origins, at: time, to: targets, rides: rides) {
        pruning.reached(arrival, after: rides)
      }
    }
  }

  private func arrival(
    from origins: Range<Int>, at time: Int32, to targets: Range<Int>, rides: Int
  ) -> Int32? {
    var (stops, time) = (origins, time)
    for left in (0..<rides).reversed() {
      guard let step = step(from: stops, at: time, to: targets, left) else { return nil }
      guard !targets.contains(step.stop) else { return step.time }
      guard let change = change(from: step.stop, left) else { return nil }
      (stops, time) = (Int(change.to)..<Int(change.to) + 1, step.time + change.seconds)
    }
    return nil
  }

  /// The ride that promises the earliest arrival with `left` rides more.
  private func step(
    from stops: Range<Int>, at time: Int32, to targets: Range<Int>, _ left: Int
  ) -> (stop: Int, time: Int32)? {
    var best: (stop: Int, time: Int32)?
    var promise = BoundPruning.never
    for stop in stops {
      for entry in network.boardings.at(stop) {
        let lane = network.lanes[Int(entry.lane)]
        let row = network.earliestRow(
          lane, at: entry.first, departing: time, before: lane.rows)
        guard row < lane.rows else { continue }
        for position in entry.first + 1..<lane.positions {
          let call = network.calls[Int(lane.firstCall + position)]
          let arrival = network.arrival(lane, row, at: position)
          guard arrival < promise else { break }
          let isTarget = targets.contains(Int(call.stop))
          guard call.mayAlight, isTarget || left > 0 else { continue }
          let bound =
            isTarget ? 0 : bounds.arriving[Int(call.stop) * Bounds.levels + left - 1]
          if arrival + bound < promise {
            promise = arrival + bound
            best = (Int(call.stop), arrival)
          }
        }
      }
    }
    return best
  }

  private func change(from stop: Int, _ left: Int) -> ChangeTimes.Row? {
    var best: ChangeTimes.Row?
    var promise = Bounds.unreachable
    for row in network.changes.from(stop) {
      let bound = row.seconds + bounds.boarding[Int(row.to) * Bounds.levels + left - 1]
      if bound < promise { (promise, best) = (bound, row) }
    }
    return best
  }
}
