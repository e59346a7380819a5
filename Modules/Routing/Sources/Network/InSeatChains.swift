import DataSourceInterface

/// Trips that one train runs one after the other, so that passengers may stay on it.
struct InSeatChain: Sendable {
  /// One of the trips, with its place in the chain.
  struct Part: Sendable {
    /// The number of the trip in the timetable.
    var trip: Int
    var pattern: Int
    /// The calls of the trip, counted from the first call of the chain.
    var positions: Range<Int>
  }

  var parts: [Part]
  /// The index in `RaptorNetwork.Times` of the times at its first call.
  var firstTime: Int32
}

/// Which trips of a timetable may go on as which others, on any service day.
///
/// Source: GTFS Schedule Reference, "Linked trips" and `block_id`.
struct InSeatLinks: Sendable {
  private let timetable: Timetable
  /// By trip, those as which transfers.txt lets it go on.
  private var successors: [Int: [Int]] = [:]
  /// The trips by block, each ordered by start.
  private var blocks: [[Int]] = []
  /// The labels of two trips between which passengers must leave the train.
  private var forbidden: Set<[Int32]> = []

  init(_ timetable: Timetable) {
    self.timetable = timetable
    let (trips, links) = (timetable.trips, timetable.inSeatTransfers)
    guard !links.from.isEmpty || !trips.block.isEmpty else { return }
    // A trip of frequencies.txt runs several times, so nobody knows which of them goes on.
    var numbers = [Int](repeating: -1, count: trips.id.count)
    let firstLive = timetable.live?.first ?? trips.count
    for trip in 0..<firstLive {
      let label = Int(trips.label[trip])
      numbers[label] = numbers[label] == -1 && trips.headway[trip] == 0 ? trip : -2
    }
    // A live trip has the label of the one in whose place it runs on one day.
    let live = Dictionary(grouping: firstLive..<trips.count) { Int(trips.label[$0]) }
    func instances(ofLabel label: Int) -> [Int] {
      numbers[label] < 0 ? [] : [numbers[label]] + (live[label] ?? [])
    }
    for link in links.from.indices {
      guard links.isAllowed[link] == 1 else {
        forbidden.insert([links.from[link], links.to[link]])
        continue
      }
      guard links.from[link] != links.to[link] else { continue }
      let others = instances(ofLabel: Int(links.to[link]))
      for from in instances(ofLabel: Int(links.from[link])) {
        successors[from, default: []] += others
      }
    }
    guard !trips.block.isEmpty else { return }
    let known = numbers.indices.filter { numbers[$0] >= 0 && trips.block[$0] >= 0 }
    blocks = Dictionary(grouping: known) { trips.block[$0] }.sorted { $0.key < $1.key }.map {
      $0.value.flatMap { instances(ofLabel: $0) }.sorted {
        trips.start[$0] == trips.start[$1]
          ? trips.id[Int(trips.label[$0])] < trips.id[Int(trips.label[$1])]
          : trips.start[$0] < trips.start[$1]
      }
    }
  }

  var isEmpty: Bool { successors.isEmpty && blocks.isEmpty }

  /// The longest chains of trips on a service day. The import reports feeds that have more or
  /// longer ones.
  /// - Parameters:
  ///   - runs: Whether a trip runs on the day, on a line that is not avoided.
  ///   - isUsable: Whether passengers may use a trip that runs.
  func chains(where runs: (Int) -> Bool, _ isUsable: (Int) -> Bool) -> [[Int]] {
    var next = successors.filter { runs($0.key) }
      .mapValues { trips in trips.filter(runs) }
    for (trip, others) in next {
      next[trip] = others.filter { end(of: trip) <= start(of: $0) && meets(trip, $0) }
    }
    for block in blocks {
      let trips = block.filter(runs)
      for (trip, other) in zip(trips, trips.dropFirst())
      where goesOn(trip, as: other) && next[trip]?.contains(other) != true {
        next[trip, default: []].append(other)
      }
    }
    next = next.filter { isUsable($0.key) }.mapValues { $0.filter(isUsable) }
    let following = Set(next.values.joined())
    func callCount(_ trips: some Sequence<Int>) -> Int {
      trips.reduce(0) { $0 + timetable.patterns.calls(of: pattern(of: $1)).count }
    }
    let limit = Timetable.InSeatTransfers.maximumRepetition * callCount(following.union(next.keys))
    var chains: [[Int]] = []
    var calls = 0
    func extend(_ chain: [Int]) {
      let others = (next[chain[chain.count - 1]] ?? []).filter { !chain.contains($0) }
      if chain.count > 1, others.isEmpty || chain.count == Timetable.InSeatTransfers.longestChain {
        chains.append(chain)
        calls += callCount(chain)
      } else {
        for other in others where calls < limit { extend(chain + [other]) }
      }
    }
    for trip in next.keys.sorted() where !following.contains(trip) { extend([trip]) }
    return chains
  }

  /// Whether a train can go on as another one: a live one may end before, or begin after, the stop
  /// of the timetable.
  private func meets(_ trip: Int, _ other: Int) -> Bool {
    guard let live = timetable.live, max(trip, other) >= live.first else { return true }
    let patterns = timetable.patterns
    return patterns.stop[patterns.calls(of: pattern(of: trip)).upperBound - 1]
      == patterns.stop[patterns.calls(of: pattern(of: other)).lowerBound]
  }

