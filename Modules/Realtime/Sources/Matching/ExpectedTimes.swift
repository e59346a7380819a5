import DataSourceInterface
import Documents
import Foundation

/// The expected times of a train, from those of the timetable and the updates of its stops.
struct ExpectedTimes {
  /// No train is later than this, or an hour earlier than the timetable: what says so is wrong.
  private static let plausibleDelays = -3600...12 * 3600

  /// The times at each call.
  private(set) var times: [TimetablePatch.Times] = []
  /// How many updates are of stops that the trip does not have.
  private(set) var unknownStops = 0
  /// Whether no time is implausible.
  private(set) var isPlausible = true

  /// - Parameters:
  ///   - update: The update of the trip.
  ///   - scheduled: The times of the timetable at each call.
  ///   - stops: The stop of each call.
  ///   - label: The label of the trip; nil for one whose calls have no numbers.
  ///   - timeline: That of the service day.
  init(
    _ update: RealtimeFeed.TripUpdate, scheduled: [(arrival: Int, departure: Int)],
    stops: [Int32], label: Int? = nil, on timeline: Timeline, in index: TripIndex
  ) {
    let updates = updates(update.stopTimeUpdates, stops: stops, label: label, in: index)
    // Stops before the first update are as scheduled, unless the delay of the trip is known.
    var delay = update.stopTimeUpdates.isEmpty ? update.delay : nil
    var earliest = Int.min
    for (call, planned) in scheduled.enumerated() {
      var (arrival, departure) = (
        planned.arrival + (delay ?? 0), planned.departure + (delay ?? 0)
      )
      var isServed = true
      if let stop = updates[call] {
        switch stop.scheduleRelationship {
        case .noData:
          (arrival, departure, delay) = (planned.arrival, planned.departure, nil)
        case .skipped: isServed = false
        default:
          let expected = (
            stop.arrival?.seconds(planned.arrival, on: timeline),
            stop.departure?.seconds(planned.departure, on: timeline)
          )
          switch expected {
          case (let time?, let leaving?): (arrival, departure) = (time, leaving)
          case (let time?, nil):
            (arrival, departure) = (time, time + planned.departure - planned.arrival)
          case (nil, let leaving?): (arrival, departure) = (min(arrival, leaving), leaving)
          case (nil, nil): break
          }
          if expected.0 != nil || expected.1 != nil { delay = departure - planned.departure }
        }
      }
      // No time is before the one before it.
      arrival = max(arrival, earliest)
      departure = max(departure, arrival)
      earliest = departure
      let delays = [arrival - planned.arrival, departure - planned.departure]
      if !delays.allSatisfy(Self.plausibleDelays.contains) { isPlausible = false }
      times.append(
        TimetablePatch.Times(
          arrival: arrival, departure: departure, isServed: isServed, isKnown: delay != nil))
    }
  }

  /// The updates by call. Each belongs to the call with its number if that is at its stop, or else
  /// to the next visit of its stop. One of a call before that of another update fits no train that
  /// goes forward.
  private mutating func updates(
    _ updates: [RealtimeFeed.StopTimeUpdate], stops: [Int32], label: Int?, in index: TripIndex
  ) -> [Int: RealtimeFeed.StopTimeUpdate] {
    var found: [Int: RealtimeFeed.StopTimeUpdate] = [:]
    var next = 0
    for update in updates {
      let stop = index.stop(update.stopID).map { Int32($0) }
      let numbered = label.flatMap { label in
        update.stopSequence.flatMap {
          index.timetable.callNumbers.call(withNumber: $0, ofLabel: label, of: stops.count)
        }
      }
      let hasStop = !(update.stopID ?? "").isEmpty
      let call =
        if let numbered, numbered >= next, !hasStop || stops[numbered] == stop {
          Optional(numbered)
        } else {
          stop.flatMap { stop in stops[next...].firstIndex(of: stop) }
        }
      guard let call else {
        unknownStops += 1
        continue
      }
      found[call] = update
      next = call + 1
    }
    return found
  }
}

extension RealtimeFeed.StopTimeEvent {
  /// The expected time in seconds of the service day: a time counts before a delay.
  fileprivate func seconds(_ planned: Int, on timeline: Timeline) -> Int? {
    if let time { return timeline.seconds(at: time) }
    return delay.map { planned + $0 }
  }
}

extension Timeline {
  /// The seconds at an instant, given by its seconds since 1970.
  func seconds(at time: Int) -> Int {
    self.time(at: Date(timeIntervalSince1970: Double(time))).seconds
  }
}
