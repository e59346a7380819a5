import DataSourceInterface
import Documents
import RoutingInterface

/// Answers `Routing.search`: finds the journeys of a query, or the reason why there is none and the
/// next journeys after it.
struct JourneyPlanner: Sendable {
  let environment: SearchEnvironment

  func plan(_ search: JourneySearch) async throws -> JourneyPlan {
    let query = try PreparedQuery(search, environment)
    let timeline = TimelineSearch(query)
    let journeys = timeline.journeys()
    let reason = NoJourneyReason(query, environment)
    guard !journeys.isEmpty else {
      return query.plan(
        [], reason: try await reason.text(),
        next: try NextJourneys(after: query, environment.schedules), estimate: timeline.estimate)
    }
    return query.plan(
      journeys, later: timeline.later(than: journeys),
      reason: reason.lastTrain(before: journeys) ?? reason.noLastTrain(among: journeys))
  }
}

extension PreparedQuery {
  fileprivate func plan(
    _ journeys: [Journey], later: [Journey] = [], reason: String?, next: NextJourneys? = nil,
    estimate: Journey? = nil
  ) -> JourneyPlan {
    JourneyPlan(
      city: timetable.city, date: schedule.date,
      times: TimesOrigin(
        timetable, at: clock.instant,
        isLive: (journeys + later + (next?.journeys ?? [])).contains(where: \.isLive)),
      from: origin.pointOfInterest(in: timetable),
      to: destination.pointOfInterest(in: timetable), journeys: journeys, later: later,
      reason: reason, next: next, estimate: estimate)
  }
}

/// Finds the journeys of a query on the timeline of one day.
struct TimelineSearch {
  private static let laterJourneyCount = 3

  private let query: PreparedQuery
  private let schedule: ServiceDaySchedule
  private let search: TimetableSearch
  private let leastWalking: LeastWalkingSearch

  /// - Parameter schedule: The trains of another day; nil for those of the query's day.
  init(_ query: PreparedQuery, on schedule: ServiceDaySchedule? = nil) {
    self.query = query
    self.schedule = schedule ?? query.schedule
    search = TimetableSearch(self.schedule)
    leastWalking = LeastWalkingSearch(self.schedule)
  }

  /// The journeys that meet the time constraint of the query.
  func journeys() -> [Journey] {
    let (origin, destination) = (query.origin, query.destination)
    switch query.time {
    case .departAfter(let time):
      guard query.preference != .leastWalking else {
        return leastWalking.journey(from: origin, to: destination, departingAfter: time)
          .map { [$0] } ?? []
      }
      return search.journeys(from: origin, to: destination, departingAfter: time)
        .best(by: query.preference)
    case .arriveBy(let time):
      guard query.preference != .leastWalking else {
        return leastWalking.journey(from: origin, to: destination, arrivingBy: time)
          .map { [$0] } ?? []
      }
      return search.journeys(from: origin, to: destination, arrivingBy: time)
        .best(by: query.preference)
    case .departWithin(let span):
      return search.journeys(from: origin, to: destination, departingWithin: span)
    case .firstTrain: return train(departingAfter: LocalDateTime.startOfService)
    case .lastTrain:
      guard let latest = search.latestDeparture(from: origin, to: destination) else { return [] }
      guard query.preference != .leastWalking else { return train(departingAfter: latest) }
      // A journey that leaves after the service day may arrive earlier.
      return rideJourneys(departingAfter: latest, by: nil).filter { $0.departure == latest }
        .best(by: query.preference ?? .earliest)
    }
  }

  /// For a departure time, the next journeys after others: each is the best of those that leave
  /// after the one before it, by the preference of the query, or else by the earliest arrival.
  func later(than journeys: [Journey]) -> [Journey] {
    guard case .departAfter = query.time else { return [] }
    let known = Set(journeys.map(\.times))
    var following: [Journey] = []
    var last = journeys.last
    while following.count < Self.laterJourneyCount, let departure = last?.departure {
      last = train(departingAfter: departure + .seconds(1)).last
      if let last, !known.contains(last.times) { following.append(last) }
    }
    return following
  }

  /// The journeys by train that leave at a time or later: the best one, or without a preference all
  /// that no other dominates.
  func rideJourneys(
    departingAfter time: ServiceTime, by preference: Preference?
  ) -> [Journey] {
    let (origin, destination) = (query.origin, query.destination)
    guard preference != .leastWalking else {
      return leastWalking.rideJourney(from: origin, to: destination, departingAfter: time)
        .map { [$0] } ?? []
    }
    return search.rideJourneys(from: origin, to: destination, departingAfter: time)
      .best(by: preference)
  }

