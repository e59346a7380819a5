/// Lower bounds of the walking from each stop to an end of journeys: the walking that it takes if a
/// suitable train leaves at once everywhere.
///
/// Source: E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik
/// 1, 1959.
struct WalkingBounds {
  /// By stop, the least walking after boarding there; nil where the end cannot be reached.
  private var afterBoarding: [Int32?]
  /// By stop, the least walking after an arrival there.
  private var afterArrival: [Int32?]
  /// When each stop must be left, in the opposite direction of time.
  private let before: ReachableTimes

  /// - Parameters:
  ///   - network: The network in the opposite direction of time.
  ///   - after: When each stop is reached from the other end of the journeys.
  ///   - before: When each stop must be left, in the opposite direction of time.
  init(
    to targets: AccessStops, reverse network: RaptorNetwork, after: ReachableTimes,
    before: ReachableTimes
  ) {
    self.before = before
    afterBoarding = Array(repeating: nil, count: network.stopCount)
    afterArrival = afterBoarding
    // By route, the first position that was passed on the way from another stop. The positions
    // after it need not be passed again, because that walking was less.
    var passed = network.routes.map(\.positionCount)
    var queue = PriorityQueue<Arrival>()
    // By stop, the least walking among the arrivals that were inserted.
    var inserted = [Int32](repeating: .max, count: network.stopCount)
    func insert(_ arrival: Arrival) {
      guard arrival.walking < inserted[arrival.stop] else { return }
      inserted[arrival.stop] = arrival.walking
      queue.insert(arrival)
    }
    for (stop, walk) in targets.stops { insert(Arrival(stop: stop, walking: walk)) }
    while let arrival = queue.popMin() {
      guard afterArrival[arrival.stop] == nil else { continue }
      afterArrival[arrival.stop] = arrival.walking
      for entry in network.stopRoutes.at(arrival.stop)
      where entry.lastDeparture >= before.boardings[arrival.stop] {
        let route = network.routes[Int(entry.route)]
        let first = entry.position + 1
        for position in first..<max(first, passed[Int(entry.route)]) {
          let call = network.calls[Int(route.firstCall + position)]
          let stop = Int(call.stop)
          guard call.mayAlight, afterBoarding[stop] == nil,
            network.arrival(route, 0, at: position) <= -after.boardings[stop]
          else { continue }
          afterBoarding[stop] = arrival.walking
          for change in network.changes.from(stop) {
            insert(Arrival(stop: Int(change.to), walking: arrival.walking + change.seconds))
          }
        }
        passed[Int(entry.route)] = min(passed[Int(entry.route)], first)
      }
    }
  }

  /// An arrival at a stop, and the least walking after it.
  private struct Arrival: Comparable {
    var stop: Int
    var walking: Int32

    static func < (one: Arrival, other: Arrival) -> Bool { one.walking < other.walking }
    static func == (one: Arrival, other: Arrival) -> Bool { one.walking == other.walking }
  }

  /// The least walking after boarding at a stop at `time`; nil if the end cannot be reached in
  /// time.
  func afterBoarding(at stop: Int, _ time: Int32) -> Int32? {
    before.arrivals[stop] <= -time ? afterBoarding[stop] : nil
  }

  /// The least walking after an arrival at a stop at `time`; nil if the end cannot be reached in
  /// time.
  func afterArrival(at stop: Int, _ time: Int32) -> Int32? {
    before.boardings[stop] <= -time ? afterArrival[stop] : nil
  }
}

/// When each stop is reached from an end of journeys, with any amount of walking.
struct ReachableTimes {
  /// By stop, the earliest boarding.
  let boardings: [Int32]
  /// By stop, the earliest arrival.
  let arrivals: [Int32]

  init(from origins: AccessStops, at time: Int32, in network: RaptorNetwork) {
    var search = RaptorSearch(network, Labels(network))
    var pruning = NoPruning()
    search.run(from: origins, at: time, &pruning)
    boardings = Array(search.labels.boardings)
    arrivals = Array(search.labels.arrivals)
  }
}
