import DataSourceInterface

/// Groups trips that call at the same stops, and stores the times that they share once.
struct TripCompiler {
  private var patterns: [Pattern: Int32] = [:]
  private var times: [[Int32]: Int32] = [:]
  private var trips: [Trip] = []

  private struct Trip {
    var pattern: Int32
    let start: Int32
    let service: Int32
    let times: Int32
    let label: Int32
  }

  /// Adds a trip that runs from each of `starts`.
  /// - Parameter label: The trip's place among the ids of trips, which orders equal starts.
  mutating func add(
    _ run: Run, starts: [Int32], route: Int32, direction: Int8, service: Int32, label: Int32
  ) {
    let pattern = Pattern(
      route: route, direction: direction, stops: run.stops, allows: run.allows)
    let number = patterns.number(of: pattern)
    let shared = times.number(of: run.times)
    for start in starts {
      trips.append(
        Trip(pattern: number, start: start, service: service, times: shared, label: label))
    }
  }

  /// Everything that was added, in an order that does not depend on the order of adding.
  consuming func finish(
    id: TextColumn, headsign: TextColumn
  ) -> (patterns: Timetable.Patterns, trips: Timetable.Trips) {
    let used = Set(trips.map(\.pattern))
    let sorted = patterns.filter { used.contains($0.value) }.sorted { $0.key < $1.key }
    var rank = [Int32](repeating: 0, count: patterns.count)
    for (position, pattern) in sorted.enumerated() { rank[Int(pattern.value)] = Int32(position) }
    for position in trips.indices {
      trips[position].pattern = rank[Int(trips[position].pattern)]
    }
    trips.sort { ($0.pattern, $0.start, $0.label) < ($1.pattern, $1.start, $1.label) }
    return (Self.patterns(sorted.map(\.key), of: trips), makeTrips(id: id, headsign: headsign))
  }

  private static func patterns(_ patterns: [Pattern], of trips: [Trip]) -> Timetable.Patterns {
    var firstCall: [Int32] = [0]
    for pattern in patterns {
      firstCall.append(firstCall[firstCall.count - 1] + Int32(pattern.stops.count))
    }
    var firstTrip = [Int32](repeating: 0, count: patterns.count + 1)
    for trip in trips { firstTrip[Int(trip.pattern) + 1] += 1 }
    for pattern in patterns.indices { firstTrip[pattern + 1] += firstTrip[pattern] }
    return Timetable.Patterns(
      route: Column(patterns.map(\.route)), direction: Column(patterns.map(\.direction)),
      firstCall: Column(firstCall), firstTrip: Column(firstTrip),
      stop: Column(patterns.flatMap(\.stops)),
      allows: Column(patterns.flatMap(\.allows).map(Timetable.CallRules.init)))
  }

  private func makeTrips(id: TextColumn, headsign: TextColumn) -> Timetable.Trips {
    var blocks = [[Int32]](repeating: [], count: times.count)
    for (block, number) in times { blocks[Int(number)] = block }
    var firstTime = [Int32](repeating: -1, count: blocks.count)
    var (arrival, departure): ([Int32], [Int32]) = ([], [])
    for trip in trips where firstTime[Int(trip.times)] < 0 {
      firstTime[Int(trip.times)] = Int32(arrival.count)
      let block = blocks[Int(trip.times)]
      arrival += stride(from: 0, to: block.count, by: 2).map { block[$0] }
      departure += stride(from: 1, to: block.count, by: 2).map { block[$0] }
    }
    return Timetable.Trips(
      start: Column(trips.map(\.start)), service: Column(trips.map(\.service)),
      times: Column(trips.map { firstTime[Int($0.times)] }), label: Column(trips.map(\.label)),
      arrival: Column(arrival), departure: Column(departure), id: id, headsign: headsign)
  }
}

/// What trips of one pattern have in common.
private struct Pattern: Hashable, Comparable {
  let route: Int32
  let direction: Int8
  let stops: [Int32]
  let allows: [UInt8]

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

extension Dictionary where Value == Int32 {
  /// The number of a key, which is counted when it is new.
  fileprivate mutating func number(of key: Key) -> Int32 {
    if let number = self[key] { return number }
    let number = Int32(count)
    self[key] = number
    return number
  }
}
