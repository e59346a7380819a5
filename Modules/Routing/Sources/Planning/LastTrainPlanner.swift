import DataSourceInterface
import Documents
import RoutingInterface

/// Answers `Routing.searchLastTrain`: finds the last train of a day, and explains why no later one
/// works.
struct LastTrainPlanner: Sendable {
  let environment: SearchEnvironment

  func plan(_ search: JourneySearch) async throws -> LastTrain {
    let query = try PreparedQuery(search, at: .lastTrain, environment)
    let schedule = query.schedule
    let journeys = TimetableSearch(schedule)
    let last = journeys.lastJourney(from: query.origin, to: query.destination)
    let lastJourney = last.map {
      schedule.journey(of: $0, from: query.origin, to: query.destination)
    }
    // After the station on the way, a later train than those that the explanation knows is enough.
    let explained = schedule.constraints.via == nil ? last : nil
    let explanation = explained.map {
      LastTrainExplanation(schedule, $0, from: query.origin, to: query.destination)
    }
    return LastTrain(
      city: query.timetable.city, date: schedule.date,
      times: TimesOrigin(
        query.timetable, at: query.clock.instant, isLive: lastJourney?.isLive == true),
      from: query.origin.pointOfInterest(in: query.timetable),
      to: query.destination.pointOfInterest(in: query.timetable),
      first: journeys.firstJourney(from: query.origin, to: query.destination),
      last: lastJourney, continues: last != nil && query.continues(environment.schedules),
      stations: explanation?.deadlines ?? [],
      weakestLink: explanation?.weakestLink,
      reason: last == nil ? try await NoJourneyReason(query, environment).text() : nil)
  }
}

extension PreparedQuery {
  private static let hourAfterNight =
    LocalDateTime.startOfService...LocalDateTime.startOfService + .seconds(3600)

  /// Whether trains run all night: the timeline of the next day has a journey that leaves in the
  /// hour after the night.
  func continues(_ schedules: ScheduleCache) -> Bool {
    // Most metros rest at that hour: no schedule of the next day is needed to know that.
    guard mayLeave(within: Self.hourAfterNight, on: CalendarDate(day: schedule.date.day + 1)) else {
      return false
    }
    let nextDay = schedules.schedule(
      of: timetable, on: CalendarDate(day: schedule.date.day + 1),
      changeTime: Int(schedule.changeTime), schedule.constraints)
    return LatestDepartures(nextDay, to: destination)
      .departure(from: origin, within: Self.hourAfterNight) != nil
  }
}

extension PreparedQuery {
  /// Whether any train leaves the stops near the origin within a span of the timeline of a date, or
  /// a walk to them later.
  private func mayLeave(within span: ClosedRange<ServiceTime>, on date: CalendarDate) -> Bool {
    let origins = schedule.origins(of: origin).stops
    let stops = Set(origins.map { schedule.stops.stop(of: $0.stop % schedule.stops.count) })
    let latest = span.upperBound.seconds + Int(origins.map(\.walk).max() ?? 0)
    // Trains of earlier days are still on the way.
    let timeline = Timeline(date, in: timetable.timeZone)
    let days =
      [timetable.runningServices(0, on: timeline)] + timetable.earlierServices(on: timeline)
    let (patterns, trips) = (timetable.patterns, timetable.trips)
    return (0..<patterns.count).contains { pattern in
      let calls = patterns.calls(of: pattern)
      let positions = calls.filter { stops.contains(Int(patterns.stop[$0])) }
        .map { $0 - calls.lowerBound }
      return !positions.isEmpty
        && patterns.trips(of: pattern).contains { trip in
          days.contains { day in
            day.runs[Int(trips.service[trip])]
              && positions.contains { position in
                (span.lowerBound.seconds...latest)
                  .contains(trips.departure(of: trip, at: position) + Int(day.start))
              }
          }
        }
    }
  }
}

/// Explains the last train: the latest time to be at each station, and the boarding without slack.
struct LastTrainExplanation {
  private let schedule: ServiceDaySchedule
  private let rides: [TrainRide]
  private let origin: SearchEnd
  private let destination: SearchEnd
  private let latestDepartures: LatestDepartures

  /// - Parameter rides: The journey that leaves last; not empty.
  init(
    _ schedule: ServiceDaySchedule, _ rides: [TrainRide], from origin: SearchEnd,
    to destination: SearchEnd
  ) {
    self.schedule = schedule
    self.rides = rides
    self.origin = origin
    self.destination = destination
    latestDepartures = LatestDepartures(schedule, to: destination)
  }

  /// The stations of the journey in order, without the last one, each with the latest time to be
  /// there.
  var deadlines: [StationDeadline] {
    var deadlines: [StationDeadline] = []
    for (index, ride) in rides.enumerated() {
      for call in ride.calls.dropLast() {
        let latest = latestDepartures.departure(from: .station(station(call)))
        append(
          latest, call,
          latest?.seconds == schedule.timetable.departure(of: ride, at: call)
            ? schedule.timetable.boardingRequest(at: call, of: ride.pattern) : nil, &deadlines)
      }
      let end = ride.calls.upperBound
      guard index < rides.count - 1, !rides[index + 1].staysOnTrain,
        station(end) != station(rides[index + 1].calls.lowerBound)
      else { continue }
      // A passenger who walks from here to another station needs no train from here.
      append(
        [
          latestDepartures.departure(from: .station(station(end))),
          latestDepartures.arrival(at: schedule.stop(end, of: ride)),
        ]
        .compactMap(\.self).max(), end, nil, &deadlines)
    }
    return deadlines
  }

