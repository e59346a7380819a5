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
  /// The runs of all lanes, row by row.
  private var runs: [Run] = []
  private var timeCount = 0
  private let patterns: Timetable.Patterns
  private let arrival: Column<Int32>
  private let departure: Column<Int32>

  init(_ timetable: Timetable) {
    patterns = timetable.patterns
    arrival = timetable.trips.arrival
    departure = timetable.trips.departure
  }

  /// The trip of the timetable in each row.
  var trips: [Int32] { runs.map(\.trip) }

  /// When the trains of all lanes run.
  var times: Network.Times {
    Network.Times(count: timeCount) { arrivals, departures in
      arrival.withUnsafeBufferPointer { arrival in
        departure.withUnsafeBufferPointer { departure in
          for lane in lanes {
            let (rows, positions) = (Int(lane.rows), Int(lane.positions))
            let first = Int(lane.firstArrival)
            for row in 0..<rows {
              let run = runs[Int(lane.firstTrip) + row]
              for position in 0..<positions {
                let time = Int(run.times) + position
                arrivals[first + row * positions + position] = run.start + arrival[time]
                departures[first + position * rows + row] = run.start + departure[time]
              }
            }
          }
        }
      }
    }
  }

  /// Adds the runs of one pattern.
  mutating func add(_ added: [Run], of pattern: Int) {
    guard !added.isEmpty else { return }
    let pattern = (number: Int32(pattern), calls: patterns.calls(of: pattern))
    let firstCall = Int32(calls.count)
    for call in pattern.calls {
      calls.append(
        .init(
          stop: patterns.stop[call], mayBoard: patterns.allows[call].contains(.board),
          mayAlight: patterns.allows[call].contains(.alight)))
    }
    for rows in withoutOvertaking(added.sortedByStart, positions: pattern.calls.count) {
      lanes.append(
        .init(
          pattern: pattern.number, skipped: 0, firstCall: firstCall,
          positions: Int32(pattern.calls.count), firstArrival: Int32(timeCount),
          stride: Int32(pattern.calls.count), firstDeparture: Int32(timeCount),
          firstTrip: Int32(runs.count), rows: Int32(rows.count)))
      timeCount += rows.count * pattern.calls.count
      runs += rows
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
