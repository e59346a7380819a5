import DataSourceInterface

extension Lanes {
  /// The trips that run on a service day, and those of the day before that are still on their way
  /// after midnight.
  init(_ timetable: Timetable, on date: ServiceDate) {
    let today = timetable.services.running(on: date)
    let yesterday = timetable.services.running(on: ServiceDate(day: date.day - 1))
    var all: [Lane] = []
    var trips: [Trip] = []
    for pattern in 0..<timetable.patterns.count {
      let calls = timetable.patterns.calls(of: pattern)
      var running: [Trip] = []
      for trip in timetable.patterns.trips(of: pattern) {
        let service = Int(timetable.trips.service[trip])
        let start = timetable.trips.start[trip]
        let times = timetable.trips.times[trip]
        let duration = timetable.trips.arrival[Int(times) + calls.count - 1]
        if yesterday[service], start + duration >= 86400 {
          running.append(Trip(index: Int32(trip), start: start - 86400, times: times))
        }
        if today[service] { running.append(Trip(index: Int32(trip), start: start, times: times)) }
      }
      running.sort { ($0.start, $0.index) < ($1.start, $1.index) }
      for rows in timetable.trips.withoutOvertaking(running, positions: calls.count) {
        all.append(
          Lane(
            pattern: Int32(pattern), firstCall: Int32(calls.lowerBound),
            positions: Int32(calls.count), firstTrip: Int32(trips.count), rows: Int32(rows.count)))
        trips += rows
      }
    }
    self.init(all, trips, of: timetable)
  }
}

extension Timetable.Services {
  /// For each service whether it runs on a day.
  func running(on date: ServiceDate) -> [Bool] {
    (0..<count).map { runs($0, on: date) }
  }
}

extension Timetable.Trips {
  /// How many of a pattern's lanes a trip is tried in: more would only help trips that overtake each
  /// other all the time.
  private static let tries = 16

  /// Sorts trips of one pattern, given by start, into as few lanes as a first fit finds.
  fileprivate func withoutOvertaking(_ running: [Lanes.Trip], positions: Int) -> [[Lanes.Trip]] {
    var lanes: [[Lanes.Trip]] = []
    for trip in running {
      let tried = lanes.indices.suffix(Self.tries)
      let fitting = tried.first { lane in
        lanes[lane].last.map { !overtakes(trip, $0, positions: positions) } ?? true
      }
      if let fitting { lanes[fitting].append(trip) } else { lanes.append([trip]) }
    }
    return lanes
  }

  /// Whether `later`, which starts no earlier than `earlier`, is ahead of it anywhere.
  private func overtakes(_ later: Lanes.Trip, _ earlier: Lanes.Trip, positions: Int) -> Bool {
    guard earlier.times != later.times else { return false }
    let lead = later.start - earlier.start
    return (0..<positions).contains { position in
      let first = Int(earlier.times) + position
      let second = Int(later.times) + position
      return arrival[second] + lead < arrival[first] || departure[second] + lead < departure[first]
    }
  }
}
