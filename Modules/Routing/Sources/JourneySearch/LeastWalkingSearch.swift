import DataSourceInterface
import RoutingInterface

/// Finds the journey with the smallest sum of walking and change times, then the best time, then
/// the fewest rides.
///
/// It is not `Sendable`: one thread uses it at a time.
final class LeastWalkingSearch {
  private let schedule: ServiceDaySchedule
  /// When each stop must be left at the latest, of the last search for a departure.
  private var latestTimes: (targets: AccessStops, times: ReachableTimes)?

  init(_ schedule: ServiceDaySchedule) {
    self.schedule = schedule
  }

  /// The best journey for a departure at `time` or later, with its latest departure, or the direct
  /// walk.
  func journey(
    from origin: SearchEnd, to destination: SearchEnd, departingAfter time: ServiceTime
  ) -> Journey? {
    let rides = rideJourney(from: origin, to: destination, departingAfter: time)
    let walk = schedule.directWalk(from: origin, to: destination)?.journey(departingAt: time)
    guard let rides, let walk else { return rides ?? walk }
    return (walk.walking, walk.arrival) <= (rides.walking, rides.arrival) ? walk : rides
  }

  /// The best journey for an arrival at `time` or earlier, with its earliest arrival, or the direct
  /// walk.
  func journey(
    from origin: SearchEnd, to destination: SearchEnd, arrivingBy time: ServiceTime
  ) -> Journey? {
    let rides = rideJourney(from: origin, to: destination, arrivingBy: time)
    let walk = schedule.directWalk(from: origin, to: destination)?.journey(arrivingAt: time)
    guard let rides, let walk else { return rides ?? walk }
    return (walk.walking, rides.departure) <= (rides.walking, walk.departure) ? walk : rides
  }

  /// The best journey by train for a departure at `time` or later, with its latest departure.
  func rideJourney(
    from origin: SearchEnd, to destination: SearchEnd, departingAfter time: ServiceTime
  ) -> Journey? {
    guard !schedule.isAlreadyThere(origin, destination) else { return nil }
    let begin = Int32(clamping: time.seconds)
    let (origins, targets) = (schedule.origins(of: origin), schedule.targets(of: destination))
    let (network, reverse) = (schedule.forward.network, schedule.backward.network)
    let afterOrigins = ReachableTimes(from: origins, at: begin, in: network)
    var forward = LeastWalkingPass(
      from: origins, at: begin, to: targets, until: RaptorSearch.distantFuture, in: network,
      WalkingBounds(
        to: targets, reverse: reverse, after: afterOrigins, before: latestTimes(to: targets)))
    guard let end = forward.journey()?.time else { return nil }
    let beforeTargets = ReachableTimes(from: targets, at: -end, in: reverse)
    var backward = LeastWalkingPass(
      from: targets, at: -end, to: origins, until: -begin, in: reverse,
      WalkingBounds(to: origins, reverse: network, after: beforeTargets, before: afterOrigins))
    return backward.journey().map {
      schedule.journey(
        of: schedule.rides(of: $0.segments.reversed(), in: schedule.backward), from: origin,
        to: destination)
    }
  }

  /// The best journey by train for an arrival at `time` or earlier, with its earliest arrival.
  func rideJourney(
    from origin: SearchEnd, to destination: SearchEnd, arrivingBy time: ServiceTime
  ) -> Journey? {
    guard !schedule.isAlreadyThere(origin, destination) else { return nil }
    let end = Int32(clamping: time.seconds)
    let (origins, targets) = (schedule.origins(of: origin), schedule.targets(of: destination))
    let (network, reverse) = (schedule.forward.network, schedule.backward.network)
    let beforeTargets = ReachableTimes(from: targets, at: -end, in: reverse)
    var backward = LeastWalkingPass(
      from: targets, at: -end, to: origins, until: 0, in: reverse,
      WalkingBounds(
        to: origins, reverse: network, after: beforeTargets,
        before: ReachableTimes(from: origins, at: 0, in: network)))
    guard let begin = backward.journey()?.time else { return nil }
    let afterOrigins = ReachableTimes(from: origins, at: -begin, in: network)
    var forward = LeastWalkingPass(
      from: origins, at: -begin, to: targets, until: end, in: network,
      WalkingBounds(to: targets, reverse: reverse, after: afterOrigins, before: beforeTargets))
    return forward.journey().map {
      schedule.journey(
        of: schedule.rides(of: $0.segments, in: schedule.forward), from: origin, to: destination)
    }
  }

  private func latestTimes(to targets: AccessStops) -> ReachableTimes {
    if let latestTimes, latestTimes.targets == targets { return latestTimes.times }
    // Time is reversed, so the negated distant future is before the first train.
    let times = ReachableTimes(
      from: targets, at: -RaptorSearch.distantFuture, in: schedule.backward.network)
    latestTimes = (targets, times)
    return times
  }
}

/// Finds the journey with the least walking in one direction of time, then the earliest arrival,
/// then the fewest rides.
///
/// Source: P. Hart, N. Nilsson, B. Raphael, "A formal basis for the heuristic determination of
/// minimum cost paths", IEEE Transactions on Systems Science and Cybernetics 4 (2), 1968, with
/// walking, time and rides as one lexicographic cost, and `WalkingBounds` as the estimate of the
/// remaining walking. No trip of a route overtakes another, so only the first trip that can be
/// caught is tried.
private struct LeastWalkingPass {
  /// What the passenger of a label does next.
  private enum State {
    /// Boards at a stop.
    case boarding(Int)
    /// Changes at a stop, or walks from there to the destination.
    case arrival(Int)
    /// Nothing: the journey is complete.
    case destination
  }

