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
    var search = RaptorSearch(network, Labels(network), to: 0..<0)
    var pruning = NoPruning()
    search.run(from: starts, &pruning)
    self.search = search
  }

  /// The earliest arrival at a station, with its stop; nil where the station cannot be reached.
  func arrival(at station: Int) -> (stop: Int, time: Int32)? {
    let arrivals = search.labels.arrivals
    let stop = schedule.targets(of: station).min { arrivals[$0] < arrivals[$1] }
    return stop.flatMap { arrivals[$0] < .max ? ($0, arrivals[$0]) : nil }
  }

  /// The journey with the earliest arrival; of several, the one with the fewest rides.
  func journey(to station: Int) -> Journey? {
    guard let (stop, time) = arrival(at: station),
      let round = (0..<search.labels.count).first(where: {
        search.labels.rounds[$0].arrivals[stop] == time
      })
    else { return nil }
    var segments: [TripSegment] = []
    search.trace(to: stop, inRound: round) { segments.append($0) }
    return schedule.journey(of: schedule.rides(of: segments.reversed(), in: schedule.forward))
  }
}

/// The latest departure of a day from each station to one destination.
struct LatestDepartures {
  private let schedule: ServiceDaySchedule
  private let labels: Labels

  init(_ schedule: ServiceDaySchedule, to destination: Int) {
    self.schedule = schedule
    let network = schedule.backward.network
    labels = Labels(network)
    var search = RaptorSearch(network, labels, to: 0..<0)
    var pruning = NoPruning()
    // Time is reversed, so the negated distant future is before the first train.
    search.run(
      from: schedule.targets(of: destination), at: -RaptorSearch.distantFuture, &pruning)
  }

  /// The latest departure from a station; nil where no train leads to the destination.
  func departure(from station: Int) -> ServiceTime? {
    forwardTime(schedule.origins(of: station).map { labels.arrivals[$0] }.min())
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
