import DataSourceInterface
import RoutingInterface

/// Why the last train is the last: how late one may be where, and which boarding has no slack.
struct LastTrainExplanation {
  private let day: Day
  private let rides: [TrainRide]
  private let destination: Int
  private let departures: LatestDepartures

  /// - Parameter rides: The journey that leaves last; not empty.
  init(_ day: Day, _ rides: [TrainRide], to destination: Int) {
    self.day = day
    self.rides = rides
    self.destination = destination
    departures = LatestDepartures(day, to: destination)
  }

  /// The stations of the journey but the last one, in order, each with the latest time to be there.
  var limits: [StationLimit] {
    var limits: [StationLimit] = []
    for (index, ride) in rides.enumerated() {
      for call in ride.calls.dropLast() { append(departures.from(station(call)), call, &limits) }
      let end = ride.calls.upperBound
      guard index < rides.count - 1, station(end) != station(rides[index + 1].calls.lowerBound)
      else { continue }
      // Who walks from here to another station needs no train that leaves here.
      append(
        [departures.from(station(end)), departures.arriving(at: stop(end))].compactMap(\.self)
          .max(), end, &limits)
    }
    return limits
  }

  private func append(_ latest: ServiceTime?, _ call: Int, _ limits: inout [StationLimit]) {
    let place = day.timetable.place(ofStation: station(call))
    guard let latest, limits.last?.place != place else { return }
    limits.append(StationLimit(place: place, latest: latest))
  }

  /// The last boarding on the way without slack that whoever leaves later would still come to.
  var weakestLink: WeakestLink? {
    guard let first = rides.first else { return nil }
    let late = Reach(
      day,
      from: day.origins(of: station(first.calls.lowerBound)).map {
        ($0, Int32(clamping: first.departure.seconds + 1))
      })
    let weakest = rides.indices.last { index in
      let boarding = station(rides[index].calls.lowerBound)
      return departures.from(boarding) == rides[index].departure
        && (index == 0 || late.arrival(at: boarding) != nil)
    }
    guard let weakest else { return nil }
    let ride = rides[weakest]
    return WeakestLink(
      ride: weakest, place: day.timetable.place(ofStop: stop(ride.calls.lowerBound)),
      line: day.timetable.line(ofRoute: Int(day.timetable.patterns.route[ride.pattern])),
      departure: ride.departure, otherwise: otherwise(missing: weakest))
  }

  /// What is left for those who come one second late to a boarding.
  private func otherwise(missing index: Int) -> Otherwise? {
    let bounds = day.onward.bounds(to: day.targets(of: destination))
    let boarding = stop(rides[index].calls.lowerBound)
    let late = Int32(clamping: rides[index].departure.seconds + 1)
    let reach = Reach(day, from: starts(missing: index, at: boarding, late))
    let here =
      day.origins(of: station(rides[index].calls.lowerBound))
      .map { bounds.boarding(from: $0) }.min() ?? Bounds.unreachable
    let nearest = (0..<day.timetable.stations.count).compactMap { station -> Candidate? in
      guard let arrival = reach.arrival(at: station) else { return nil }
      let rest = station == destination ? 0 : bounds.arriving(at: arrival.stop)
      return rest < here ? Candidate(rest: rest, time: arrival.time, station: station) : nil
    }.min()
    guard let nearest, let journey = reach.journey(to: nearest.station) else { return nil }
    return Otherwise(
      to: day.timetable.place(ofStation: nearest.station), journey: journey,
      remaining: nearest.station == destination ? nil : Int(nearest.rest))
  }

  /// A station that one still gets to.
  private struct Candidate: Comparable {
    /// Seconds to the destination at the least.
    var rest: Int32
    var time: Int32
    var station: Int

    static func < (one: Candidate, other: Candidate) -> Bool {
      (one.rest, one.time, one.station) < (other.rest, other.time, other.station)
    }
  }

  /// Where and when those who come too late may board something else: anywhere at the origin, or one
  /// change away from the train that brought them.
  private func starts(
    missing index: Int, at boarding: Int, _ late: Int32
  ) -> [(stop: Int, time: Int32)] {
    guard index > 0 else {
      return day.origins(of: station(rides[0].calls.lowerBound)).map { ($0, late) }
    }
    let left = stop(rides[index - 1].calls.upperBound)
    let change = day.changes.seconds(from: left, to: boarding) ?? 0
    return day.changes.from(left).map { (Int($0.to), late - change + $0.seconds) }
  }

  private func stop(_ call: Int) -> Int { Int(day.timetable.patterns.stop[call]) }

  private func station(_ call: Int) -> Int { Int(day.timetable.stops.station[stop(call)]) }
}
