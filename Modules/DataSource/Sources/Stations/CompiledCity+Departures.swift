import DataSourceInterface

extension CompiledCity {
  /// The first and last departures from a station on a service day, by line and direction: those
  /// of trains that can be boarded there and go on.
  func departures(from station: Int, on date: ServiceDate) -> [DepartureSpan] {
    let services = timetable.services
    let runs = (0..<services.count).map { services.runs($0, on: date) }
    var spans: [Way: Span] = [:]
    for pattern in 0..<timetable.patterns.count {
      let calls = timetable.patterns.calls(of: pattern)
      let here = calls.dropLast().filter { call in
        Int(timetable.stops.station[Int(timetable.patterns.stop[call])]) == station
          && timetable.patterns.allows[call].contains(.board)
      }
      guard !here.isEmpty else { continue }
      let way = Way(
        route: timetable.patterns.route[pattern], direction: timetable.patterns.direction[pattern])
      for trip in timetable.patterns.trips(of: pattern)
      where runs[Int(timetable.trips.service[trip])] {
        for call in here {
          spans[way, default: Span()].add(
            timetable.trips.departure(of: trip, at: call - calls.lowerBound),
            headsign: timetable.headsign(ofTrip: trip, of: pattern))
        }
      }
    }
    let order = stationRoutes.routes(of: station)
    return order.flatMap { route in
      ([0, 1, -1] as [Int8]).compactMap { direction in
        spans[Way(route: Int32(route), direction: direction)].map {
          $0.departures(on: timetable.line(ofRoute: route), direction: direction)
        }
      }
    }
  }
}

private struct Way: Hashable {
  let route: Int32
  let direction: Int8
}

private struct Span {
  private var first = Int.max
  private var last = Int.min
  private var count = 0
  private var headsigns: [String: Int] = [:]

  mutating func add(_ departure: Int, headsign: String) {
    first = min(first, departure)
    last = max(last, departure)
    count += 1
    headsigns[headsign, default: 0] += 1
  }

  func departures(on line: Line, direction: Int8) -> DepartureSpan {
    DepartureSpan(
      line: line, direction: direction < 0 ? nil : Int(direction),
      headsigns: headsigns.byFrequency, first: ServiceTime(seconds: first),
      last: ServiceTime(seconds: last), count: count)
  }
}

extension [String: Int] {
  /// The texts that are not empty, the most frequent first.
  var byFrequency: [String] {
    filter { !$0.key.isEmpty }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}
