/// Finds Pareto sets of journeys between two ends on the timeline of a date, in two passes. The
/// first pass finds the best times for each number of rides; the second pass, in the opposite
/// direction of time, finds how late each of these journeys can begin.
///
/// With both directions exchanged it finds arrivals by a given time: first how late a journey can
/// leave, then how early it can arrive.
final class ParetoSearch {
  /// A journey of the Pareto set, optimal at both ends.
  struct Entry {
    /// Where the second pass ended, in the time of the second pass.
    var secondPassTime: Int32
    /// Where the first pass ended, in the time of the first pass.
    var firstPassTime: Int32
    var rides: Int
    fileprivate var firstSegment: Int
  }

  /// The entries of the last search. For one departure they are sorted by rides; for a time span
  /// they are those that `refine` was called for.
  private(set) var entries: [Entry] = []
  /// The segments of all entries.
  private var segments: [TripSegment] = []
  let direction: SearchDirection
  let reverseNetwork: RaptorNetwork
  private let labels: Labels
  private let reverseLabels: Labels
  private lazy var unboardedTrips = UnboardedTrips(direction.network)
  /// The memory of `LowerBoundPruning`. It belongs to this object, which outlives the pruning of
  /// each search.
  private let bestArrivals: UnsafeMutableBufferPointer<Int32>

  init(_ direction: SearchDirection, reverse reverseNetwork: RaptorNetwork) {
    self.direction = direction
    self.reverseNetwork = reverseNetwork
    labels = Labels(direction.network)
    reverseLabels = Labels(reverseNetwork)
    bestArrivals = .filled(0, count: RaptorSearch.maximumRides + LowerBounds.levels + 1)
  }

  deinit { bestArrivals.deallocate() }

  /// Finds the Pareto set for journeys that begin at `time` or later, in the time of the first
  /// pass.
  func run(from origins: AccessStops, at time: Int32, to targets: AccessStops) {
    clear()
    var pruning = LowerBoundPruning(
      direction.lowerBounds(to: targets), bestArrivals: bestArrivals)
    let search = firstPass(from: origins, at: time, to: targets, &pruning)
    search.visitParetoSet(pruning) { stop, arrival, rides in
      let boarding = search.firstBoarding(ofJourneyTo: stop, inRound: rides - 1)
      refine(
        from: origins, to: targets, arriving: arrival, rides: rides,
        leaving: boarding.time - (origins.walk(boarding.stop) ?? 0))
    }
  }

  /// Finds every journey that begins within a span of the first pass's time and that no other
  /// journey dominates in beginning, end and rides: the last to begin first, then the fewest rides.
  ///
  /// It runs one search for each departure, from the last to the first, all with the same labels.
  /// Source: rRAPTOR, in the paper named at `RaptorSearch`.
  /// - Parameter body: Receives the beginning, the end and the number of rides; may call `refine`.
  func run(
    from origins: AccessStops, within span: ClosedRange<Int32>, to targets: AccessStops,
    _ body: (_ begin: Int32, _ end: Int32, _ rides: Int) -> Void
  ) {
    clear()
    unboardedTrips.reset()
    let arrivals = reverseNetwork.departures(from: targets, within: .min...(.max)).map { -$0.begin }
    var pruning = LowerBoundPruning(
      direction.lowerBounds(to: targets), bestArrivals: bestArrivals,
      unboardedTrips: unboardedTrips, arrivals: arrivals)
    // A journey that begins after the span may dominate one that begins within it.
    var search = firstPass(from: origins, at: span.upperBound + 1, to: targets, &pruning)
    // A journey with an earlier departure is only better if it also arrives earlier.
    search.visitParetoSet(pruning) { _, time, rides in
      pruning.requireEarlierArrival(than: time, after: rides)
    }
    var departures = direction.network.departures(from: origins, within: span)[...]
    while let latest = departures.first?.begin {
      let earlier = departures.drop { $0.begin == latest }
      let starts = departures[..<earlier.startIndex].lazy.map { (stop: $0.stop, time: $0.time) }
      search.runEarlier(from: starts, &pruning)
      search.visitParetoSet(pruning) { _, time, rides in
        pruning.requireEarlierArrival(than: time, after: rides)
        body(latest, time, rides)
      }
      departures = earlier
    }
  }

  private func clear() {
    entries.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
  }

  private func firstPass(
    from origins: AccessStops, at time: Int32, to targets: AccessStops,
    _ pruning: inout LowerBoundPruning
  ) -> RaptorSearch {
    GreedySearch(direction.network, direction.lowerBounds(to: targets))
      .run(from: origins, at: time, to: targets, &pruning)
    var search = RaptorSearch(direction.network, labels, to: targets)
    search.run(from: origins, at: time, &pruning)
    return search
  }

  /// Runs the second pass for a journey of the first pass, and adds its entry.
  func refine(
    from origins: AccessStops, to targets: AccessStops, arriving time: Int32, rides: Int,
    leaving departure: Int32
  ) {
    var search = RaptorSearch(reverseNetwork, reverseLabels, to: origins)
    var pruning = ReverseLabelPruning(labels: labels, maximumRides: rides, latestEnd: -departure)
    search.run(from: targets, at: -time, maximumRides: rides, &pruning)
    for round in (0..<reverseLabels.count).reversed() {
      guard let end = search.arrival(inRound: round, until: search.bestArrival) else { continue }
      entries.append(
        Entry(
          secondPassTime: end.time, firstPassTime: time, rides: round + 1,
          firstSegment: segments.count))
      // Time is reversed: the last ride of the pass is the first ride of the journey.
      search.trace(to: end.stop, inRound: round) { segments.append($0) }
      return
    }
  }

  /// The segments of an entry, the last one of the second pass first.
  func segments(of entry: Entry) -> ArraySlice<TripSegment> {
    segments[entry.firstSegment..<entry.firstSegment + entry.rides]
  }
}
