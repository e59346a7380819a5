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

  /// The latest arrival at a stop that still allows a change to a train to the destination.
  func arrival(at stop: Int) -> ServiceTime? {
    forwardTime(labels.boardings[stop])
  }

  private func forwardTime(_ reversed: Int32?) -> ServiceTime? {
    guard let reversed, reversed < .max else { return nil }
    return ServiceTime(seconds: -Int(reversed))
  }
}
