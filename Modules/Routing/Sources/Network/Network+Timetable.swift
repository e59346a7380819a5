import DataSourceInterface

extension Network {
  /// The trips that run on a service day, and those of the day before that are still on their way
  /// after midnight.
  /// - Parameters:
  ///   - changeTime: Seconds a change takes where the feed says nothing.
  ///   - avoided: The lines of the timetable that nobody takes.
  init(
    _ timetable: Timetable, on date: ServiceDate, changeTime: Int32, avoiding avoided: Set<Int32>
  ) {
    let today = timetable.services.running(on: date)
    let yesterday = timetable.services.running(on: ServiceDate(day: date.day - 1))
    var builder = LaneBuilder(timetable)
    for pattern in 0..<timetable.patterns.count
    where !avoided.contains(timetable.patterns.route[pattern]) {
      var running: [LaneBuilder.Run] = []
      let lastCall = timetable.patterns.calls(of: pattern).count - 1
      for trip in timetable.patterns.trips(of: pattern) {
        let service = Int(timetable.trips.service[trip])
        let start = timetable.trips.start[trip]
        let times = timetable.trips.times[trip]
        if yesterday[service],
          timetable.trips.arrival(of: trip, at: lastCall) >= 86400
        {
          running.append(.init(trip: Int32(trip), start: start - 86400, times: times))
        }
        if today[service] {
          running.append(.init(trip: Int32(trip), start: start, times: times))
        }
      }
      builder.add(running, of: pattern)
    }
    self.init(
      stopCount: timetable.stops.count, lanes: builder.lanes, calls: builder.calls,
      times: builder.times, trips: builder.trips,
      changes: ChangeTimes(timetable, default: changeTime))
  }
}

extension Timetable.Services {
  /// For each service whether it runs on a day.
  func running(on date: ServiceDate) -> [Bool] {
    (0..<count).map { runs($0, on: date) }
  }
}
