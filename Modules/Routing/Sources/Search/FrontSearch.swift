/// Finds Pareto fronts on one day of trains, in two passes: one finds the best times with any number
/// of rides, the other, against time, how late one may leave for each of them.
///
/// Headed the other way, it answers *arrive by*: first how late one may leave, then how early each
/// of these arrives.
final class FrontSearch {
  /// A journey of the front: it is as good as it can be at both ends.
  struct Entry {
    /// Where the second pass ended, in the time of the second pass.
    var end: Int32
    /// Where the first pass ended, in the time of the first pass.
    var time: Int32
    var rides: Int
    fileprivate var firstSegment: Int
  }

  /// The entries found last: of one departure from few rides to many; of a span, those that `refine`
  /// was asked for.
  private(set) var entries: [Entry] = []
  /// The rides of all entries.
  private var segments: [Segment] = []
  let first: Heading
  let second: Network
  private let firstLabels: Labels
  private let secondLabels: Labels
  private lazy var newTrains = NewTrains(first.network)
  private let limits: UnsafeMutableBufferPointer<Int32>

  init(_ first: Heading, then second: Network) {
    self.first = first
    self.second = second
    firstLabels = Labels(first.network)
    secondLabels = Labels(second)
    limits = .filled(0, count: RoundSearch.mostRides + Bounds.levels + 1)
  }

  deinit { limits.deallocate() }

  /// Finds the front between two stations, given by their stops, in the time of the first pass.
  func run(from origins: Range<Int>, at time: Int32, to targets: Range<Int>) {
    clear()
    var pruning = BoundPruning(first.bounds(to: targets), limits: limits)
    let search = firstPass(from: origins, at: time, to: targets, &pruning)
    search.visitFront { stop, arrival, rides in
      let begin = search.begin(of: stop, inRound: rides - 1)
      refine(from: origins, to: targets, arriving: arrival, rides: rides, leaving: begin)
    }
  }

  /// Finds every journey that begins within a span of the first pass's time and that no other beats
  /// in beginning, end and rides: the last to begin come first, of them those with few rides.
  ///
  /// Source: D. Delling, T. Pajor, R. F. Werneck, as for `RoundSearch`: one search for each time at
  /// which a train leaves, from the last to the first, all with the same labels.
  /// - Parameter body: Is given the beginning, the end and the number of rides, and may `refine` them.
  func run(
    from origins: Range<Int>, within span: ClosedRange<Int32>, to targets: Range<Int>,
    _ body: (_ begin: Int32, _ end: Int32, _ rides: Int) -> Void
  ) {
    clear()
    newTrains.reset()
    var pruning = BoundPruning(first.bounds(to: targets), limits: limits, newTrains: newTrains)
    // What begins after the span may be better than what begins in it.
    var search = firstPass(from: origins, at: span.upperBound + 1, to: targets, &pruning)
    // What is better arrives with an earlier train.
    let arrivals = second.departures(from: targets, within: .min...(.max)).map { -$0.time }
    func demandBetter(than time: Int32, _ rides: Int) {
      pruning.reached(arrivals.last { $0 < time } ?? -BoundPruning.never, after: rides)
    }
    search.visitFront { _, time, rides in demandBetter(than: time, rides) }
    var departures = first.network.departures(from: origins, within: span)[...]
    while let latest = departures.first?.time {
      let others = departures.drop { $0.time == latest }
      search.runEarlier(from: departures[..<others.startIndex], &pruning)
      search.visitFront { _, time, rides in
        demandBetter(than: time, rides)
        body(latest, time, rides)
      }
      departures = others
    }
  }

  private func clear() {
    entries.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
  }

  private func firstPass(
    from origins: Range<Int>, at time: Int32, to targets: Range<Int>, _ pruning: inout BoundPruning
  ) -> RoundSearch {
    GreedyRide(first.network, first.bounds(to: targets))
      .run(from: origins, at: time, to: targets, &pruning)
    var search = RoundSearch(first.network, firstLabels, to: targets)
    search.run(from: origins, at: time, &pruning)
    return search
  }

  /// Runs the second pass for a journey that the first one found, and adds its entry.
  func refine(
    from origins: Range<Int>, to targets: Range<Int>, arriving time: Int32, rides: Int,
    leaving begin: Int32
  ) {
    var search = RoundSearch(second, secondLabels, to: origins)
    var pruning = LabelPruning(labels: firstLabels, mostRides: rides, latest: -begin)
    search.run(from: targets, at: -time, mostRides: rides, &pruning)
    for round in (0..<secondLabels.count).reversed() {
      guard let end = search.arrival(inRound: round) else { continue }
      entries.append(
        Entry(end: end.time, time: time, rides: round + 1, firstSegment: segments.count))
      // Against time, the last ride of the pass is the first one of the journey.
      search.trace(to: end.stop, inRound: round) { segments.append($0) }
      return
    }
  }

  /// The rides of an entry, as the second pass met them.
  func segments(of entry: Entry) -> ArraySlice<Segment> {
    segments[entry.firstSegment..<entry.firstSegment + entry.rides]
  }
}
