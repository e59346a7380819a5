import DataSourceInterface
import RoutingInterface

/// Finds journeys on one service day of one timetable.
struct JourneySearch: Sendable {
  private let timetable: Timetable
  private let date: ServiceDate
  private let changeTime: Int32
  private let changes: ChangeTimes
  private let forward: RoundSearch
  private let backward: RoundSearch

  /// - Parameter changeTime: Seconds a change takes where the feed says nothing.
  init(_ timetable: Timetable, on date: ServiceDate, changeTime: Int) {
    let lanes = Lanes(timetable, on: date)
    let changes = ChangeTimes(timetable)
    let stopCount = timetable.stops.count
    self.timetable = timetable
    self.date = date
    self.changeTime = Int32(clamping: changeTime)
    self.changes = changes
    forward = RoundSearch(lanes, changes, stopCount: stopCount)
    backward = RoundSearch(lanes.reversed, changes.reversed, stopCount: stopCount)
  }

  /// The Pareto front of arrival and number of rides between two stations, leaving at `time` or
  /// later, from few rides to many; each journey leaves as late as it can.
  func journeys(from origin: Int, to destination: Int, leaving time: ServiceTime) -> [Journey] {
    arrivals(from: origin, to: destination, leaving: time).compactMap {
      latest(from: origin, to: destination, arriving: $0)
    }
  }

  /// Up to `count` journeys after `first`: each leaves after the one before it, arrives as early as
  /// it can, and with as few rides as that allows.
  func journeys(
    from origin: Int, to destination: Int, after first: Journey, count: Int
  ) -> [Journey] {
    var found: [Journey] = []
    var last = first
    while found.count < count {
      let next = ServiceTime(seconds: last.departure.seconds + 1)
      guard let arrival = arrivals(from: origin, to: destination, leaving: next).last,
        let fastest = latest(from: origin, to: destination, arriving: arrival)
      else { break }
      found.append(fastest)
      last = fastest
    }
    return found
  }

  /// Why there is no journey between two stations, or no more on that day.
  func reason(from origin: Int, to destination: Int) -> String {
    guard origin != destination else { return "you are already there" }
    guard timetable.services.running(on: date).contains(true) else {
      return "no train runs on \(date)"
    }
    let atAnyTime = backward.front(
      from: timetable.stations.stops(of: destination), at: .min / 2,
      to: timetable.stations.stops(of: origin), changeTime: changeTime)
    guard let last = atAnyTime.last, last.time <= 0 else {
      return "no trains connect the two stations on \(date)"
    }
    return "the last journey on \(date) leaves at \(ServiceTime(seconds: -Int(last.time)).clock)"
  }

  private func arrivals(
    from origin: Int, to destination: Int, leaving time: ServiceTime
  ) -> [RoundSearch.Arrival] {
    forward.front(
      from: timetable.stations.stops(of: origin), at: Int32(clamping: time.seconds),
      to: timetable.stations.stops(of: destination), changeTime: changeTime)
  }

  /// The journey that leaves last and arrives no later and with no more rides than `arrival`.
  private func latest(
    from origin: Int, to destination: Int, arriving arrival: RoundSearch.Arrival
  ) -> Journey? {
    let departures = backward.front(
      from: timetable.stations.stops(of: destination), at: -arrival.time,
      to: timetable.stations.stops(of: origin), changeTime: changeTime)
    let latest = departures.last { $0.segments.count <= arrival.segments.count }
    return latest.map { journey(of: $0.segments) }
  }

  /// Puts together a journey that the backward search found: its last ride comes first there.
  private func journey(of segments: [RoundSearch.Segment]) -> Journey {
    var legs: [Leg] = []
    var previous: (stop: Int, arrival: Int)?
    var departure = 0
    for segment in segments.reversed() {
      let lane = backward.lanes.all[Int(segment.lane)]
      let boards = -Int(backward.lanes.alighting(lane, row: segment.row, at: segment.left))
      let leaves = -Int(backward.lanes.boarding(lane, row: segment.row, at: segment.boarded))
      let stop = backward.lanes.stop(lane, at: segment.left)
      if let previous {
        legs.append(
          .change(change(from: previous.stop, at: previous.arrival, to: stop, boarding: boards)))
      } else {
        departure = boards
      }
      let firstCall = Int(lane.firstCall)
      let boarded = firstCall + Int(lane.positions - 1 - segment.left)
      let left = firstCall + Int(lane.positions - 1 - segment.boarded)
      let trip = Int(backward.lanes.trip(lane, row: segment.row).index)
      legs.append(
        .ride(
          ride(
            trip, of: Int(lane.pattern), calls: boarded...left, departure: boards,
            arrival: leaves)))
      previous = (backward.lanes.stop(lane, at: segment.boarded), leaves)
    }
    return Journey(
      departure: ServiceTime(seconds: departure),
      arrival: ServiceTime(seconds: previous?.arrival ?? departure),
      rides: segments.count, legs: legs)
  }

  private func ride(
    _ trip: Int, of pattern: Int, calls: ClosedRange<Int>, departure: Int, arrival: Int
  ) -> Ride {
    let stops = timetable.patterns.stop
    let headsign = timetable.trips.headsign[Int(timetable.trips.label[trip])]
    let lastCall = timetable.patterns.calls(of: pattern).upperBound - 1
    return Ride(
      line: timetable.line(ofRoute: Int(timetable.patterns.route[pattern])),
      trip: timetable.trips.id[Int(timetable.trips.label[trip])],
      headsign: headsign.isEmpty ? timetable.place(ofStop: Int(stops[lastCall])).name : headsign,
      from: timetable.place(ofStop: Int(stops[calls.lowerBound])),
      to: timetable.place(ofStop: Int(stops[calls.upperBound])),
      departure: ServiceTime(seconds: departure), arrival: ServiceTime(seconds: arrival),
      through: calls.dropFirst().dropLast().map { timetable.place(ofStop: Int(stops[$0])) })
  }

  private func change(from: Int, at arrival: Int, to: Int, boarding: Int) -> Change {
    let row = changes.from(from).first { $0.to == to }
    let seconds = row?.seconds(default: changeTime) ?? 0
    return Change(
      from: timetable.place(ofStop: from), to: timetable.place(ofStop: to),
      duration: .seconds(Int(seconds)), wait: .seconds(boarding - arrival - Int(seconds)))
  }
}
