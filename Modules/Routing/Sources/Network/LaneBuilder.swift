import DataSourceInterface

/// Sorts the trips of each pattern into lanes, in which nobody overtakes.
struct LaneBuilder {
  /// A trip of the timetable on the day that is searched.
  struct Run {
    var trip: Int32
    /// When it starts, in seconds of that day.
    var start: Int32
    /// Where its times, relative to its start, begin in the timetable.
    var times: Int32
  }

  /// How many of a pattern's lanes a trip is tried in: more would only help trips that overtake each
  /// other all the time.
  private static let tries = 16

  private(set) var lanes: [Network.Lane] = []
  private(set) var calls: [Network.Call] = []
  private(set) var times = Network.Times()
  private(set) var trips: [Int32] = []
  private let patterns: Timetable.Patterns
  private let arrival: Column<Int32>
  private let departure: Column<Int32>

  init(_ timetable: Timetable) {
    patterns = timetable.patterns
    arrival = timetable.trips.arrival
    departure = timetable.trips.departure
    let calls = (0..<patterns.count).reduce(0) { [patterns] sum, pattern in
      sum + patterns.trips(of: pattern).count * patterns.calls(of: pattern).count
    }
    times.arrivals.reserveCapacity(calls)
    times.departures.reserveCapacity(calls)
  }

  /// Adds the runs of one pattern.
  mutating func add(_ runs: [Run], of pattern: Int) {
    guard !runs.isEmpty else { return }
    let pattern = (number: Int32(pattern), calls: patterns.calls(of: pattern))
    let firstCall = Int32(calls.count)
    for call in pattern.calls {
      calls.append(
        .init(
          stop: patterns.stop[call], mayBoard: patterns.allows[call].contains(.board),
          mayAlight: patterns.allows[call].contains(.alight)))
    }
    for rows in withoutOvertaking(runs.sortedByStart, positions: pattern.calls.count) {
      lanes.append(
        .init(
          pattern: pattern.number, skipped: 0, firstCall: firstCall,
          positions: Int32(pattern.calls.count), firstArrival: Int32(times.arrivals.count),
          stride: Int32(pattern.calls.count), firstDeparture: Int32(times.departures.count),
          firstTrip: Int32(trips.count), rows: Int32(rows.count)))
      for run in rows {
        for time in Int(run.times)..<Int(run.times) + pattern.calls.count {
          times.arrivals.append(run.start + arrival[time])
        }
      }
      for position in 0..<pattern.calls.count {
        for run in rows {
          times.departures.append(run.start + departure[Int(run.times) + position])
        }
      }
      trips += rows.map(\.trip)
    }
  }

  /// Sorts runs of one pattern, given by start, into as few lanes as a first fit finds.
  private func withoutOvertaking(_ runs: [Run], positions: Int) -> [[Run]] {
    var lanes: [[Run]] = []
    for run in runs {
      let tried = lanes.indices.suffix(Self.tries)
      let fitting = tried.first { lane in
        lanes[lane].last.map { !overtakes(run, $0, positions: positions) } ?? true
      }
      if let fitting { lanes[fitting].append(run) } else { lanes.append([run]) }
    }
    return lanes
  }

  /// Whether `later`, which starts no earlier than `earlier`, is ahead of it anywhere.
  private func overtakes(_ later: Run, _ earlier: Run, positions: Int) -> Bool {
    guard earlier.times != later.times else { return false }
    let lead = later.start - earlier.start
    return (0..<positions).contains { position in
      let first = Int(earlier.times) + position
      let second = Int(later.times) + position
      return arrival[second] + lead < arrival[first] || departure[second] + lead < departure[first]
    }
  }
}

extension [LaneBuilder.Run] {
  fileprivate var sortedByStart: Self {
    sorted { ($0.start, $0.trip) < ($1.start, $1.trip) }
  }
}