  /// The best journey by the preference of the query, or else the one with the earliest arrival.
  private func train(departingAfter time: ServiceTime) -> [Journey] {
    rideJourneys(departingAfter: time, by: query.preference ?? .earliest)
  }

  /// On a day without trains, the journey at average running times. The averages cannot respect
  /// `via`, `avoid` and `stepFree`, so a query with them has no estimate.
  var estimate: Journey? {
    let constraints = schedule.constraints
    guard !schedule.hasService, constraints.via == nil, constraints.avoidedLines.isEmpty,
      !constraints.isStepFree
    else { return nil }
    let search = AverageTimeSearch(
      schedule.stops, on: schedule.timeline, schedule.changes, by: query.preference)
    let (origin, destination) = (query.origin, query.destination)
    func journey(departingAt time: ServiceTime) -> Journey? {
      search.journey(from: origin, to: destination, departingAt: time)
    }
    return switch query.time {
    case .departAfter(let time): journey(departingAt: time)
    case .arriveBy(let time): search.journey(from: origin, to: destination, arrivingAt: time)
    case .departWithin(let span): journey(departingAt: span.lowerBound)
    case .firstTrain, .lastTrain: journey(departingAt: LocalDateTime.startOfService)
    }
  }
}

extension NextJourneys {
  private static let searchedDays = 7

  /// Finds the first journeys after a query that has none, at most seven days later; nil if there
  /// are none.
  /// - Throws: `CancellationError`
  init?(after query: PreparedQuery, _ schedules: ScheduleCache) throws {
    guard !query.schedule.isAlreadyThere(query.origin, query.destination) else { return nil }
    func journeys(on schedule: ServiceDaySchedule, departingAfter time: ServiceTime) -> [Journey] {
      TimelineSearch(query, on: schedule).rideJourneys(departingAfter: time, by: query.preference)
    }
    let date = query.schedule.date
    let start: ServiceTime
    switch query.time {
    case .departAfter(let time): start = time
    case .arriveBy, .departWithin:
      // The constraint may exclude journeys later on the same day.
      start = query.time.endOfDepartures ?? LocalDateTime.startOfService
      let rest = journeys(on: query.schedule, departingAfter: start)
      guard rest.isEmpty else {
        self.init(date: date, journeys: rest)
        return
      }
    case .firstTrain, .lastTrain: start = LocalDateTime.startOfService
    }
    // Days with the same trains at the same times have the same answer.
    var searched: Set<[RunningServices]> = []
    for offset in 1...Self.searchedDays {
      try Task.checkCancellation()
      let day = CalendarDate(day: date.day + offset)
      let time = ServiceTime(
        seconds: offset == 1 ? max(start.seconds - query.schedule.timeline.start(of: day), 0) : 0)
      let services = query.timetable.runningAround(day)
      guard services.contains(where: { $0.runs.contains(true) }),
        time.seconds > 0 || searched.insert(services).inserted
      else { continue }
      let schedule = schedules.schedule(
        of: query.timetable, on: day, changeTime: Int(query.schedule.changeTime),
        query.schedule.constraints)
      // Most of a search and of its preparation is unnecessary where no train leads to the end.
      guard EarliestArrivals(schedule, from: query.origin, at: time).canReach(query.destination)
      else { continue }
      let found = journeys(on: schedule, departingAfter: time)
      guard found.isEmpty else {
        self.init(date: day, journeys: found)
        return
      }
    }
    return nil
  }
}

extension TimeConstraint {
  /// The end of a span of departures.
  fileprivate var endOfDepartures: ServiceTime? {
    if case .departWithin(let span) = self { span.upperBound } else { nil }
  }
}

extension Timetable {
  /// Which services run on the days around a date. The timeline of the date depends on nothing
  /// else.
  fileprivate func runningAround(_ date: CalendarDate) -> [RunningServices] {
    let timeline = Timeline(date, in: timeZone)
    return earlierServices(on: timeline) + [0, 1].map { runningServices($0, on: timeline) }
  }
}

extension Journey {
  /// What a passenger distinguishes journeys by.
  fileprivate var times: [Int] { [departure.seconds, arrival.seconds, rides] }
}

extension [Journey] {
  /// The best journey of a Pareto set that is sorted by rides, or the whole set without a
  /// preference. The set is not optimal in walking time, which `LeastWalkingSearch` minimizes.
  fileprivate func best(by preference: Preference?) -> [Journey] {
    switch preference {
    case .earliest: suffix(1)
    case .fewestChanges: Array(prefix(1))
    case nil, .leastWalking: self
    }
  }
}
