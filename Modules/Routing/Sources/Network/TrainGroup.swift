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
  /// The trains on the timeline of a date: those of that service day, those of earlier days that
  /// are still on the way after its midnight, and those of the next day as far as they are boarded
  /// before 27:00. A night belongs to the evening before it, whichever service day its trains have.
  /// - Parameter avoided: The lines of the timetable to leave out.
  init(_ timetable: Timetable, on timeline: Timeline, avoiding avoided: Set<Int32>) {
    let earlierServices = timetable.earlierServices(on: timeline)
    let today = timetable.runningServices(0, on: timeline)
    let tomorrow = timetable.runningServices(1, on: timeline)
    let midnight = timeline.midnight.seconds
    let nightEnd = Int32(LocalDateTime.endOfNight.seconds) - tomorrow.start
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
      for day in earlierServices {
        for number in numbers
        where day.runs[Int(trips.service[number])]
          && trips.arrival(of: number, at: lastCall) + Int(day.start) >= midnight
        {
          found.append(trip(number, startingAt: trips.start[number] + day.start))
        }
      }
      for number in numbers where today.runs[Int(trips.service[number])] {
        found.append(trip(number, startingAt: trips.start[number]))
      }
      // By the number of calls that can be boarded, trips that are still on the way at 27:00.
      var nightTrips: [Int: [RaptorNetwork.Trip]] = [:]
      // The trips of a pattern are sorted by start.
      for number in numbers.prefix(while: { trips.start[$0] < nightEnd })
      where tomorrow.runs[Int(trips.service[number])] {
        let boardableCalls = (0..<lastCall).prefix {
          trips.departure(of: number, at: $0) < nightEnd
        }.count
        let instance = trip(number, startingAt: trips.start[number] + tomorrow.start)
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

extension RaptorNetwork.Trip {
  /// The part of the trip that begins some calls later.
  func dropping(_ count: Int) -> Self {
    var copy = self
    copy.firstTime += Int32(count)
    return copy
  }
}

extension Timetable {
  /// The services of the day a number of days after the date of a timeline.
  func runningServices(_ offset: Int, on timeline: Timeline) -> RunningServices {
    let date = CalendarDate(day: timeline.date.day + offset)
    return RunningServices(
      runs: services.running(on: date), start: Int32(clamping: timeline.start(of: date)))
  }

  /// The services of the days before a date whose trains may still run on it, the day before it
  /// first.
  func earlierServices(on timeline: Timeline) -> [RunningServices] {
    (1...max(1, trips.daysAfterService)).map { runningServices(-$0, on: timeline) }
  }
}

/// The services of a day, and where its times begin on the timeline of another date.
struct RunningServices: Hashable {
  let runs: [Bool]
  let start: Int32
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
