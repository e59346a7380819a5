import DataSourceInterface
import Documents
import RoutingInterface

/// A ride on a train from one call of its pattern to a later one, in indexes of the timetable.
struct TrainRide {
  var trip: Int
  var pattern: Int
  var calls: ClosedRange<Int>
  var departure: ServiceTime
  var arrival: ServiceTime
}

extension ServiceDaySchedule {
  /// Converts the segments that a search found into rides without detours.
  /// - Parameters:
  ///   - segments: The segments in travel order.
  ///   - direction: The direction of the search that found them.
  func rides(
    of segments: some Collection<TripSegment>, in direction: SearchDirection
  ) -> [TrainRide] {
    let rides = segments.map { ride(direction === forward ? $0 : reversed($0)) }
    // What looks like a detour may pass the via station.
    return constraints.via == nil ? removingDetours(rides) : rides
  }

  /// Creates a journey from its rides, with the walks between its ends and the trains.
  func journey(
    of rides: [TrainRide], from origin: SearchEnd, to destination: SearchEnd
  ) -> Journey {
    timetable.journey(of: rides, from: origin, to: destination, on: date, changes)
  }

  private func ride(_ segment: TripSegment) -> TrainRide {
    let network = forward.network
    let route = network.routes[Int(segment.route)]
    let trip = network.trips[Int(route.firstTrip + segment.row)]
    let skippedCalls = Int(
      trip.firstTime - timetable.trips.times[Int(trip.number)] + route.skippedCalls)
    let firstCall = timetable.patterns.calls(of: Int(trip.pattern)).lowerBound + skippedCalls
    let departure = network.departure(route, segment.row, at: segment.boarding)
    let arrival = network.arrival(route, segment.row, at: segment.alighting)
    return TrainRide(
      trip: Int(trip.number), pattern: Int(trip.pattern),
      calls: firstCall + Int(segment.boarding)...firstCall + Int(segment.alighting),
      departure: ServiceTime(seconds: Int(departure)), arrival: ServiceTime(seconds: Int(arrival)))
  }

  /// Converts a segment of the backward direction into one of the forward direction. Routes have
  /// the same numbers in both.
  private func reversed(_ segment: TripSegment) -> TripSegment {
    let route = forward.network.routes[Int(segment.route)]
    return TripSegment(
      route: segment.route, row: route.rowCount - 1 - segment.row,
      boarding: route.positionCount - 1 - segment.alighting,
      alighting: route.positionCount - 1 - segment.boarding)
  }

  /// The same trains with less time on board: the passenger changes where the wait is longest,
  /// instead of riding past that stop and back. No change takes longer than before.
  private func removingDetours(_ rides: [TrainRide]) -> [TrainRide] {
    var rides = rides
    for next in rides.indices.dropFirst() {
      guard let change = betterChange(from: rides[next - 1], to: rides[next]) else { continue }
      rides[next - 1] = timetable.shorten(
        rides[next - 1], to: rides[next - 1].calls.lowerBound...change.alighting)
      rides[next] = timetable.shorten(
        rides[next], to: change.boarding...rides[next].calls.upperBound)
    }
    return rides
  }

  /// The calls of the change with the longest wait; nil if no wait is longer than the current one.
  private func betterChange(
    from ride: TrainRide, to next: TrainRide
  ) -> (alighting: Int, boarding: Int)? {
    let patterns = timetable.patterns
    func stop(_ call: Int) -> Int { Int(patterns.stop[call]) }
    guard
      let longestChange = changes.seconds(
        from: stop(ride.calls.upperBound), to: stop(next.calls.lowerBound))
    else { return nil }
    var best: (alighting: Int, boarding: Int)?
    var longestWait = next.departure.seconds - ride.arrival.seconds
    for alighting in ride.calls.dropFirst() where patterns.allows[alighting].contains(.alight) {
      for change in changes.from(stop(alighting)) where change.seconds <= longestChange {
        for boarding in next.calls.dropLast()
        where patterns.stop[boarding] == change.to && timetable.mayBoard(next, at: boarding) {
          let wait =
            timetable.departure(of: next, at: boarding)
            - timetable.arrival(of: ride, at: alighting)
          if wait > longestWait { (best, longestWait) = ((alighting, boarding), wait) }
        }
      }
    }
    return best
  }
}

