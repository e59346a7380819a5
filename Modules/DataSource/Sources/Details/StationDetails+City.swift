import DataSourceInterface
import Documents

extension CompiledCity {
  /// Returns a station with its lines.
  func station(_ station: Int) -> Station {
    let stop = Int(timetable.stations.firstStop[station])
    let distinction = names.distinction[station]
    return Station(
      id: timetable.stops.id[stop], name: timetable.name(ofStop: stop),
      code: timetable.code(ofStop: stop), spokenName: timetable.spokenName(ofStop: stop),
      distinction: distinction.isEmpty ? nil : distinction,
      coordinate: timetable.coordinate(ofStation: station),
      lines: stationRoutes.routes(of: station).map { timetable.line(ofRoute: $0) })
  }

  /// Returns the details of a station, with its departures on `date`.
  /// - Parameter firstDate: The day of the first trains that people read; nil for the same.
  func details(
    ofStation station: Int, on date: CalendarDate, firstTrainsOn firstDate: CalendarDate? = nil
  ) -> StationDetails {
    let stops = timetable.stations.stops(of: station)
    let lines = lines(at: stops)
    let platforms = stops.dropFirst().map { stop($0, lines: lines[$0 - stops.lowerBound]) }
    return StationDetails(
      station: self.station(station), otherNames: timetable.otherNames(ofStation: station),
      platforms: platforms, entrances: entrances(of: station),
      facilities: Facility.allCases.filter { facilities[station] & $0.bit != 0 },
      isStepFree: (platforms.isEmpty ? [stop(stops.lowerBound)] : platforms).areStepFree,
      date: date, departures: departures(from: station, on: date),
      operatingDay: operatingDay(of: station, on: date, firstTrainsOn: firstDate ?? date))
  }

  /// For each stop of a station, the lines that stop there, by name.
  private func lines(at stops: Range<Int>) -> [[Line]] {
    let patterns = timetable.patterns
    var routes = stops.map { _ in Set<Int>() }
    for pattern in 0..<patterns.count {
      for call in patterns.calls(of: pattern) where stops.contains(Int(patterns.stop[call])) {
        routes[Int(patterns.stop[call]) - stops.lowerBound].insert(Int(patterns.route[pattern]))
      }
    }
    let sorted = stationRoutes.routes(of: Int(timetable.stops.station[stops.lowerBound]))
    return routes.map { routes in
      sorted.filter(routes.contains).map { timetable.line(ofRoute: $0) }
    }
  }

  private func stop(_ stop: Int, lines: [Line]? = nil) -> Stop {
    let station = Int(timetable.stops.station[stop])
    return Stop(
      id: timetable.stops.id[stop], name: timetable.name(ofStop: stop),
      code: timetable.code(ofStop: stop), platform: timetable.platform(ofStop: stop),
      station: timetable.stopReference(ofStation: station).id,
      coordinate: timetable.coordinate(ofStop: stop),
      lines: lines, isStepFree: timetable.stepFree.isStepFree(stop))
  }

  private func entrances(of station: Int) -> [Entrance] {
    (Int(entrances.first[station])..<Int(entrances.first[station + 1])).map { entrance in
      let ways = entranceWays.ways(from: entrance).map { way in
        PlatformWay(
          platform: stop(Int(entranceWays.to[way])), duration: Int(entranceWays.seconds[way]),
          steps: WalkwayStep.steps(entranceWays.steps[way]))
      }
      return Entrance(
        id: entrances.id[entrance], name: entrances.name[entrance],
        coordinate: Coordinate(
          north: entrances.latitude[entrance], east: entrances.longitude[entrance]),
        ways: ways.isEmpty ? nil : ways)
    }
  }
}

extension Timetable.StepFreeAccess {
  /// Whether passengers reach a stop from the street and the street from the stop; nil if one of
  /// them is unknown.
  fileprivate func isStepFree(_ stop: Int) -> Bool? {
    let ways = [entry(of: stop), exit(of: stop)]
    return ways.contains(.impossible) ? false : ways.contains(.unknown) ? nil : true
  }
}

extension [Stop] {
  /// Whether all stops are step-free, or none is; nil for others, and if one is unknown.
  fileprivate var areStepFree: Bool? {
    first.flatMap { first in
      allSatisfy { $0.isStepFree == first.isStepFree } ? first.isStepFree : nil
    }
  }
}

