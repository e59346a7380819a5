import DataSourceInterface

/// Groups trips into patterns, and stores equal relative times once.
struct TripCompiler {
  private var patterns = ListTable()
  private var timeLists = ListTable()
  private var trips: [Trip] = []

  private struct Trip {
    var pattern: Int32
    let start: Int32
    let service: Int32
    let headway: Int32
    /// The number of its list of relative times.
    let timeList: Int32
    let label: Int32
  }

  /// The number of calls of all trips.
  var callCount: Int { trips.reduce(0) { $0 + timeLists.size(of: $1.timeList) / 2 } }

  /// Adds one trip for each of `departures`.
  /// - Parameters:
  ///   - route: The number of the line.
  ///   - label: The position of the trip's id, which orders trips with equal starts.
  mutating func add(
    _ times: TripTimes, departures: [TripDeparture], route: Int32, direction: Int8, service: Int32,
    label: Int32
  ) {
    let pattern = patterns.number(of: Pattern.list(route, direction, times.calls))
    let timeList = timeLists.number(of: times.times)
    for departure in departures {
      trips.append(
        Trip(
          pattern: pattern, start: departure.start, service: service, headway: departure.headway,
          timeList: timeList, label: label))
    }
  }

  /// Removes the trips with some labels.
  mutating func removeTrips(_ isRemoved: (_ label: Int) -> Bool) {
    trips.removeAll { isRemoved(Int($0.label)) }
  }

  /// Returns all patterns and trips, in an order that does not depend on the order of `add` calls.
  /// - Parameter ranks: The position of each line in the timetable, by its number.
  consuming func finish(
    ranks: [Int32], id: TextColumn, headsign: TextColumn, block: [Int32]
  ) -> (patterns: Timetable.Patterns, trips: Timetable.Trips) {
    let used = Set(trips.map(\.pattern))
    let sorted = used.map { (number: $0, pattern: Pattern(patterns[$0], ranks: ranks)) }
      .sorted { $0.pattern < $1.pattern }
    var rank = [Int32](repeating: 0, count: patterns.count)
    for (position, pattern) in sorted.enumerated() { rank[Int(pattern.number)] = Int32(position) }
    for position in trips.indices {
      trips[position].pattern = rank[Int(trips[position].pattern)]
    }
    trips.sort {
      ($0.pattern, $0.start, $0.label, $0.headway) < ($1.pattern, $1.start, $1.label, $1.headway)
    }
    return (
      Self.patterns(sorted.map(\.pattern), of: trips),
      makeTrips(id: id, headsign: headsign, block: block)
    )
  }

  private static func patterns(_ patterns: [Pattern], of trips: [Trip]) -> Timetable.Patterns {
    Timetable.Patterns(
      route: Column(patterns.map(\.route)), direction: Column(patterns.map(\.direction)),
      firstCall: Column(startsOfGroups: patterns.map(\.stops.count)),
      firstTrip: Column(
        startsOfGroups: trips.lazy.map { Int32($0.pattern) }, count: patterns.count),
      stop: Column(patterns.flatMap(\.stops)),
      allows: Column(
        patterns.flatMap(\.allows).map { Timetable.CallRules(rawValue: UInt8($0)) }))
  }

  private func makeTrips(
    id: TextColumn, headsign: TextColumn, block: [Int32]
  ) -> Timetable.Trips {
    var firstTime = [Int32](repeating: -1, count: timeLists.count)
    var usedLists: [Int32] = []
    var count: Int32 = 0
    for trip in trips where firstTime[Int(trip.timeList)] < 0 {
      firstTime[Int(trip.timeList)] = count
      usedLists.append(trip.timeList)
      count += Int32(timeLists.size(of: trip.timeList) / 2)
    }
    return Timetable.Trips(
      start: Column(trips.map(\.start)), service: Column(trips.map(\.service)),
      headway: Column(trips.map(\.headway)),
      times: Column(trips.map { firstTime[Int($0.timeList)] }), label: Column(trips.map(\.label)),
      arrival: times(of: usedLists, from: 0, count: Int(count)),
      departure: times(of: usedLists, from: 1, count: Int(count)), id: id, headsign: headsign,
      block: Column(block))
  }

