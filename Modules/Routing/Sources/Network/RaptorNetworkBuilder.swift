import Console
import DataSourceInterface

extension RaptorNetwork {
  /// The time of day before which a trip of the next day must be boarded.
  static let nightEnd: Int32 = 3 * 3600

  /// Creates a network of the timeline of a date: the trips of that service day, those of the day
  /// before that are still on the way after midnight, and those of the next day as far as they are
  /// boarded before 27:00. A night belongs to the evening before it, whichever service day its
  /// trains have.
  /// - Parameters:
  ///   - avoided: The lines of the timetable to leave out.
  ///   - changes: The change times of the timetable.
  init(
    _ timetable: Timetable, on date: CalendarDate, avoiding avoided: Set<Int32>,
    _ changes: ChangeTimes
  ) {
    func running(_ dayOffset: Int) -> [Bool] {
      timetable.services.running(on: CalendarDate(day: date.day + dayOffset))
    }
    let (yesterday, today, tomorrow) = (running(-1), running(0), running(1))
    let trips = timetable.trips
    var builder = RaptorNetworkBuilder(timetable)
    for pattern in 0..<timetable.patterns.count
    where !avoided.contains(timetable.patterns.route[pattern]) {
      var instances: [RaptorNetworkBuilder.TripInstance] = []
      // By the number of calls that can be boarded, trips that are still on the way at 27:00.
      var nightInstances: [Int: [RaptorNetworkBuilder.TripInstance]] = [:]
      let lastCall = timetable.patterns.calls(of: pattern).count - 1
      for trip in timetable.patterns.trips(of: pattern) {
        let service = Int(trips.service[trip])
        let (start, times) = (trips.start[trip], trips.times[trip])
        if yesterday[service], trips.arrival(of: trip, at: lastCall) >= 86400 {
          instances.append(.init(trip: Int32(trip), start: start - 86400, times: times))
        }
        if today[service] {
          instances.append(.init(trip: Int32(trip), start: start, times: times))
        }
        guard start < Self.nightEnd, tomorrow[service] else { continue }
        let instance = RaptorNetworkBuilder.TripInstance(
          trip: Int32(trip), start: start + 86400, times: times)
        let boardableCalls = (0..<lastCall).prefix {
          trips.departure(of: trip, at: $0) < Self.nightEnd
        }.count
        if boardableCalls == lastCall {
          instances.append(instance)
        } else {
          nightInstances[boardableCalls, default: []].append(instance)
        }
      }
      builder.add(instances, of: pattern, boardableCalls: lastCall)
      for (boardableCalls, instances) in nightInstances.sorted(by: { $0.key < $1.key }) {
        builder.add(instances, of: pattern, boardableCalls: boardableCalls)
      }
    }
    self.init(
      stopCount: timetable.stops.count, routes: builder.routes, calls: builder.calls,
      times: builder.times, trips: builder.trips, changes: changes)
  }
}

extension Timetable.Services {
  /// For each service whether it runs on a day.
  func running(on date: CalendarDate) -> [Bool] {
    (0..<count).map { runs($0, on: date) }
  }
}

/// Distributes the trips of each pattern among routes in which no trip overtakes another.
private struct RaptorNetworkBuilder {
  /// A trip of the timetable on one day.
  struct TripInstance {
    var trip: Int32
    /// When it starts, in seconds after 00:00 of the date that is searched.
    var start: Int32
    /// The index in the timetable of its times, which are relative to its start.
    var times: Int32
  }

  private(set) var routes: [RaptorRoute] = []
  private(set) var calls: [RaptorNetwork.Call] = []
  /// The trips of all routes, row by row.
  private(set) var trips: [RaptorNetwork.Trip] = []
  /// The same trips.
  private var instances: [TripInstance] = []
  private var timeCount = 0
  private let patterns: Timetable.Patterns
  private let arrival: Column<Int32>
  private let departure: Column<Int32>

  init(_ timetable: Timetable) {
    patterns = timetable.patterns
    arrival = timetable.trips.arrival
    departure = timetable.trips.departure
  }

  /// The times of all routes.
  var times: RaptorNetwork.Times {
    RaptorNetwork.Times(count: timeCount) { arrivals, departures in
      // Safe: the pointers are only used within the closures.
      arrival.withUnsafeBufferPointer { arrival in
        departure.withUnsafeBufferPointer { departure in
          for route in routes {
            let (rows, positions) = (Int(route.rowCount), Int(route.positionCount))
            let first = Int(route.firstArrival)
            for row in 0..<rows {
              let instance = instances[Int(route.firstTrip) + row]
              for position in 0..<positions {
                let time = Int(instance.times) + position
                arrivals[first + row * positions + position] = instance.start + arrival[time]
                departures[first + position * rows + row] = instance.start + departure[time]
              }
            }
          }
        }
      }
    }
  }

  /// Adds trips of one pattern that can be boarded at its first `boardableCalls` calls.
  mutating func add(_ added: [TripInstance], of pattern: Int, boardableCalls: Int) {
    guard !added.isEmpty else { return }
    let patternCalls = patterns.calls(of: pattern)
    let firstCall = Int32(calls.count)
    let boardingEnd = patternCalls.lowerBound + boardableCalls
    for call in patternCalls {
      calls.append(
        .init(
          stop: patterns.stop[call],
          mayBoard: call < boardingEnd && patterns.allows[call].contains(.board),
          mayAlight: patterns.allows[call].contains(.alight)))
    }
    let lanes = added.sortedByStart.splitByOvertaking {
      overtakes($0, $1, positions: patternCalls.count)
    }
    for rows in lanes {
      routes.append(
        .init(
          skippedCalls: 0, firstCall: firstCall, positionCount: Int32(patternCalls.count),
          firstArrival: Int32(timeCount), arrivalStride: Int32(patternCalls.count),
          firstDeparture: Int32(timeCount), firstTrip: Int32(instances.count),
          rowCount: Int32(rows.count)))
      timeCount += rows.count * patternCalls.count
      instances += rows
      trips += rows.map { .init(number: $0.trip, pattern: Int32(pattern), skippedCalls: 0) }
    }
  }

  /// Whether `later`, which starts no earlier than `earlier`, is ahead of it at any position.
  private func overtakes(
    _ later: TripInstance, _ earlier: TripInstance, positions: Int
  ) -> Bool {
    guard earlier.times != later.times else { return false }
    let lead = later.start - earlier.start
    return (0..<positions).contains { position in
      let first = Int(earlier.times) + position
      let second = Int(later.times) + position
      return arrival[second] + lead < arrival[first] || departure[second] + lead < departure[first]
    }
  }
}

extension [RaptorNetworkBuilder.TripInstance] {
  fileprivate var sortedByStart: Self {
    sorted { ($0.start, $0.trip) < ($1.start, $1.trip) }
  }
}

extension Array {
  /// How many groups are tried for each trip. More would only help where trips overtake each other
  /// all the time.
  private static var maximumTries: Int { 16 }

  /// Splits trips with the same calls, sorted by their first departure, into few groups without
  /// overtaking (first fit).
  /// - Parameter overtakes: Whether a trip is ahead of an earlier one at any call.
  func splitByOvertaking(_ overtakes: (_ later: Element, _ earlier: Element) -> Bool) -> [[Element]]
  {
    var groups: [[Element]] = []
    for trip in self {
      let fitting = groups.indices.suffix(Self.maximumTries).first { group in
        groups[group].last.map { !overtakes(trip, $0) } ?? true
      }
      if let fitting { groups[fitting].append(trip) } else { groups.append([trip]) }
    }
    return groups
  }
}
