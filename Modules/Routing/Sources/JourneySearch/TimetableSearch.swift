import DataSourceInterface
import RoutingInterface

/// Finds the Pareto set of time and rides between two ends in the timetable of one day.
struct TimetableSearch {
  /// The departure times that count for the first and the last train of a service day.
  static let serviceDay = LocalDateTime.startOfService...ServiceTime(seconds: 30 * 3600)

  let schedule: ServiceDaySchedule
  private let search: ParetoSearch

  init(_ schedule: ServiceDaySchedule) {
    self.schedule = schedule
    search = ParetoSearch(schedule.forward, reverse: schedule.backward.network)
  }

  /// The Pareto set of arrival and rides, fewest rides first, each journey with its latest
  /// departure. The first one is the direct walk if the ends are near each other.
  func journeys(
    from origin: SearchEnd, to destination: SearchEnd, departingAfter time: ServiceTime
  ) -> [Journey] {
    let rides = rideJourneys(from: origin, to: destination, departingAfter: time)
    guard let walk = schedule.directWalk(from: origin, to: destination) else { return rides }
    let journey = walk.journey(departingAt: time)
    return [journey] + rides.filter { $0.arrival < journey.arrival }
  }

  /// The Pareto set of departure and rides, fewest rides first, each journey with its earliest
  /// arrival. The first one is the direct walk if the ends are near each other. Journeys that leave
  /// before 00:00 do not count.
  func journeys(
    from origin: SearchEnd, to destination: SearchEnd, arrivingBy time: ServiceTime
  ) -> [Journey] {
    guard !schedule.isAlreadyThere(origin, destination) else { return [] }
    let search = ParetoSearch(schedule.backward, reverse: schedule.forward.network)
    search.run(
      from: schedule.targets(of: destination), at: Int32(clamping: -time.seconds),
      to: schedule.origins(of: origin))
    let rides = search.entries.filter { $0.firstPassTime <= 0 }.map {
      schedule.journey(
        of: schedule.rides(of: search.segments(of: $0).reversed(), in: schedule.forward),
        from: origin, to: destination)
    }
    guard let walk = schedule.directWalk(from: origin, to: destination) else { return rides }
    let journey = walk.journey(arrivingAt: time)
    return [journey] + rides.filter { $0.departure > journey.departure }
  }

  /// Every journey that leaves within a span and that no other journey dominates in departure,
  /// arrival and rides, sorted by departure, then by rides. The direct walk is possible at any time
  /// and listed once, at the beginning of the span.
  func journeys(
    from origin: SearchEnd, to destination: SearchEnd,
    departingWithin span: ClosedRange<ServiceTime>
  ) -> [Journey] {
    guard !schedule.isAlreadyThere(origin, destination) else { return [] }
    let (origins, targets) = (schedule.origins(of: origin), schedule.targets(of: destination))
    search.run(from: origins, within: span.seconds, to: targets) { begin, end, rides in
      search.refine(from: origins, to: targets, arriving: end, rides: rides, leaving: begin)
    }
    let found = search.entries
      .sorted { ($0.secondPassTime, $1.rides) > ($1.secondPassTime, $0.rides) }
      .map { schedule.journey(of: rides(of: $0), from: origin, to: destination) }
    guard let walk = schedule.directWalk(from: origin, to: destination) else { return found }
    let journey = walk.journey(departingAt: span.lowerBound)
    return [journey] + found.filter { $0.duration < journey.duration }
  }

  /// The Pareto set of arrival and rides, fewest rides first, each journey with its latest
  /// departure, without the direct walk.
  func rideJourneys(
    from origin: SearchEnd, to destination: SearchEnd, departingAfter time: ServiceTime
  ) -> [Journey] {
    rides(from: origin, to: destination, departingAfter: time)
      .map { schedule.journey(of: $0, from: origin, to: destination) }
  }

  /// The journey by train with the earliest arrival, for a departure at the start of the service
  /// day.
  func firstJourney(from origin: SearchEnd, to destination: SearchEnd) -> Journey? {
    rideJourneys(from: origin, to: destination, departingAfter: Self.serviceDay.lowerBound).last
  }

  /// The rides of the journey that leaves last; of several, the one with the earliest arrival.
  func lastJourney(from origin: SearchEnd, to destination: SearchEnd) -> [TrainRide]? {
    guard let latest = latestDeparture(from: origin, to: destination) else { return nil }
    // A journey that leaves after the service day may arrive earlier.
    return rides(from: origin, to: destination, departingAfter: latest).last {
      schedule.journey(of: $0, from: origin, to: destination).departure == latest
    }
  }

  /// The departure of the last journey by train within the service day.
  func latestDeparture(from origin: SearchEnd, to destination: SearchEnd) -> ServiceTime? {
    guard !schedule.isAlreadyThere(origin, destination),
      let latest = LatestDepartures(schedule, to: destination).departure(from: origin),
      latest >= Self.serviceDay.lowerBound
    else { return nil }
    guard latest > Self.serviceDay.upperBound else { return latest }
    // The last departure is after the end of the service day: find the last one before it.
    return latestDeparture(from: origin, to: destination, within: Self.serviceDay)
  }

  /// The departure of the last journey by train within a span that no later journey dominates.
  func latestDeparture(
    from origin: SearchEnd, to destination: SearchEnd, within span: ClosedRange<ServiceTime>
  ) -> ServiceTime? {
    guard !schedule.isAlreadyThere(origin, destination) else { return nil }
    var latest: ServiceTime?
    search.run(
      from: schedule.origins(of: origin), within: span.seconds,
      to: schedule.targets(of: destination)
    ) { begin, _, _ in latest = latest ?? schedule.timeline.time(Int(begin)) }
    return latest
  }

  /// The rides of the Pareto set of arrival and rides, fewest rides first.
  private func rides(
    from origin: SearchEnd, to destination: SearchEnd, departingAfter time: ServiceTime
  ) -> [[TrainRide]] {
    guard !schedule.isAlreadyThere(origin, destination) else { return [] }
    search.run(
      from: schedule.origins(of: origin), at: Int32(clamping: time.seconds),
      to: schedule.targets(of: destination))
    return search.entries.map(rides)
  }

  private func rides(of entry: ParetoSearch.Entry) -> [TrainRide] {
    schedule.rides(of: search.segments(of: entry), in: schedule.backward)
  }
}

extension ClosedRange<ServiceTime> {
  /// The span in seconds after midnight, as the searches use it.
  var seconds: ClosedRange<Int32> {
    Int32(clamping: lowerBound.seconds)...Int32(clamping: upperBound.seconds)
  }
}
