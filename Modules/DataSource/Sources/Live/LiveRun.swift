import DataSourceInterface
import Documents
import Foundation

/// A train on one service day that does not run as the timetable says: a row of a patched
/// timetable.
struct LiveRun {
  /// The trip of the timetable; nil for an extra train.
  let scheduled: Int?
  let date: CalendarDate
  let route: Int32
  let direction: Int8
  /// How many calls of the trip come before the first one.
  var skippedCalls = 0
  var stops: ArraySlice<Int32>
  var rules: ArraySlice<Timetable.CallRules>
  var times: ArraySlice<TimetablePatch.Times>
  /// The id and the destination of an extra train, or of one that ends early.
  var label: (id: String, headsign: String)?

  /// Creates a run of a trip, with the times of the timetable unless others are given.
  init(
    _ day: Timetable.TripOnDay, pattern: Int, in timetable: Timetable,
    times: [TimetablePatch.Times]? = nil
  ) {
    let (patterns, trips) = (timetable.patterns, timetable.trips)
    let calls = patterns.calls(of: pattern)
    scheduled = day.trip
    date = day.date
    route = patterns.route[pattern]
    direction = patterns.direction[pattern]
    stops = calls.map { patterns.stop[$0] }[...]
    rules = calls.map { patterns.allows[$0] }[...]
    self.times =
      (times
      ?? (0..<calls.count).map {
        TimetablePatch.Times(
          arrival: trips.arrival(of: day.trip, at: $0),
          departure: trips.departure(of: day.trip, at: $0), isKnown: false)
      })[...]
  }

  init(_ extra: TimetablePatch.ExtraTrip) {
    scheduled = nil
    date = extra.date
    route = Int32(extra.route)
    direction = -1
    stops = extra.stops.map { Int32($0) }[...]
    rules = Array(repeating: [.board, .alight], count: extra.stops.count)[...]
    times = extra.times[...]
    label = (extra.id, extra.headsign)
  }

  /// What passengers may do at each call.
  var servedRules: [Timetable.CallRules] {
    zip(rules, times).map { $1.isServed ? $0 : [] }
  }

  /// When the train starts, in seconds of its service day.
  var start: Int { times.first?.departure ?? 0 }

  /// The calls of a part of the run, as a train of its own.
  func part(_ calls: Range<Int>, in timetable: Timetable) -> LiveRun {
    var part = self
    part.skippedCalls += calls.lowerBound
    part.stops = Array(Array(stops)[calls])[...]
    part.rules = Array(Array(rules)[calls])[...]
    part.times = Array(Array(times)[calls])[...]
    // A train that ends early shows another destination.
    if calls.upperBound < stops.count {
      let id = scheduled.map { timetable.trips.id[Int(timetable.trips.label[$0])] }
      part.label = (label?.id ?? id ?? "", "")
    }
    return part
  }
}

extension TimetablePatch.Closure {
  /// Whether the closure lasts at some moment of a span.
  func lasts(within span: ClosedRange<Date>) -> Bool {
    (start ?? .distantPast) <= span.upperBound && (end ?? .distantFuture) > span.lowerBound
  }

  /// The parts of a run that still run; nil if the closure does not concern it.
  /// - Parameters:
  ///   - closed: The stations that are closed.
  ///   - timeline: That of the service day.
  func parts(
    of run: LiveRun, closed: Set<Int32>, on timeline: Timeline, in timetable: Timetable
  ) -> [LiveRun]? {
    let passed = run.stops.map { closed.contains(timetable.stops.station[Int($0)]) }
    guard passed.contains(true) else { return nil }
    let times = Array(run.times)
    func instant(_ seconds: Int) -> Date { timeline.instant(of: ServiceTime(seconds: seconds)) }
    guard stations.count != 1 else {
      var changed = run
      var isChanged = false
      for (call, time) in times.enumerated()
      where passed[call] && lasts(within: instant(time.arrival)...instant(time.departure)) {
        changed.times[changed.times.startIndex + call].isServed = false
        isChanged = true
      }
      return isChanged ? [changed] : nil
    }
    var parts: [Range<Int>] = []
    var first = 0
    for call in 1..<times.count {
      let span =
        instant(
          times[call - 1].departure)...max(
          instant(times[call - 1].departure), instant(times[call].arrival))
      guard passed[call - 1], passed[call], lasts(within: span) else { continue }
      parts.append(first..<call)
      first = call
    }
    guard first > 0 else { return nil }
    parts.append(first..<times.count)
    return parts.filter { $0.count > 1 }.map { run.part($0, in: timetable) }
  }
}
