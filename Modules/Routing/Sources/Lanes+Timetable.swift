import DataSourceInterface

extension Lanes {
  /// The trips that run on a service day, and those of the day before that are still on their way
  /// after midnight.
  init(_ timetable: Timetable, on date: ServiceDate) {
    let today = timetable.runningServices(on: date)
    let yesterday = timetable.runningServices(on: ServiceDate(day: date.day - 1))
    for pattern in 0..<timetable.patterns.count {
      let calls = timetable.patterns.calls(of: pattern)
      let last = calls.count - 1
      var running: [Trip] = []
      for trip in timetable.patterns.trips(of: pattern) {
        let service = Int(timetable.trips.service[trip])
        if yesterday[service], timetable.trips.arrival(of: trip, at: last) >= 86400 {
          running.append(Trip(index: Int32(trip), shift: -86400))
        }
        if today[service] { running.append(Trip(index: Int32(trip), shift: 0)) }
      }
      guard !running.isEmpty else { continue }
      let firstPosition = stops.count
      for call in calls {
        let allows = timetable.patterns.allows[call]
        stops.append(timetable.patterns.stop[call])
        rules.append(
          Rules(canBoard: allows.contains(.board), canAlight: allows.contains(.alight)))
      }
      append(
        running, of: pattern, positions: calls.count, firstPosition: firstPosition, in: timetable)
    }
  }

  /// Sorts the trips of one pattern into as few lanes as a first-fit choice finds.
  private mutating func append(
    _ running: [Trip], of pattern: Int, positions: Int, firstPosition: Int, in timetable: Timetable
  ) {
    let byStart = running.sorted {
      timetable.trips.start[Int($0.index)] + $0.shift
        < timetable.trips.start[Int($1.index)] + $1.shift
    }
    var choices: [[Trip]] = []
    for trip in byStart {
      let choice = choices.firstIndex { lane in
        guard let last = lane.last else { return true }
        return !timetable.overtakes(trip, last, positions: positions)
      }
      if let choice { choices[choice].append(trip) } else { choices.append([trip]) }
    }
    for (number, rows) in choices.enumerated() {
      let sequence = firstPosition..<firstPosition + positions
      let ownPosition = number == 0 ? firstPosition : stops.count
      if number > 0 {
        stops += stops[sequence]
        rules += rules[sequence]
      }
      lanes.append(
        Lane(
          pattern: Int32(pattern), firstPosition: Int32(ownPosition), positions: Int32(positions),
          firstRow: Int32(trips.count), rows: Int32(rows.count), firstCell: Int32(boarding.count)))
      for trip in rows {
        let start = timetable.trips.start[Int(trip.index)] + trip.shift
        let times = Int(timetable.trips.times[Int(trip.index)])
        for position in times..<times + positions {
          boarding.append(start + timetable.trips.departure[position])
          alighting.append(start + timetable.trips.arrival[position])
        }
      }
      trips += rows
    }
  }
}

extension Timetable {
  fileprivate func runningServices(on date: ServiceDate) -> [Bool] {
    (0..<services.count).map { services.runs($0, on: date) }
  }

  /// Whether `later`, which starts no earlier than `earlier`, is ahead of it anywhere.
  fileprivate func overtakes(
    _ later: Lanes.Trip, _ earlier: Lanes.Trip, positions: Int
  ) -> Bool {
    let first = Int(earlier.index)
    let second = Int(later.index)
    let lead = trips.start[second] + later.shift - trips.start[first] - earlier.shift
    let firstTimes = Int(trips.times[first])
    let secondTimes = Int(trips.times[second])
    guard firstTimes != secondTimes else { return lead < 0 }
    return (0..<positions).contains { position in
      trips.arrival[secondTimes + position] + lead < trips.arrival[firstTimes + position]
        || trips.departure[secondTimes + position] + lead < trips.departure[firstTimes + position]
    }
  }
}
