import DataSourceInterface
import Documents

/// Trains with the same calls. They may overtake each other, which the trips of a route never do.
struct TrainGroup: Sendable {
  /// Consecutive calls that are searched as routes.
  struct Part: Sendable {
    /// How many calls come before.
    var skippedCalls: Int
    var calls: [RaptorNetwork.Call]
  }

  /// How many calls the trips have.
  let callCount: Int
  /// The parts that are searched, which may overlap: usually one with all calls.
  var parts: [Part]
  var trips: [RaptorNetwork.Trip]

  init(calls: [RaptorNetwork.Call], trips: [RaptorNetwork.Trip]) {
    callCount = calls.count
    parts = [Part(skippedCalls: 0, calls: calls)]
    self.trips = trips
  }
}

extension [TrainGroup] {
  /// The trains on the timeline of a date: those of that service day, those of the day before that
  /// are still on the way after midnight, and those of the next day as far as they are boarded
  /// before 27:00. A night belongs to the evening before it, whichever service day its trains have.
  /// - Parameter avoided: The lines of the timetable to leave out.
  init(_ timetable: Timetable, on date: CalendarDate, avoiding avoided: Set<Int32>) {
    func running(_ dayOffset: Int) -> [Bool] {
      timetable.services.running(on: CalendarDate(day: date.day + dayOffset))
    }
    let (yesterday, today, tomorrow) = (running(-1), running(0), running(1))
    let (patterns, trips) = (timetable.patterns, timetable.trips)
    self = []
    for pattern in 0..<patterns.count where !avoided.contains(patterns.route[pattern]) {
      let numbers = patterns.trips(of: pattern)
      let lastCall = patterns.calls(of: pattern).count - 1
      func trip(_ number: Int, startingAt start: Int32) -> RaptorNetwork.Trip {
        RaptorNetwork.Trip(
          number: Int32(number), pattern: Int32(pattern), start: start,
          firstTime: trips.times[number])
      }
      var found: [RaptorNetwork.Trip] = []
      found.reserveCapacity(numbers.count)
      for number in numbers
      where yesterday[Int(trips.service[number])]
        && trips.arrival(of: number, at: lastCall) >= 86400
      {
        found.append(trip(number, startingAt: trips.start[number] - 86400))
      }
      for number in numbers where today[Int(trips.service[number])] {
        found.append(trip(number, startingAt: trips.start[number]))
      }
      // By the number of calls that can be boarded, trips that are still on the way at 27:00.
      var nightTrips: [Int: [RaptorNetwork.Trip]] = [:]
      // The trips of a pattern are sorted by start.
      for number in numbers.prefix(while: { trips.start[$0] < RaptorNetwork.nightEnd })
      where tomorrow[Int(trips.service[number])] {
        let boardableCalls = (0..<lastCall).prefix {
          trips.departure(of: number, at: $0) < RaptorNetwork.nightEnd
        }.count
        let instance = trip(number, startingAt: trips.start[number] + 86400)
        if boardableCalls == lastCall {
          found.append(instance)
        } else {
          nightTrips[boardableCalls, default: []].append(instance)
        }
      }
      let groups = [(lastCall, found)] + nightTrips.sorted { $0.key < $1.key }
      for (boardableCalls, trips) in groups where !trips.isEmpty {
        let calls = patterns.networkCalls(of: pattern, boardableCalls: boardableCalls)
        append(TrainGroup(calls: calls, trips: trips))
      }
    }
  }
}

extension RaptorNetwork {
  /// The time of day before which a trip of the next day must be boarded.
  static let nightEnd = Int32(LocalDateTime.startOfService.seconds)
}

extension RaptorNetwork.Trip {
  /// The part of the trip that begins some calls later.
  func dropping(_ count: Int) -> Self {
    var copy = self
    copy.firstTime += Int32(count)
    return copy
  }
}

extension Timetable.Services {
  /// For each service whether it runs on a day.
  func running(on date: CalendarDate) -> [Bool] {
    (0..<count).map { runs($0, on: date) }
  }
}

extension Timetable.Patterns {
  /// The calls of a pattern, of which only the first `boardableCalls` can be boarded.
  fileprivate func networkCalls(
    of pattern: Int, boardableCalls: Int
  ) -> [RaptorNetwork.Call] {
    let ownCalls = calls(of: pattern)
    let boardingEnd = ownCalls.lowerBound + boardableCalls
    return ownCalls.map { call in
      RaptorNetwork.Call(
        stop: stop[call], mayBoard: call < boardingEnd && allows[call].contains(.board),
        mayAlight: allows[call].contains(.alight))
    }
  }
}