  private struct Label: Comparable {
    var state: State
    var walking: Int32
    var time: Int32
    var rides: Int32 = 0
    /// The index of the label before it in `settled`; −1 at the origin.
    var previous: Int32 = -1
    /// The ride before an arrival.
    var segment: TripSegment?
    /// A lower bound of the walking of the whole journey.
    var totalWalking: Int32 = 0

    private var cost: (Int32, Int32, Int32) { (totalWalking, time, rides) }
    static func < (one: Label, other: Label) -> Bool { one.cost < other.cost }
    static func == (one: Label, other: Label) -> Bool { one.cost == other.cost }

    /// Whether another label of the same state cannot lead to a better journey.
    func dominates(_ other: Label) -> Bool {
      walking <= other.walking && time <= other.time && rides <= other.rides
    }
  }

  private let network: RaptorNetwork
  private let targets: AccessStops
  /// The latest useful arrival.
  private let limit: Int32
  private let bounds: WalkingBounds
  private var queue = PriorityQueue<Label>()
  private var settled: [Label] = []
  /// By state, the earliest time of the settled labels.
  private var earliest: [Int32]
  /// By state, the best label that was inserted.
  private var best: [Label?]

  /// - Parameters:
  ///   - begin: The earliest departure.
  ///   - limit: The latest useful arrival.
  init(
    from origins: AccessStops, at begin: Int32, to targets: AccessStops, until limit: Int32,
    in network: RaptorNetwork, _ bounds: WalkingBounds
  ) {
    self.network = network
    self.targets = targets
    self.limit = limit
    self.bounds = bounds
    earliest = Array(repeating: .max, count: 2 * network.stopCount + 1)
    best = Array(repeating: nil, count: earliest.count)
    for (stop, walk) in origins.stops {
      insert(Label(state: .boarding(stop), walking: walk, time: begin + walk))
    }
  }

  /// The best journey: its arrival and its segments, in the order of this direction.
  mutating func journey() -> (time: Int32, segments: [TripSegment])? {
    while let label = queue.popMin() {
      // Earlier labels of this state have no more walking; if they are no later, they dominate.
      let index = index(of: label.state)
      guard label.time < earliest[index] else { continue }
      earliest[index] = label.time
      settled.append(label)
      switch label.state {
      case .boarding(let stop): board(at: stop, label)
      case .arrival(let stop): change(at: stop, label)
      case .destination: return (label.time, segments(of: label))
      }
    }
    return nil
  }

  /// Inserts the arrivals after one ride.
  private mutating func board(at stop: Int, _ label: Label) {
    for entry in network.stopRoutes.at(stop) {
      let route = network.routes[Int(entry.route)]
      let row = network.earliestRow(
        route, at: entry.position, departing: label.time, before: route.rowCount)
      guard row < route.rowCount else { continue }
      for alighting in entry.position + 1..<route.positionCount {
        let call = network.calls[Int(route.firstCall + alighting)]
        guard call.mayAlight else { continue }
        let arrival = network.arrival(route, row, at: alighting)
        guard arrival <= limit else { break }
        let segment = TripSegment(
          route: entry.route, row: row, boarding: entry.position, alighting: alighting)
        insert(
          Label(
            state: .arrival(Int(call.stop)), walking: label.walking, time: arrival,
            rides: label.rides + 1, previous: Int32(settled.count - 1), segment: segment))
      }
    }
  }

  /// Inserts the end of the journey and the boardings after one change.
  private mutating func change(at stop: Int, _ label: Label) {
    func next(_ state: State, after walk: Int32) -> Label {
      Label(
        state: state, walking: label.walking + walk, time: label.time + walk, rides: label.rides,
        previous: Int32(settled.count - 1))
    }
    if let walk = targets.walk(stop) { insert(next(.destination, after: walk)) }
    for change in network.changes.from(stop) {
      insert(next(.boarding(Int(change.to)), after: change.seconds))
    }
  }

  /// Inserts a label if it can lead to the destination in time, and no other one dominates it.
  private mutating func insert(_ label: Label) {
    let remaining: Int32? =
      switch label.state {
      case .boarding(let stop): bounds.afterBoarding(at: stop, label.time)
      case .arrival(let stop): bounds.afterArrival(at: stop, label.time)
      case .destination: label.time <= limit ? 0 : nil
      }
    let index = index(of: label.state)
    guard let remaining, label.time < earliest[index] else { return }
    var label = label
    label.totalWalking = label.walking + remaining
    if let known = best[index] {
      if known.dominates(label) { return }
      if known < label { return queue.insert(label) }
    }
    best[index] = label
    queue.insert(label)
  }

  private func index(of state: State) -> Int {
    switch state {
    case .boarding(let stop): stop
    case .arrival(let stop): network.stopCount + stop
    case .destination: 2 * network.stopCount
    }
  }

  private func segments(of label: Label) -> [TripSegment] {
    var segments: [TripSegment] = []
    var label = label
    while label.previous >= 0 {
      label = settled[Int(label.previous)]
      if let segment = label.segment { segments.append(segment) }
    }
    return segments.reversed()
  }
}
