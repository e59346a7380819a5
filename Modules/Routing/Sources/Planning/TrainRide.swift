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
  /// Whether the passenger stays on the train of the ride before.
  var staysOnTrain = false
}

extension ServiceDaySchedule {
  /// Converts the segments that a search found into rides without detours.
  /// - Parameters:
  ///   - segments: The segments in travel order.
  ///   - direction: The direction of the search that found them.
  func rides(
    of segments: some Collection<TripSegment>, in direction: SearchDirection
  ) -> [TrainRide] {
    let rides = segments.flatMap { self.rides(direction === forward ? $0 : reversed($0)) }
    // What looks like a detour may pass the via station.
    return constraints.via == nil ? removingDetours(rides) : rides
  }

  /// Creates a journey from its rides, with the walks between its ends and the trains.
  func journey(
    of rides: [TrainRide], from origin: SearchEnd, to destination: SearchEnd
  ) -> Journey {
    timetable.journey(
      of: rides, from: origin, to: destination, on: timeline,
      isStepFree: constraints.isStepFree
    ) { ride, next in
      changes.seconds(
        from: stop(ride.calls.upperBound, of: ride), to: stop(next.calls.lowerBound, of: next))
    }
  }

  /// The stop of the network where a train calls, without a via station.
  func stop(_ call: Int, of ride: TrainRide) -> Int {
    stops.variant(
      of: Int(timetable.patterns.stop[call]), route: timetable.patterns.route[ride.pattern],
      label: timetable.trips.label[ride.trip])
  }