  /// Returns every other time of lists.
  /// - Parameter start: 0 for the arrivals, 1 for the departures.
  private func times(of lists: [Int32], from start: Int, count: Int) -> Column<Int32> {
    var times: [Int32] = []
    times.reserveCapacity(count)
    for number in lists {
      let list = timeLists[number]
      for position in stride(from: start, to: list.count, by: 2) { times.append(list[position]) }
    }
    return Column(times)
  }
}

/// The properties that all trips of a pattern share.
private struct Pattern: Comparable {
  /// The position of the line in the timetable.
  let route: Int32
  let direction: Int8
  let stops: ArraySlice<Int32>
  let allows: ArraySlice<Int32>

  /// Returns the properties as a list of numbers.
  /// - Parameter route: The number of the line.
  static func list(_ route: Int32, _ direction: Int8, _ calls: ArraySlice<StopTime>) -> [Int32] {
    var list: [Int32] = []
    list.reserveCapacity(2 + 2 * calls.count)
    list.append(route)
    list.append(Int32(direction))
    for call in calls { list.append(call.stop) }
    for call in calls { list.append(Int32(call.allows)) }
    return list
  }

  /// Creates a pattern from its `list`.
  init(_ list: [Int32], ranks: [Int32]) {
    route = ranks[Int(list[0])]
    direction = Int8(list[1])
    let middle = 2 + (list.count - 2) / 2
    stops = list[2..<middle]
    allows = list[middle...]
  }

  static func < (first: Pattern, second: Pattern) -> Bool {
    guard (first.route, first.direction) == (second.route, second.direction) else {
      return (first.route, first.direction) < (second.route, second.direction)
    }
    guard first.stops == second.stops else {
      return first.stops.lexicographicallyPrecedes(second.stops)
    }
    return first.allows.lexicographicallyPrecedes(second.allows)
  }
}

/// A departure of a trip from its first stop.
struct TripDeparture {
  let start: Int32
  /// The seconds until the next departure if `start` is approximate; 0 if it is exact.
  var headway: Int32 = 0
}

/// The calls of a trip, and its times relative to the start.
struct TripTimes {
  let calls: ArraySlice<StopTime>
  /// The departure from the first call.
  let start: Int32
  /// The arrival and the departure of each call in turn, relative to `start`.
  let times: [Int32]

  /// Interpolates missing times evenly between two known ones. Removes the calls without a time at
  /// both ends, and all calls from the first one that goes back in time. Returns nil when fewer
  /// than two calls remain.
  /// - Parameter report: Called with each problem and the call at which it occurs.
  init?(_ all: ArraySlice<StopTime>, _ report: (FeedProblem, StopTime) -> Void) {
    for position in all.indices.dropFirst()
    where all[position - 1].sequence == all[position].sequence {
      report(.repeatedSequence, all[position])
      break
    }
    let ascending = all[..<(all.firstBackwardCall ?? all.endIndex)]
    if let call = all.dropFirst(ascending.count).first { report(.backwardTrip, call) }
    guard let from = ascending.firstIndex(where: \.isTimed),
      let to = ascending.lastIndex(where: \.isTimed), from < to
    else {
      if let call = all.first { report(.emptyTrip, call) }
      return nil
    }
    let calls = ascending[from...to]
    if let call = ascending.prefix(upTo: from).first ?? ascending[to...].dropFirst().first {
      report(.untimedEnd, call)
    }
    let first = calls[from]
    var times: [Int32] = []
    times.reserveCapacity(calls.count * 2)
    var known = (position: from, departure: Int(first.departure))
    for position in calls.indices where calls[position].isTimed {
      let call = calls[position]
      let steps = position - known.position
      let duration = Int(call.arrival) - known.departure
      for step in 1..<max(steps, 1) {
        let time = Int32(known.departure + duration * step / steps) - first.departure
        times += [time, time]
      }
      times.append(call.arrival - first.departure)
      times.append(call.departure - first.departure)
      known = (position, Int(call.departure))
    }
    self.calls = calls
    start = first.departure
    self.times = times
  }
}

extension ArraySlice<StopTime> {
  /// The position of the first call whose departure precedes its arrival, or whose arrival precedes
  /// the previous departure.
  fileprivate var firstBackwardCall: Int? {
    var departure = Int32.min
    return indices.first { position in
      let call = self[position]
      guard call.isTimed else { return false }
      defer { departure = call.departure }
      return call.arrival < departure || call.departure < call.arrival
    }
  }
}
