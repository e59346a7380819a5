import DataSourceInterface
import Documents
import Mediator
import RoutingInterface

/// Explains in one sentence why a query has no journey, none in the night in which it is asked, or
/// none that is the last.
struct NoJourneyReason {
  /// The longest walk that a passenger who changes usually accepts, in metres.
  private static let usualWalk = 300

  private let query: PreparedQuery
  private let environment: SearchEnvironment
  private let schedule: ServiceDaySchedule

  init(_ query: PreparedQuery, _ environment: SearchEnvironment) {
    self.query = query
    self.environment = environment
    schedule = query.schedule
  }

  /// The sentence, without a capital letter and full stop.
  func text() async throws -> String {
    guard !schedule.isAlreadyThere(query.origin, query.destination) else {
      return "you are already there"
    }
    let latest = LatestDepartures(schedule, to: query.destination).departure(from: query.origin)
    if let latest, latest.seconds >= 0, explains(latest) { return reason(latest: latest) }
    guard schedule.hasService else {
      return try await Self.noService(on: schedule.date, in: query.timetable, environment)
    }
    let (from, to) = (name(query.origin), name(query.destination))
    let date = schedule.date.inWords(today: query.clock.now.date)
    let departures = schedule.forward.network.stopRoutes
    let arrivals = schedule.backward.network.stopRoutes
    guard
      schedule.origins(of: query.origin).stops.contains(where: { !departures.at($0.stop).isEmpty })
    else {
      return "no train leaves \(from)\(exclusions) on \(date)"
    }
    guard
      schedule.targets(of: query.destination).stops.contains(where: {
        !arrivals.at($0.stop).isEmpty
      })
    else {
      return "no train stops at \(to)\(exclusions) on \(date)"
    }
    let sentence = "no trains connect \(from) and \(to)\(routeConstraints) on \(date)"
    return changesOnFootConnect
      ? "\(sentence) without changes on foot, which the option 'walk' allows" : sentence
  }

  /// Whether there would be a journey with short walks between stations, which some feeds do not
  /// list as changes.
  private var changesOnFootConnect: Bool {
    guard schedule.constraints.walk == nil,
      (try? query.timetable.checkWalks(upTo: Self.usualWalk)) != nil
    else { return false }
    var constraints = schedule.constraints
    constraints.walk = Self.usualWalk
    let onFoot = environment.schedules.schedule(
      of: query.timetable, on: schedule.date, changeTime: Int(schedule.changeTime), constraints)
    let latest = LatestDepartures(onFoot, to: query.destination).departure(from: query.origin)
    // A train of the night before says nothing about this day.
    return latest.map { $0.seconds >= 0 } ?? false
  }

  /// Whether the last train explains why there is no journey. On a date without trains of its own,
  /// those of the night before it say nothing about the hours from 03:00 on.
  private func explains(_ lastTrain: ServiceTime) -> Bool {
    let morning = LocalDateTime.startOfService
    return schedule.hasService || lastTrain >= morning || query.time.start < morning
  }

  /// Explains why no train runs on a day without one.
  static func noService(
    on date: CalendarDate, in timetable: Timetable, _ environment: SearchEnvironment
  ) async throws -> String {
    guard timetable.services.haveAnyDay else {
      return "the timetable of \(timetable.name) has no day on which a train runs"
    }
    let city = try await environment.mediator.perform(
      DataSource.city, CityQuery(city: timetable.city))
    let now = environment.clock(in: timetable).now
    let reason = "no train runs on \(date.inWords(today: now.date))"
    // A reader takes a date without a year to be in the year of the date before it, so the year is
    // left out only if it is the same.
    if date > city.lastDate {
      let end = city.lastDate.inWords(today: date)
      return city.lastDate < now.date
        ? "\(reason); the timetable of \(city.name) ended on \(end); \(city.expiryRemedy)"
        : "\(reason); the timetable of \(city.name) ends on \(end)"
    }
    if date < city.firstDate {
      return
        "\(reason); the timetable of \(city.name) begins on \(city.firstDate.inWords(today: date))"
    }
    return reason
  }

  /// The headway of the first train of the journey that leaves at a time; nil for an exact
  /// departure.
  private func headway(of schedule: ServiceDaySchedule, leavingAt time: ServiceTime) -> Duration? {
    guard schedule.timetable.trips.headway.contains(where: { $0 > 0 }) else { return nil }
    return TimetableSearch(schedule)
      .rideJourneys(from: query.origin, to: query.destination, departingAfter: time)
      .first { $0.departure == time }?.headway
  }