extension Timetable {
  /// Creates a journey from its rides, with the walks between its ends and the trains.
  /// - Parameters:
  ///   - date: The date that the times of the rides count from.
  ///   - isEstimate: Whether the times are averages, so that the rides have no trip.
  func journey(
    of rides: [TrainRide], from origin: SearchEnd, to destination: SearchEnd,
    on date: CalendarDate, _ changes: ChangeTimes, isEstimate: Bool = false
  ) -> Journey {
    let access = rides.first.flatMap {
      walk(from: origin, toStop: Int(patterns.stop[$0.calls.lowerBound]))
    }
    let egress = rides.last.flatMap {
      walk(fromStop: Int(patterns.stop[$0.calls.upperBound]), to: destination)
    }
    var legs: [Leg] = access.map { [.walk($0)] } ?? []
    for (index, ride) in rides.enumerated() {
      if index > 0 { legs.append(.change(change(from: rides[index - 1], to: ride, changes))) }
      legs.append(.ride(leg(ride, on: date, isEstimate)))
    }
    if let egress { legs.append(.walk(egress)) }
    let zero = ServiceTime(seconds: 0)
    let (departure, arrival) = (rides.first?.departure ?? zero, rides.last?.arrival ?? zero)
    return Journey(
      departure: departure + (.zero - (access?.duration ?? .zero)),
      arrival: arrival + (egress?.duration ?? .zero), rides: rides.count, legs: legs)
  }

  private func leg(_ ride: TrainRide, on date: CalendarDate, _ isEstimate: Bool) -> Ride {
    let days = isEstimate ? 0 : dayOffset(ride) / 86400
    let headway = isEstimate ? 0 : trips.headway[ride.trip]
    return Ride(
      line: line(ofRoute: Int(patterns.route[ride.pattern])),
      trip: isEstimate ? nil : trips.id[Int(trips.label[ride.trip])],
      serviceDate: CalendarDate(day: date.day + days),
      headway: headway > 0 ? .seconds(headway) : nil,
      headsign: headsign(ofTrip: ride.trip, of: ride.pattern),
      from: stopReference(ofStop: Int(patterns.stop[ride.calls.lowerBound])),
      to: stopReference(ofStop: Int(patterns.stop[ride.calls.upperBound])),
      departure: ride.departure, arrival: ride.arrival,
      intermediateStops: ride.calls.dropFirst().dropLast().map {
        stopReference(ofStop: Int(patterns.stop[$0]))
      })
  }

  private func change(
    from ride: TrainRide, to next: TrainRide, _ changes: ChangeTimes
  ) -> Change {
    let from = Int(patterns.stop[ride.calls.upperBound])
    let to = Int(patterns.stop[next.calls.lowerBound])
    let duration = Duration.seconds(changes.seconds(from: from, to: to) ?? 0)
    return Change(
      from: stopReference(ofStop: from), to: stopReference(ofStop: to), duration: duration,
      wait: next.departure - ride.arrival - duration)
  }

  /// The part of a ride between two of its calls.
  fileprivate func shorten(_ ride: TrainRide, to calls: ClosedRange<Int>) -> TrainRide {
    var part = ride
    part.calls = calls
    part.departure = ServiceTime(seconds: departure(of: ride, at: calls.lowerBound))
    part.arrival = ServiceTime(seconds: arrival(of: ride, at: calls.upperBound))
    return part
  }

  /// When the train arrives at a call, in seconds after 00:00 of the date of the journey.
  fileprivate func arrival(of ride: TrainRide, at call: Int) -> Int {
    trips.arrival(of: ride.trip, at: position(call, ride)) + dayOffset(ride)
  }

  /// When the train departs from a call, in seconds after 00:00 of the date of the journey.
  fileprivate func departure(of ride: TrainRide, at call: Int) -> Int {
    trips.departure(of: ride.trip, at: position(call, ride)) + dayOffset(ride)
  }

  /// Whether the train may be boarded at a call. A train of the next day is boarded before 27:00.
  fileprivate func mayBoard(_ ride: TrainRide, at call: Int) -> Bool {
    patterns.allows[call].contains(.board)
      && (dayOffset(ride) <= 0
        || departure(of: ride, at: call) < LocalDateTime.endOfNight.seconds)
  }

  /// The difference between the times of the ride and those of its trip: the trip may belong to the
  /// day before or after.
  private func dayOffset(_ ride: TrainRide) -> Int {
    ride.departure.seconds
      - trips.departure(of: ride.trip, at: position(ride.calls.lowerBound, ride))
  }

  private func position(_ call: Int, _ ride: TrainRide) -> Int {
    call - patterns.calls(of: ride.pattern).lowerBound
  }
}
