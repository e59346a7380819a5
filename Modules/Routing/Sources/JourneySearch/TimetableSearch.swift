import DataSourceInterface
import RoutingInterface

/// Finds the Pareto set of time and rides between two stations in the timetable of one day.
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
  /// departure.
  func journeys(
    from origin: Int, to destination: Int, departingAfter time: ServiceTime
  ) -> [Journey] {
    rides(from: origin, to: destination, departingAfter: time).map(schedule.journey)
  }

  /// The Pareto set of departure and rides, fewest rides first, each journey with its earliest
  /// arrival. Journeys that leave before 00:00 do not count.
  func journeys(
    from origin: Int, to destination: Int, arrivingBy time: ServiceTime
  ) -> [Journey] {
    guard !schedule.isAlreadyThere(origin, destination) else { return [] }
    let search = ParetoSearch(schedule.backward, reverse: schedule.forward.network)
    search.run(
      from: schedule.targets(of: destination), at: Int32(clamping: -time.seconds),
      to: schedule.origins(of: origin))
    return search.entries.filter { $0.firstPassTime <= 0 }.map {
      schedule.journey(
        of: schedule.rides(of: search.segments(of: $0).reversed(), in: schedule.forward))
    }
  }

  /// Every journey that leaves within a span and that no other journey dominates in departure,
  /// arrival and rides, sorted by departure, then by rides.
  func journeys(
    from origin: Int, to destination: Int, departingWithin span: ClosedRange<ServiceTime>
  ) -> [Journey] {
    guard !schedule.isAlreadyThere(origin, destination) else { return [] }
    let (origins, targets) = (schedule.origins(of: origin), schedule.targets(of: destination))
    search.run(from: origins, within: span.seconds, to: targets) { begin, end, rides in
      search.refine(from: origins, to: targets, arriving: end, rides: rides, leaving: begin)
    }
    return search.entries
      .sorted { ($0.secondPassTime, $1.rides) > ($1.secondPassTime, $0.rides) }
      .map { schedule.journey(of: rides(of: $0)) }
  }

  /// The journey with the earliest arrival, for a departure at the start of the service day.
  func firstJourney(from origin: Int, to destination: Int) -> Journey? {
    rides(from: origin, to: destination, departingAfter: Self.serviceDay.lowerBound).last
      .map(schedule.journey)
  }

  /// The rides of the journey that leaves last; of several, the one with the earliest arrival.
  func lastJourney(from origin: Int, to destination: Int) -> [TrainRide]? {
    guard let latest = latestDeparture(from: origin, to: destination) else { return nil }
    return rides(from: origin, to: destination, departingAfter: latest).last
  }

  /// The departure of the last journey within the service day.
  func latestDeparture(from origin: Int, to destination: Int) -> ServiceTime? {
    guard !schedule.isAlreadyThere(origin, destination),
      let latest = LatestDepartures(schedule, to: destination).departure(from: origin),
      latest >= Self.serviceDay.lowerBound
    else { return nil }
    guard latest > Self.serviceDay.upperBound else { return latest }
    // The last departure is after the end of the service day: find the last one before it.
    return journeys(from: origin, to: destination, departingWithin: Self.serviceDay).last?
      .departure
  }

  /// The rides of the Pareto set of arrival and rides, fewest rides first.
  func rides(
    from origin: Int, to destination: Int, departingAfter time: ServiceTime
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
