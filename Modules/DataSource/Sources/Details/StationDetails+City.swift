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
    let times = departureTimes(from: station, on: date)
    return stationRoutes.routes(of: station).flatMap { route in
      ([0, 1, -1] as [Int8]).compactMap { direction in
        times[RouteDirection(route: Int32(route), direction: direction)].map { kinds in
          DepartureSpan(
            line: timetable.line(ofRoute: route), direction: direction < 0 ? nil : Int(direction),
            destinations: destinations(kinds, on: timeline))
        }
      }
    }
  }

  /// The destinations of one line and direction, the most frequent first.
  private func destinations(
    _ kinds: [DepartureKind: [Int]], on timeline: Timeline
  ) -> [DepartureSpan.Destination] {
    let byFrequency = kinds.sorted {
      $0.value.count == $1.value.count
        ? DepartureKind.precedes($0.key, $1.key) : $0.value.count > $1.value.count
    }
    return byFrequency.compactMap { kind, times in
      guard let first = times.min(), let last = times.max() else { return nil }
      return DepartureSpan.Destination(
        name: timetable.name(ofHeadsign: kind.headsign), boarding: kind.boarding,
        first: timeline.time(first), last: timeline.time(last), count: times.count)
    }
  }

  /// Returns the times of all departures from a station on a service day, in seconds of that day, in
  /// any order. Only trains that passengers can board and that go on count.
  func departureTimes(
    from station: Int, on date: CalendarDate
  ) -> [RouteDirection: [DepartureKind: [Int]]] {
    let (patterns, trips) = (timetable.patterns, timetable.trips)
    let runs = timetable.services.running(on: date)
    var times: [RouteDirection: [DepartureKind: [Int]]] = [:]
    for pattern in 0..<patterns.count {
      let calls = patterns.calls(of: pattern)
      for call in calls.dropLast()
      where Int(timetable.stops.station[Int(patterns.stop[call])]) == station
        && patterns.allows[call].contains(.board)
      {
        let routeDirection = RouteDirection(
          route: patterns.route[pattern], direction: patterns.direction[pattern])
        let running = patterns.trips(of: pattern).filter { runs[Int(trips.service[$0])] }
        for group in timetable.headsigns(of: running, in: pattern, at: call) {
          let kind = DepartureKind(
            headsign: group.headsign, boarding: timetable.boardingRequest(at: call, of: pattern))
          times[routeDirection, default: [:]][kind, default: []] += group.trips.map {
            trips.departure(of: $0, at: call - calls.lowerBound)
          }
        }
      }
    }
    return times
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