extension CompiledCity {
  /// Returns the first and last departures from a station on a service day, by line and direction.
  func departures(from station: Int, on date: CalendarDate) -> [DepartureSpan] {
    let timeline = Timeline(date, in: timetable.timeZone)
    var totals: [RouteDirection: DepartureTotals] = [:]
    visitDepartures(from: station, on: date) { routeDirection, seconds, kind in
      totals[routeDirection, default: DepartureTotals()].add(seconds, kind)
    }
    return stationRoutes.routes(of: station).flatMap { route in
      ([0, 1, -1] as [Int8]).compactMap { direction in
        totals[RouteDirection(route: Int32(route), direction: direction)].map {
          $0.span(of: route, direction: direction, on: timeline, in: timetable)
        }
      }
    }
  }

  /// Calls `body` with every departure from a station on a service day, in seconds of that day.
  /// Only trains that passengers can board and that go on count.
  func visitDepartures(
    from station: Int, on date: CalendarDate,
    _ body: (RouteDirection, _ seconds: Int, _ kind: DepartureKind) -> Void
  ) {
    let runs = timetable.services.running(on: date)
    for pattern in 0..<timetable.patterns.count {
      let calls = timetable.patterns.calls(of: pattern)
      let callsHere = calls.dropLast().filter { call in
        Int(timetable.stops.station[Int(timetable.patterns.stop[call])]) == station
          && timetable.patterns.allows[call].contains(.board)
      }
      guard !callsHere.isEmpty else { continue }
      let routeDirection = RouteDirection(
        route: timetable.patterns.route[pattern], direction: timetable.patterns.direction[pattern])
      for trip in timetable.patterns.trips(of: pattern)
      where runs[Int(timetable.trips.service[trip])] {
        for call in callsHere {
          body(
            routeDirection, timetable.trips.departure(of: trip, at: call - calls.lowerBound),
            DepartureKind(
              headsign: timetable.headsign(ofTrip: trip, of: pattern, at: call),
              boarding: timetable.boardingRequest(at: call, of: pattern)))
        }
      }
    }
  }
}

/// The trains of one line in one direction.
struct RouteDirection: Hashable {
  let route: Int32
  let direction: Int8
}

/// What distinguishes departures of one line in one direction.
struct DepartureKind: Hashable {
  let headsign: String
  /// What passengers must do to board the train; nil for nothing.
  let boarding: StopRequest?

  /// The kinds of one line in a fixed order.
  static func precedes(_ one: DepartureKind, _ other: DepartureKind) -> Bool {
    (one.headsign, one.boarding?.recipient.rawValue ?? "")
      < (other.headsign, other.boarding?.recipient.rawValue ?? "")
  }
}

/// The departures of one line and direction counted so far.
private struct DepartureTotals {
  private struct Total {
    var first = Int.max
    var last = Int.min
    var count = 0
  }

  private var totals: [DepartureKind: Total] = [:]

  mutating func add(_ departure: Int, _ kind: DepartureKind) {
    var total = totals[kind] ?? Total()
    total.first = min(total.first, departure)
    total.last = max(total.last, departure)
    total.count += 1
    totals[kind] = total
  }

  func span(
    of route: Int, direction: Int8, on timeline: Timeline, in timetable: Timetable
  ) -> DepartureSpan {
    let byFrequency = totals.sorted {
      $0.value.count == $1.value.count
        ? DepartureKind.precedes($0.key, $1.key) : $0.value.count > $1.value.count
    }
    return DepartureSpan(
      line: timetable.line(ofRoute: route), direction: direction < 0 ? nil : Int(direction),
      destinations: byFrequency.map { kind, total in
        DepartureSpan.Destination(
          name: timetable.name(ofHeadsign: kind.headsign), boarding: kind.boarding,
          first: timeline.time(total.first),
          last: timeline.time(total.last), count: total.count)
      })
  }
}

extension Coordinate {
  /// Creates a coordinate; nil when one of the numbers is not a number.
  fileprivate init?(north: Double, east: Double) {
    guard !north.isNaN, !east.isNaN else { return nil }
    self.init(latitude: north, longitude: east)
  }
}

extension [String: Int] {
  /// The texts that are not empty, the most frequent first.
  var byFrequency: [String] {
    filter { !$0.key.isEmpty }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}