  /// Whether a trip of a block goes on as the next one of the block, on another line.
  private func goesOn(_ trip: Int, as other: Int) -> Bool {
    let (patterns, trips) = (timetable.patterns, timetable.trips)
    let (from, to) = (pattern(of: trip), pattern(of: other))
    let lastStop = patterns.stop[patterns.calls(of: from).upperBound - 1]
    return patterns.route[from] != patterns.route[to]
      && lastStop == patterns.stop[patterns.calls(of: to).lowerBound]
      && end(of: trip) <= start(of: other)
      && !forbidden.contains([trips.label[trip], trips.label[other]])
  }

  private func start(of trip: Int) -> Int { Int(timetable.trips.start[trip]) }

  /// When a trip arrives at its last stop.
  func end(of trip: Int) -> Int {
    timetable.trips.arrival(
      of: trip, at: timetable.patterns.calls(of: pattern(of: trip)).count - 1)
  }

  /// The pattern of a trip.
  func pattern(of trip: Int) -> Int { timetable.patterns.pattern(ofTrip: trip) }
}

/// The trains of a timeline on which passengers may stay although they go on as other trips.
struct InSeatTrains {
  private(set) var groups: [TrainGroup] = []
  private(set) var chains: [InSeatChain] = []
  /// The times of the timetable, and after them those of the chains.
  private(set) var times: RaptorNetwork.Times

  init(
    _ links: InSeatLinks, on timeline: Timeline, _ constraints: RouteConstraints,
    _ stops: NetworkStops
  ) {
    let timetable = stops.timetable
    times = RaptorNetwork.Times(timetable.trips)
    guard !links.isEmpty else { return }
    var (arrivals, departures): ([Int32], [Int32]) = ([], [])
    // By the calls of the chains.
    var trips: [[RaptorNetwork.Call]: [RaptorNetwork.Trip]] = [:]
    let days = [0, 1].map { timetable.runningServices($0, on: timeline) }
    for day in timetable.earlierServices(on: timeline) + days {
      let found = links.chains { trip in
        day.runs[Int(timetable.trips.service[trip])]
          && !constraints.avoidedLines.contains(timetable.patterns.route[links.pattern(of: trip)])
      } _: {
        constraints.allows(trip: $0, in: timetable)
      }
      for numbers in found {
        let chain = InSeatChain(
          numbers, links, timetable, firstTime: Int32(times.arrivals.count + arrivals.count))
        let start = timetable.trips.start[numbers[0]]
        guard
          links.end(of: numbers[numbers.count - 1]) + Int(day.start) >= timeline.midnight.seconds,
          Int(start + day.start) < LocalDateTime.endOfNight.seconds || day.start <= 0
        else { continue }
        for part in chain.parts {
          for position in 0..<part.positions.count {
            arrivals.append(Int32(timetable.trips.arrival(of: part.trip, at: position)) - start)
            departures.append(Int32(timetable.trips.departure(of: part.trip, at: position)) - start)
          }
        }
        let trip = RaptorNetwork.Trip(
          number: Int32(timetable.trips.count + chains.count),
          pattern: Int32(chain.parts[0].pattern),
          start: start + day.start, firstTime: chain.firstTime)
        trips[chain.calls(in: stops, boardingStart: day.start), default: []].append(trip)
        chains.append(chain)
      }
    }
    guard !chains.isEmpty else { return }
    times = RaptorNetwork.Times(
      arrivals: Column(Array(times.arrivals) + arrivals),
      departures: Column(Array(times.departures) + departures))
    groups = trips.map { TrainGroup(calls: $0.key, trips: $0.value) }
      .sorted { $0.trips[0].number < $1.trips[0].number }
  }
}

extension InSeatChain {
  fileprivate init(
    _ trips: [Int], _ links: InSeatLinks, _ timetable: Timetable, firstTime: Int32
  ) {
    parts = []
    self.firstTime = firstTime
    var first = 0
    for trip in trips {
      let pattern = links.pattern(of: trip)
      let end = first + timetable.patterns.calls(of: pattern).count
      parts.append(Part(trip: trip, pattern: pattern, positions: first..<end))
      first = end
    }
  }

  /// The calls of the trips. Nobody boards at the last call of a trip, or leaves at the first one
  /// of the next trip, because passengers change by staying there.
  /// - Parameter start: Where the times of the service day begin on the timeline. Trains of the
  ///   next day are boarded before 27:00.
  fileprivate func calls(
    in stops: NetworkStops, boardingStart start: Int32
  ) -> [RaptorNetwork.Call] {
    let (patterns, trips) = (stops.timetable.patterns, stops.timetable.trips)
    return parts.enumerated().flatMap { index, part in
      patterns.calls(of: part.pattern).enumerated().map { position, call in
        let isFirst = index > 0 && position == 0
        let isLast = index + 1 < parts.count && position + 1 == part.positions.count
        let departure = trips.departure(of: part.trip, at: position) + Int(start)
        let isInTime = start <= 0 || departure < LocalDateTime.endOfNight.seconds
        let stop = stops.variant(
          of: Int(patterns.stop[call]), route: patterns.route[part.pattern],
          label: trips.label[part.trip])
        return RaptorNetwork.Call(
          stop: Int32(stop),
          mayBoard: !isLast && isInTime && patterns.allows[call].contains(.board),
          mayAlight: !isFirst && patterns.allows[call].contains(.alight))
      }
    }
  }
}
