/// Finds some journey quickly, so that the exact search can prune everything that is worse. It
/// always takes the ride with the smallest lower bound of the arrival.
struct GreedySearch {
  private let network: RaptorNetwork
  private let bounds: LowerBounds

  init(_ network: RaptorNetwork, _ bounds: LowerBounds) {
    self.network = network
    self.bounds = bounds
  }

  /// Records in `pruning` one journey for each number of rides that could be useful.
  func run(
    from origins: AccessStops, at time: Int32, to targets: AccessStops,
    _ pruning: inout LowerBoundPruning
  ) {
    var best = LowerBounds.unreachable
    for rides in 1..<LowerBounds.levels {
      let bound = origins.stops.reduce(LowerBounds.unreachable) {
        min($0, $1.walk + bounds.fromBoarding[$1.stop][rides - 1])
      }
      guard bound < best else { continue }
      best = bound
      if let arrival = arrival(from: origins, at: time, to: targets, rides: rides) {
        pruning.recordArrival(arrival, after: rides)
      }
    }
  }

  private func arrival(
    from origins: AccessStops, at time: Int32, to targets: AccessStops, rides: Int
  ) -> Int32? {
    var (stops, time) = (origins, time)
    for remaining in (0..<rides).reversed() {
      guard let ride = bestRide(from: stops, at: time, to: targets, remaining) else { return nil }
      if let walk = targets.walk(ride.stop) { return ride.time + walk }
      guard let change = bestChange(from: ride.stop, remaining) else { return nil }
      stops = AccessStops(Int(change.to)..<Int(change.to) + 1)
      time = ride.time + change.seconds
    }
    return nil
  }

  /// The ride with the earliest possible arrival at the end, with `remaining` rides after it.
  private func bestRide(
    from stops: AccessStops, at time: Int32, to targets: AccessStops, _ remaining: Int
  ) -> (stop: Int, time: Int32)? {
    var best: (stop: Int, time: Int32)?
    var bestBound = RaptorSearch.distantFuture
    for (stop, walk) in stops.stops {
      for entry in network.stopRoutes.at(stop) {
        let route = network.routes[Int(entry.route)]
        let row = network.earliestRow(
          route, at: entry.position, departing: time + walk, before: route.rowCount)
        guard row < route.rowCount else { continue }
        for position in entry.position + 1..<route.positionCount {
          let call = network.calls[Int(route.firstCall + position)]
          let arrival = network.arrival(route, row, at: position)
          guard arrival < bestBound else { break }
          let egress = targets.walk(Int(call.stop))
          guard call.mayAlight, egress != nil || remaining > 0 else { continue }
          let bound =
            egress ?? bounds.fromArrival[Int(call.stop)][remaining - 1]
          if arrival + bound < bestBound {
            bestBound = arrival + bound
            best = (Int(call.stop), arrival)
          }
        }
      }
    }
    return best
  }

  private func bestChange(from stop: Int, _ remaining: Int) -> ChangeTimes.Row? {
    var best: ChangeTimes.Row?
    var bestBound = LowerBounds.unreachable
    for row in network.changes.from(stop) {
      let bound =
        row.seconds + bounds.fromBoarding[Int(row.to)][remaining - 1]
      if bound < bestBound { (bestBound, best) = (bound, row) }
    }
    return best
  }
}
