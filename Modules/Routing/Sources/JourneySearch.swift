import DataSourceInterface
import RoutingInterface

/// Finds journeys on one service day of one timetable.
struct JourneySearch: Sendable {
  private let timetable: Timetable
  private let date: ServiceDate
  private let changeTime: Int32
  private let forward: RoundSearch
  private let backward: RoundSearch
  private let walks: Walks

  /// - Parameter changeTime: Seconds a change takes where the feed says nothing.
  init(_ timetable: Timetable, on date: ServiceDate, changeTime: Int) {
    let lanes = Lanes(timetable, on: date)
    let stopCount = timetable.stops.count
    self.timetable = timetable
    self.date = date
    self.changeTime = Int32(changeTime)
    walks = Walks(timetable)
    forward = RoundSearch(lanes, walks, stopCount: stopCount)
    backward = RoundSearch(lanes.reversed(), walks.reversed(), stopCount: stopCount)
  }

  /// The Pareto front of arrival and number of rides between two stations, leaving at `time` or
  /// later, from few rides to many; each journey leaves as late as it can.
  func journeys(from origin: Int, to destination: Int, leaving time: ServiceTime) -> [Journey] {
    let origins = timetable.stations.stops(of: origin)
    let destinations = timetable.stations.stops(of: destination)
    let front = forward.front(
      from: origins, at: Int32(time.seconds), to: destinations, changeTime: changeTime)
    return front.compactMap { arrival in
      let latest = backward.front(
        from: destinations, at: -arrival.time, to: origins, changeTime: changeTime)
      return latest.last { $0.rides.count <= arrival.rides.count }.map { journey(of: $0.rides) }
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
      let next = journeys(
        from: origin, to: destination,
        leaving: ServiceTime(seconds: last.departure.seconds + 1))
      guard let fastest = next.last else { break }
      found.append(fastest)
      last = fastest
    }
    return found
  }

  /// Why there is no journey between two stations that leaves at `time` or later.
  func reason(from origin: Int, to destination: Int, leaving time: ServiceTime) -> String {
    guard origin != destination else { return "you are already there" }
    guard !forward.lanes.lanes.isEmpty else { return "no train runs on \(date)" }
    let atAnyTime = backward.front(
      from: timetable.stations.stops(of: destination), at: .min / 2,
      to: timetable.stations.stops(of: origin), changeTime: changeTime)
    guard let last = atAnyTime.last else {
      return "no trains connect the two stations on \(date)"
    }
    let lastDeparture = ServiceTime(seconds: -Int(last.time))
    return "the last journey on \(date) leaves at \(lastDeparture.clock)"
  }

  /// Puts together a journey that the backward search found: its last ride comes first there.
  private func journey(of backwardRides: [RoundSearch.Ride]) -> Journey {
    var legs: [Leg] = []
    var previous: (stop: Int, arrival: Int)?
    var departure = 0
    for ride in backwardRides.reversed() {
      let lane = backward.lanes.lanes[Int(ride.lane)]
      let pattern = Int(lane.pattern)
      let firstCall = timetable.patterns.calls(of: pattern).lowerBound
      let boarded = firstCall + Int(lane.positions - 1 - ride.left)
      let left = firstCall + Int(lane.positions - 1 - ride.boarded)
      let boards = -Int(backward.lanes.alighting[lane.cell(ride.row, ride.left)])
      let leaves = -Int(backward.lanes.boarding[lane.cell(ride.row, ride.boarded)])
      let stop = Int(timetable.patterns.stop[boarded])
      if let previous {
        legs.append(
          .change(change(from: previous.stop, at: previous.arrival, to: stop, boarding: boards)))
      } else {
        departure = boards
      }
      let trip = Int(backward.lanes.trips[Int(lane.firstRow + ride.row)].index)
      legs.append(
        .ride(
          self.ride(
            trip, of: pattern, calls: boarded...left, departure: boards, arrival: leaves)))
      previous = (Int(timetable.patterns.stop[left]), leaves)
    }
    return Journey(
      departure: ServiceTime(seconds: departure),
      arrival: ServiceTime(seconds: previous?.arrival ?? departure),
      rides: backwardRides.count, legs: legs)
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
      headsign: headsign.isEmpty ? timetable.stops.name[Int(stops[lastCall])] : headsign,
      from: timetable.place(ofStop: Int(stops[calls.lowerBound])),
      to: timetable.place(ofStop: Int(stops[calls.upperBound])),
      departure: ServiceTime(seconds: departure), arrival: ServiceTime(seconds: arrival),
      through: calls.dropFirst().dropLast().map { timetable.place(ofStop: Int(stops[$0])) })
  }

  private func change(from: Int, at arrival: Int, to: Int, boarding: Int) -> Change {
    let walk = walks.from(from).first { $0.to == to }
    let seconds = walk.map { $0.seconds == Walks.defaultTime ? changeTime : $0.seconds } ?? 0
    return Change(
      from: timetable.place(ofStop: from), to: timetable.place(ofStop: to),
      duration: .seconds(Int(seconds)), wait: .seconds(boarding - arrival - Int(seconds)))
  }
}