  private func append(
    _ latest: ServiceTime?, _ call: Int, _ boarding: StopRequest?,
    _ deadlines: inout [StationDeadline]
  ) {
    let place = schedule.timetable.stopReference(ofStation: station(call))
    guard let latest, deadlines.last?.place != place else { return }
    deadlines.append(StationDeadline(place: place, latest: latest, boarding: boarding))
  }

  /// The last boarding without slack at a station that a passenger can still reach after leaving
  /// the origin later.
  var weakestLink: WeakestLink? {
    guard let first = rides.first else { return nil }
    let origins = schedule.origins(of: origin)
    let departure =
      Int32(clamping: first.departure.seconds)
      - (origins.walk(schedule.stop(first.calls.lowerBound, of: first)) ?? 0)
    let arrivalsAfterLast = EarliestArrivals(
      schedule, from: origins.stops.map { ($0.stop, departure + 1 + $0.walk) })
    let weakest = rides.indices.last { index in
      guard !rides[index].staysOnTrain else { return false }
      let boarding = station(rides[index].calls.lowerBound)
      return latestDepartures.departure(from: .station(boarding)) == rides[index].departure
        && (index == 0 || arrivalsAfterLast.arrival(at: .station(boarding)) != nil)
    }
    guard let weakest else { return nil }
    let ride = rides[weakest]
    return WeakestLink(
      ride: rides[..<weakest].count { !$0.staysOnTrain },
      place: schedule.timetable.stopReference(
        ofStop: Int(schedule.timetable.patterns.stop[ride.calls.lowerBound])),
      line: schedule.timetable.line(ofRoute: Int(schedule.timetable.patterns.route[ride.pattern])),
      departure: schedule.timeline.time(ride.departure.seconds),
      alternative: alternative(missing: weakest))
  }

  /// The best journey for a passenger who is one second late for a boarding.
  private func alternative(missing index: Int) -> Alternative? {
    let bounds = schedule.forward.lowerBounds(to: schedule.targets(of: destination))
    let boarding = schedule.stop(rides[index].calls.lowerBound, of: rides[index])
    let late = Int32(clamping: rides[index].departure.seconds + 1)
    let arrivals = EarliestArrivals(schedule, from: starts(missing: index, at: boarding, late))
    let remainingAtBoarding =
      schedule.origins(of: station(rides[index].calls.lowerBound))
      .map { bounds.afterBoarding(at: $0) }.min() ?? LowerBounds.unreachable
    let start = station(rides[index].calls.lowerBound)
    if arrivals.arrival(at: destination) != nil,
      let journey = arrivals.journey(from: start, to: destination)
    {
      return Alternative(
        to: StopReference(destination.pointOfInterest(in: schedule.timetable)), journey: journey,
        remaining: nil)
    }
    let nearest = (0..<schedule.timetable.stations.count).compactMap { station -> Candidate? in
      guard let arrival = arrivals.arrival(at: .station(station)) else { return nil }
      let remaining = bounds.afterArrival(at: arrival.stop)
      return remaining < remainingAtBoarding
        ? Candidate(remaining: remaining, time: arrival.time, station: station) : nil
    }.min()
    guard let nearest,
      let journey = arrivals.journey(from: start, to: .station(nearest.station))
    else { return nil }
    return Alternative(
      to: schedule.timetable.stopReference(ofStation: nearest.station), journey: journey,
      remaining: Int(nearest.remaining))
  }

  /// A station that can still be reached.
  private struct Candidate: Comparable {
    /// A lower bound of the time to the destination, in seconds.
    var remaining: Int32
    var time: Int32
    var station: Int

    static func < (one: Candidate, other: Candidate) -> Bool {
      (one.remaining, one.time, one.station) < (other.remaining, other.time, other.station)
    }
  }

  /// Where and when a passenger who missed a boarding can board another train: anywhere at the
  /// origin, or one change away from the train on which they came.
  private func starts(
    missing index: Int, at boarding: Int, _ late: Int32
  ) -> [(stop: Int, time: Int32)] {
    guard index > 0 else {
      return schedule.origins(of: .station(station(rides[0].calls.lowerBound))).stops
        .map { ($0.stop, late) }
    }
    let previous = rides[index - 1]
    let alighting = schedule.stop(previous.calls.upperBound, of: previous)
    let change = schedule.changes.seconds(from: alighting, to: boarding) ?? 0
    return schedule.changes.from(alighting).map { (Int($0.to), late - change + $0.seconds) }
  }

  private func station(_ call: Int) -> Int {
    let timetable = schedule.timetable
    return Int(timetable.stops.station[Int(timetable.patterns.stop[call])])
  }
}