  /// Why no journey meets the time constraint, although there are some on that day.
  private func reason(latest: ServiceTime) -> String {
    switch query.time {
    case .departAfter: lastTrain(leavingAt: latest, headway(of: schedule, leavingAt: latest))
    case .firstTrain, .lastTrain:
      "no journey\(routeConstraints) leaves after \(LocalDateTime.startOfService.clock); "
        + lastTrain(leavingAt: latest, headway(of: schedule, leavingAt: latest))
    case .arriveBy(let time): "no journey\(routeConstraints) arrives by \(time.clock)"
    case .departWithin(let span):
      "no journey\(routeConstraints) leaves from \(span.lowerBound.clock) to "
        + span.upperBound.clock
    }
  }

  /// The last train of the running night, for journeys that a query before 03:00 found but that all
  /// leave after the night; nil for other journeys, and where no train has left in that night.
  func lastTrain(before journeys: [Journey]) -> String? {
    let morning = LocalDateTime.startOfService
    guard case .departAfter(let time) = query.time, time < morning,
      journeys.allSatisfy({ $0.departure >= morning })
    else { return nil }
    let night = environment.schedules.schedule(
      of: query.timetable, on: CalendarDate(day: schedule.date.day - 1),
      changeTime: Int(schedule.changeTime), schedule.constraints)
    let today = night.timeline.start(of: schedule.date)
    let limit = ServiceTime(seconds: time.seconds + today - 1)
    guard
      let latest = LatestDepartures(night, to: query.destination)
        .departure(from: query.origin, within: morning...limit)
    else { return nil }
    return lastTrain(
      leavingAt: schedule.timeline.time(latest.seconds - today),
      headway(of: night, leavingAt: latest))
  }

  /// For a query for the last train, why its journeys are not the last ones; nil where they are,
  /// and for other queries.
  func noLastTrain(among journeys: [Journey]) -> String? {
    guard query.time == .lastTrain, journeys.contains(where: \.leavesLateAtNight),
      query.continues(environment.schedules)
    else { return nil }
    return "trains run all night, so none is the last"
  }

  /// - Parameter headway: How much later the train may leave; nil for an exact departure.
  private func lastTrain(leavingAt time: ServiceTime, _ headway: Duration?) -> String {
    let duration = query.clock.duration(until: time, on: schedule.date)
    let verb = duration + (headway ?? .zero) <= .zero ? "left" : "leaves"
    // A journey from a place begins with a walk, before the train leaves.
    let subject = query.origin.walkablePlace == nil ? "train" : "journey"
    // A train before midnight left in the evening: 23:50, not the time before 00:00 of the date.
    let clock = (time.seconds < 0 ? time + .seconds(86400) : time).clock
    guard let headway else { return "the last \(subject)\(routeConstraints) \(verb) at \(clock)" }
    let rest = verb == "left" ? "" : ", or up to \(headway.formattedInMinutes) later"
    return "the last \(subject)\(routeConstraints) \(verb) at about \(clock)\(rest)"
  }

  /// Such as ` via C without line 1`; empty without constraints.
  private var routeConstraints: String {
    (schedule.constraints.via.map { " via \(name(.station($0)))" } ?? "") + exclusions
  }

  /// Such as ` without line 1, without steps`; empty if every line may be used, and steps.
  private var exclusions: String {
    let lines = Set(
      schedule.constraints.avoidedLines.map { query.timetable.routes.name[Int($0)] }
    ).sorted()
    let parts =
      (lines.isEmpty ? [] : [" without line \(lines.joined(separator: ", "))"])
      + (schedule.constraints.isStepFree ? [" without steps"] : [])
    return parts.joined(separator: ",")
  }

  private func name(_ end: SearchEnd) -> String {
    end.pointOfInterest(in: query.timetable).name
  }
}

extension TimeConstraint {
  /// The time from which journeys are looked for, or up to which they arrive.
  fileprivate var start: ServiceTime {
    switch self {
    case .departAfter(let time), .arriveBy(let time): time
    case .departWithin(let span): span.lowerBound
    case .firstTrain, .lastTrain: LocalDateTime.startOfService
    }
  }
}

extension Timetable.Services {
  /// Whether any service may run on some day.
  fileprivate var haveAnyDay: Bool {
    exceptionAdds.contains(1) || (0..<count).contains { firstDay[$0] <= lastDay[$0] }
  }
}
