import DataSourceInterface
import RoutingInterface

/// The earliest arrival at every station of a day, from one or more stops.
struct EarliestArrivals {
  private let schedule: ServiceDaySchedule
  private let search: RaptorSearch

  /// - Parameter starts: The stops where the first ride may begin, each with its earliest time.
  init(_ schedule: ServiceDaySchedule, from starts: [(stop: Int, time: Int32)]) {
    self.schedule = schedule
    let network = schedule.forward.network
    var search = RaptorSearch(network, Labels(network))
    var pruning = NoPruning()
    search.run(from: starts, &pruning)
    self.search = search
  }

  /// - Parameters:
  ///   - origin: Where every journey begins.
  ///   - time: The earliest departure.
  init(_ schedule: ServiceDaySchedule, from origin: SearchEnd, at time: ServiceTime) {
    let begin = Int32(clamping: time.seconds)
    self.init(schedule, from: schedule.origins(of: origin).stops.map { ($0.stop, begin + $0.walk) })
  }

  /// Whether a journey leads to an end.
  func canReach(_ end: SearchEnd) -> Bool { arrival(at: end) != nil }

  /// The earliest arrival at an end after the walk from its stop; nil where it cannot be reached.
  func arrival(at end: SearchEnd) -> (stop: Int, time: Int32)? {
    let arrivals = search.labels.arrivals
    return schedule.targets(of: end).stops.filter { arrivals[$0.stop] < .max }
      .map { (stop: $0.stop, time: arrivals[$0.stop] + $0.walk) }.min { $0.time < $1.time }
  }

  /// The journey from a station to an end with the earliest arrival; of several, the one with the
  /// fewest rides.
  func journey(from station: Int, to end: SearchEnd) -> Journey? {
    guard let stop = arrival(at: end)?.stop,
      let round = (0..<search.labels.count).first(where: {
        search.labels.rounds[$0].arrivals[stop] == search.labels.arrivals[stop]
      })
    else { return nil }
    var segments: [TripSegment] = []
    search.trace(to: stop, inRound: round) { segments.append($0) }
    return schedule.journey(
      of: schedule.rides(of: segments.reversed(), in: schedule.forward),
      from: .station(station), to: end)
  }
}

/// The latest departure of a day from each station, or from a place, to one destination.
struct LatestDepartures {
  private let schedule: ServiceDaySchedule
  private let labels: Labels

  init(_ schedule: ServiceDaySchedule, to destination: SearchEnd) {
    self.schedule = schedule
    let network = schedule.backward.network
    labels = Labels(network)
    var search = RaptorSearch(network, labels)
    var pruning = NoPruning()
    // Time is reversed, so the negated distant future is before the first train.
    search.run(
      from: schedule.targets(of: destination), at: -RaptorSearch.distantFuture, &pruning)
  }

  /// The latest departure from an end; nil where no train leads to the destination.
  func departure(from end: SearchEnd) -> ServiceTime? {
    let times = schedule.origins(of: end).stops.compactMap { stop, walk in
      labels.arrivals[stop] < .max ? labels.arrivals[stop] + walk : nil
    }
    return forwardTime(times.min())
  }

  /// The latest departure from an end within a span; nil where no journey leaves in it. Other than
  /// in a Pareto set, the journey may be one that a later one dominates.
  func departure(from end: SearchEnd, within span: ClosedRange<ServiceTime>) -> ServiceTime? {
    let network = schedule.forward.network
    let departures = schedule.origins(of: end).stops.flatMap { stop, walk in
      network.stopRoutes.at(stop).compactMap { entry in
        departure(of: entry, in: network, after: walk, within: span.seconds)
      }
    }
    return departures.max().map { schedule.timeline.time(Int($0)) }
  }

  /// The latest beginning of a journey whose first ride begins at a call of a route, with a walk
  /// before the ride.
  private func departure(
    of entry: StopRoutes.Entry, in network: RaptorNetwork, after walk: Int32,
    within span: ClosedRange<Int32>
  ) -> Int32? {
    let route = network.routes[Int(entry.route)]
    let row = (0..<route.rowCount).last { row in
      span.contains(network.departure(route, row, at: entry.position) - walk)
        && leads(toDestination: row, of: route, in: network, from: entry.position)
    }
    return row.map { network.departure(route, $0, at: entry.position) - walk }
  }

  /// Whether a trip reaches the destination, or a later train to it, after a position.
  private func leads(
    toDestination row: Int32, of route: RaptorRoute, in network: RaptorNetwork,
    from position: Int32
  ) -> Bool {
    (position + 1..<route.positionCount).contains { position in
      let call = network.calls[Int(route.firstCall + position)]
      guard call.mayAlight else { return false }
      // Time is reversed, so a boarding is the negated latest arrival.
      return network.arrival(route, row, at: position) <= -labels.boardings[Int(call.stop)]
    }
  }

  /// The latest arrival at a stop that still allows a change to a train to the destination.
  func arrival(at stop: Int) -> ServiceTime? {
    forwardTime(labels.boardings[stop])
  }

  private func forwardTime(_ reversed: Int32?) -> ServiceTime? {
    guard let reversed, reversed < .max else { return nil }
    return schedule.timeline.time(-Int(reversed))
  }
}
