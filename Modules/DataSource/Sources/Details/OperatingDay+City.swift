import DataSourceInterface
import Documents

extension CompiledCity {
  /// Returns the first and last trains of a station.
  /// - Parameters:
  ///   - date: The day of the last trains.
  ///   - firstDate: The day of the first trains.
  func operatingDay(
    of station: Int, on date: CalendarDate, firstTrainsOn firstDate: CalendarDate
  ) -> OperatingDay {
    let timeline = Timeline(date, in: timetable.timeZone)
    let firstTimeline = Timeline(firstDate, in: timetable.timeZone)
    // By line and direction, with times on the timeline of the date. Trains of the day before tell
    // when the night begins, and those of the days after when it ends.
    let days = -1 - timetable.trips.daysAfterService...max(1, firstDate.day - date.day + 1)
    var times: [RouteDirection: [DepartureKind: [Int]]] = [:]
    for day in days {
      let serviceDay = CalendarDate(day: date.day + day)
      let start = timeline.start(of: serviceDay)
      for (routeDirection, kinds) in departureTimes(from: station, on: serviceDay) {
        for (kind, seconds) in kinds {
          times[routeDirection, default: [:]][kind, default: []] += seconds.map { $0 + start }
        }
      }
    }
    // The nights before the dates and the days after them: 03:00 on the timeline.
    let nights = [date.day, date.day + 1, firstDate.day, firstDate.day + 1].map {
      timeline.time(
        at: LocalDateTime(date: CalendarDate(day: $0), time: LocalDateTime.startOfService)
      ).seconds
    }
    let rows = times.mapValues { kinds -> [OperatingDay.Row.Trains] in
      let all = kinds.values.flatMap(\.self).sorted()
      let starts = nights.map { all.start(afterNightAt: $0) }
      return kinds.sorted { DepartureKind.precedes($0.key, $1.key) }.compactMap { kind, times in
        let today = times.filter { starts[0] <= $0 && $0 < starts[1] }
        let morning = times.filter { starts[2] <= $0 && $0 < starts[3] }
        guard !today.isEmpty || !morning.isEmpty else { return nil }
        return OperatingDay.Row.Trains(
          destination: timetable.name(ofHeadsign: kind.headsign), boarding: kind.boarding,
          first: morning.min().map { firstTimeline.time($0 - timeline.start(of: firstDate)) },
          last: today.max().map { timeline.time($0) }, count: today.count)
      }.sorted { $0.count > $1.count }
    }
    return OperatingDay(
      date: date, firstDate: firstDate,
      rows: stationRoutes.routes(of: station).flatMap { route in
        ([0, 1, -1] as [Int8]).compactMap { direction in
          rows[RouteDirection(route: Int32(route), direction: direction)].map {
            OperatingDay.Row(line: timetable.line(ofRoute: route), trains: $0)
          }
        }
      }.filter { !$0.trains.isEmpty })
  }
}

extension [Int] {
  /// For ascending departures, the first one of an operating day: that after the longest gap around
  /// the night before it. `Int.max` without such a departure.
  /// - Parameter night: 03:00 of the night. Only the part of a gap from 00:00 to 06:00 counts, so
  ///   that a long pause of the trains in the day is no night.
  fileprivate func start(afterNightAt night: Int) -> Int {
    let (earliest, latest) = (night - 3 * 3600, night + 4 * 3600)
    let first = firstIndex { $0 >= night } ?? count
    let starts = (first...count).prefix { $0 == first || self[$0 - 1] < night + 3 * 3600 }
    func gap(before index: Int) -> Int {
      let (start, end) = (
        index == 0 ? earliest : self[index - 1], index == count ? latest : self[index]
      )
      return Swift.min(end, latest) - Swift.max(start, earliest)
    }
    // Of equal gaps, the first one.
    let start = starts.reduce(first) { gap(before: $1) > gap(before: $0) ? $1 : $0 }
    return start < count ? self[start] : .max
  }
}
