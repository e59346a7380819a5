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
    /// Its first entry in `segments`.
    var firstSegment: Int

    fileprivate var range: Range<Int> { firstSegment..<firstSegment + rides }
  }

  /// The entries found last, from few rides to many.
  private(set) var entries: [Entry] = []
  /// The rides of all entries.
  private var segments: [Segment] = []
  let first: Heading
  let second: Network
  /// What the search before found, as far as it still counts.
  private var survivors: [Entry] = []
  private var survivingSegments: [Segment] = []
  private var last: (origins: Range<Int>, targets: Range<Int>, time: Int32)?
  private let firstLabels: Labels
  private let secondLabels: Labels
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
    keepSurvivors(from: origins, at: time, to: targets)
    let bounds = first.bounds(to: targets)
    var pruning = BoundPruning(bounds, limits: limits)
    for entry in survivors { pruning.reached(entry.time, after: entry.rides) }
    GreedyRide(first.network, bounds).run(from: origins, at: time, to: targets, &pruning)
    var search = RoundSearch(first.network, firstLabels, to: targets)
    search.run(from: origins, at: time, &pruning)
    for round in 0..<firstLabels.count {
      guard let arrival = search.arrival(inRound: round),
        arrival.time < entries.last?.time ?? .max
      else { continue }
      if let known = survivors.first(where: { $0.rides == round + 1 && $0.time == arrival.time }) {
        append(known, segments: survivingSegments[known.range])
      } else {
        let begin = search.begin(of: arrival.stop, inRound: round)
        refine(origins, targets, arrival.time, rides: round + 1, latest: -begin)
      }
    }
  }

  /// Asked for the same stations at a later time, as for a whole day, what has not left yet is found
  /// again.
  private func keepSurvivors(from origins: Range<Int>, at time: Int32, to targets: Range<Int>) {
    swap(&entries, &survivors)
    swap(&segments, &survivingSegments)
    entries.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
    let isLater = last.map { $0.origins == origins && $0.targets == targets && $0.time <= time }
    survivors.removeAll { isLater != true || $0.end > -time }
    last = (origins, targets, time)
  }

  /// The rides of an entry, as the second pass met them.
  func segments(of entry: Entry) -> ArraySlice<Segment> { segments[entry.range] }

  private func append(_ entry: Entry, segments own: some Collection<Segment>) {
    var entry = entry
    entry.firstSegment = segments.count
    entries.append(entry)
    segments.append(contentsOf: own)
  }

  /// Runs the second pass for an arrival that the first one found.
  private func refine(
    _ origins: Range<Int>, _ targets: Range<Int>, _ arrival: Int32, rides: Int, latest: Int32
  ) {
    var search = RoundSearch(second, secondLabels, to: origins)
    var pruning = LabelPruning(labels: firstLabels, mostRides: rides, latest: latest)
    search.run(from: targets, at: -arrival, mostRides: rides, &pruning)
    for round in (0..<secondLabels.count).reversed() {
      guard let end = search.arrival(inRound: round) else { continue }
      entries.append(
        Entry(end: end.time, time: arrival, rides: round + 1, firstSegment: segments.count))
      // Against time, the last ride of the pass is the first one of the journey.
      search.trace(to: end.stop, inRound: round) { segments.append($0) }
      return
    }
  }
}