  /// The rides of a segment: one for each trip of its train.
  private func rides(_ segment: TripSegment) -> [TrainRide] {
    let network = forward.network
    let route = network.routes[Int(segment.route)]
    let trip = network.trips[Int(route.firstTrip + segment.row)]
    guard Int(trip.number) < timetable.trips.count else {
      let chain = chains[Int(trip.number) - timetable.trips.count]
      let first = Int(trip.firstTime - chain.firstTime + route.skippedCalls)
      let positions = first + Int(segment.boarding)...first + Int(segment.alighting)
      return timetable.rides(of: chain, positions, startingAt: Int(trip.start))
    }
    let skippedCalls = Int(
      trip.firstTime - timetable.trips.times[Int(trip.number)] + route.skippedCalls)
    let firstCall = timetable.patterns.calls(of: Int(trip.pattern)).lowerBound + skippedCalls
    let departure = network.departure(route, segment.row, at: segment.boarding)
    let arrival = network.arrival(route, segment.row, at: segment.alighting)
    return [
      TrainRide(
        trip: Int(trip.number), pattern: Int(trip.pattern),
        calls: firstCall + Int(segment.boarding)...firstCall + Int(segment.alighting),
        departure: ServiceTime(seconds: Int(departure)), arrival: ServiceTime(seconds: Int(arrival))
      )
    ]
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
    for next in rides.indices.dropFirst() where !rides[next].staysOnTrain {
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
    guard
      let longestChange = changes.seconds(
        from: stop(ride.calls.upperBound, of: ride), to: stop(next.calls.lowerBound, of: next))
    else { return nil }
    var best: (alighting: Int, boarding: Int)?
    var longestWait = next.departure.seconds - ride.arrival.seconds
    for alighting in ride.calls.dropFirst()
    where constraints.mayAlight(at: alighting, in: timetable) {
      for change in changes.from(stop(alighting, of: ride)) where change.seconds <= longestChange {
        for boarding in next.calls.dropLast()
        where stop(boarding, of: next) == change.to
          && constraints.mayBoard(at: boarding, in: timetable)
          && timetable.isInTime(to: next, at: boarding)
        {
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
  ///   - timeline: The timeline of the times of the rides.
  ///   - isEstimate: Whether the times are averages, so that the rides have no trip.
  ///   - isStepFree: Whether the journey must be free of steps.
  ///   - changeTime: Returns the seconds of the change between two rides.
  func journey(
    of rides: [TrainRide], from origin: SearchEnd, to destination: SearchEnd,
    on timeline: Timeline, isEstimate: Bool = false, isStepFree: Bool = false,
    changeTime: (TrainRide, TrainRide) -> Int32?
  ) -> Journey {
    let access = rides.first.flatMap {
      walk(from: origin, toStop: Int(patterns.stop[$0.calls.lowerBound]))
    }
    let egress = rides.last.flatMap {
      walk(fromStop: Int(patterns.stop[$0.calls.upperBound]), to: destination)
    }
    var legs: [Leg] = access.map { [.walk($0)] } ?? []
    let trains = rides.split(where: \.staysOnTrain)
    for (index, train) in trains.enumerated() {
      if index > 0, let ride = trains[index - 1].last, let next = train.first {
        let duration = changeTime(ride, next) ?? 0
        legs.append(
          .change(change(from: ride, to: next, .seconds(duration), isStepFree ? stepFree : nil)))
      }
      legs +=
        train.first.map { [.ride(leg($0, train.dropFirst(), on: timeline, isEstimate))] } ?? []
    }
    if let egress { legs.append(.walk(egress)) }
    func time(_ time: ServiceTime?, after walk: Duration?) -> ServiceTime {
      timeline.time((time?.seconds ?? 0) + Int(walk?.components.seconds ?? 0))
    }
    return Journey(
      departure: time(rides.first?.departure, after: access.map { .zero - $0.duration }),
      arrival: time(rides.last?.arrival, after: egress?.duration), rides: trains.count,
      legs: legs,
      unknownAccess: isStepFree
        ? unknownAccess(of: trains, hasWalk: (access ?? egress) != nil) : nil)
  }

  /// - Parameter others: The rides after `ride` for which the passenger stays on the train.
  private func leg(
    _ ride: TrainRide, _ others: ArraySlice<TrainRide>, on timeline: Timeline, _ isEstimate: Bool
  ) -> Ride {
    let end = others.last ?? ride
    // The timelines of two days may lie an hour more or less than 24 apart.
    let days = isEstimate ? 0 : Int((Double(dayOffset(ride)) / 86400).rounded())
    let headway = isEstimate ? 0 : trips.headway[ride.trip]
    let known = isEstimate ? nil : scheduledTimes(of: ride, to: end, on: timeline)
    return Ride(
      line: line(ofRoute: Int(patterns.route[ride.pattern])),
      trip: isEstimate ? nil : trips.id[Int(trips.label[ride.trip])],
      serviceDate: CalendarDate(day: timeline.date.day + days),
      headway: headway > 0 ? .seconds(headway) : nil,
      headsign: name(
        ofHeadsign: headsign(ofTrip: ride.trip, of: ride.pattern, at: ride.calls.lowerBound)),
      trainNumber: isEstimate ? nil : trainSigns.number(ofLabel: Int(trips.label[ride.trip])),
      from: stopReference(ofStop: Int(patterns.stop[ride.calls.lowerBound])),
      to: stopReference(ofStop: Int(patterns.stop[end.calls.upperBound])),
      departure: timeline.time(ride.departure.seconds),
      arrival: timeline.time(end.arrival.seconds),
      isLive: known != nil, scheduledDeparture: known?.departure, scheduledArrival: known?.arrival,
      intermediateStops: ([ride] + others).flatMap { $0.calls.dropFirst() }.dropLast().map {
        stopReference(ofStop: Int(patterns.stop[$0]))
      },
      continuations: others.map { other in
        Ride.Continuation(
          line: line(ofRoute: Int(patterns.route[other.pattern])),
          trip: trips.id[Int(trips.label[other.trip])],
          headsign: name(
            ofHeadsign: headsign(ofTrip: other.trip, of: other.pattern, at: other.calls.lowerBound)
          ),
          trainNumber: trainSigns.number(ofLabel: Int(trips.label[other.trip])),
          from: stopReference(ofStop: Int(patterns.stop[other.calls.lowerBound])),
          departure: timeline.time(other.departure.seconds))
      }, boarding: boardingRequest(at: ride.calls.lowerBound, of: ride.pattern),
      alighting: alightingRequest(at: end.calls.upperBound, of: end.pattern))
  }

  /// The times of the timetable at the ends that have expected ones; nil if none has.
  private func scheduledTimes(
    of ride: TrainRide, to end: TrainRide, on timeline: Timeline
  ) -> (departure: ServiceTime?, arrival: ServiceTime?)? {
    let first = position(ride.calls.lowerBound, ride)
    let last = position(end.calls.upperBound, end)
    guard isLive(ride.trip, at: first) || isLive(end.trip, at: last) else { return nil }
    let departure = isLive(ride.trip, at: first) ? scheduledTimes(of: ride.trip, at: first) : nil
    let arrival = isLive(end.trip, at: last) ? scheduledTimes(of: end.trip, at: last) : nil
    return (
      departure.map { timeline.time($0.departure + dayOffset(ride)) },
      arrival.map { timeline.time($0.arrival + dayOffset(end)) }
    )
  }

  /// - Parameter access: What is known about ways without steps; nil for a change with steps.
  private func change(
    from ride: TrainRide, to next: TrainRide, _ duration: Duration, _ access: StepFreeAccess?
  ) -> Change {
    let from = Int(patterns.stop[ride.calls.upperBound])
    let to = Int(patterns.stop[next.calls.lowerBound])
    let steps =
      access.flatMap { access in
        access.detours.way(from: from, to: to).map { access.detours.steps[$0] }
      } ?? walkways.way(from: from, to: to).map { walkways.steps[$0] }
    return Change(
      from: stopReference(ofStop: from), to: stopReference(ofStop: to), duration: duration,
      wait: next.departure - ride.arrival - duration,
      way: steps.map { WalkwayStep.steps($0) } ?? [])
  }

  /// The rides between two positions of a chain, one for each trip.
  /// - Parameter start: When the first trip of the chain starts, in seconds on the timeline.
  fileprivate func rides(
    of chain: InSeatChain, _ positions: ClosedRange<Int>, startingAt start: Int
  ) -> [TrainRide] {
    let shift = start - Int(trips.start[chain.parts[0].trip])
    var rides: [TrainRide] = []
    for part in chain.parts {
      let lower = max(positions.lowerBound, part.positions.lowerBound)
      let upper = min(positions.upperBound, part.positions.upperBound - 1)
      guard lower < upper else { continue }
      let first = part.positions.lowerBound
      let firstCall = patterns.calls(of: part.pattern).lowerBound
      rides.append(
        TrainRide(
          trip: part.trip, pattern: part.pattern,
          calls: firstCall + lower - first...firstCall + upper - first,
          departure: ServiceTime(
            seconds: trips.departure(of: part.trip, at: lower - first) + shift),
          arrival: ServiceTime(seconds: trips.arrival(of: part.trip, at: upper - first) + shift),
          staysOnTrain: !rides.isEmpty))
    }
    return rides
  }

  /// The part of a ride between two of its calls.
  fileprivate func shorten(_ ride: TrainRide, to calls: ClosedRange<Int>) -> TrainRide {
    var part = ride
    part.calls = calls
    part.departure = ServiceTime(seconds: departure(of: ride, at: calls.lowerBound))
    part.arrival = ServiceTime(seconds: arrival(of: ride, at: calls.upperBound))
    return part
  }

  /// When the train arrives at a call, in seconds on the timeline of the journey.
  fileprivate func arrival(of ride: TrainRide, at call: Int) -> Int {
    trips.arrival(of: ride.trip, at: position(call, ride)) + dayOffset(ride)
  }

  /// When the train departs from a call, in seconds on the timeline of the journey.
  func departure(of ride: TrainRide, at call: Int) -> Int {
    trips.departure(of: ride.trip, at: position(call, ride)) + dayOffset(ride)
  }

  /// Whether the timeline has the departure from a call: a train of the next day is boarded before
  /// 27:00.
  fileprivate func isInTime(to ride: TrainRide, at call: Int) -> Bool {
    dayOffset(ride) <= 0 || departure(of: ride, at: call) < LocalDateTime.endOfNight.seconds
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

extension [TrainRide] {
  /// The rides in parts, each of which begins with one that does not fulfil a condition.
  fileprivate func split(where belongsToPrevious: (TrainRide) -> Bool) -> [[TrainRide]] {
    reduce(into: []) { parts, ride in
      if belongsToPrevious(ride), !parts.isEmpty {
        parts[parts.count - 1].append(ride)
      } else {
        parts.append([ride])
      }
    }
  }
}
