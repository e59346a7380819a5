import DataSourceInterface
import RoutingInterface

/// Answers `Routing.plan`: finds the journeys of a query, or the reason why there is none.
struct JourneyPlanner: Sendable {
  private static let laterJourneyCount = 3

  let resolver: QueryResolver

  func plan(_ query: JourneyQuery) async throws -> JourneyPlan {
    let query = try await resolver.resolve(query)
    let (journeys, later) = Self.journeys(for: query)
    let isEmpty = journeys.isEmpty
    return JourneyPlan(
      city: query.timetable.city, date: query.schedule.date,
      from: query.timetable.pointOfInterest(ofStation: query.origin),
      to: query.timetable.pointOfInterest(ofStation: query.destination), journeys: journeys,
      later: later,
      reason: isEmpty ? try await NoJourneyReason(query, resolver).text() : nil,
      estimate: isEmpty ? Self.estimate(for: query) : nil)
  }

  private static func journeys(
    for query: ResolvedQuery
  ) -> (journeys: [Journey], later: [Journey]) {
    let (origin, destination) = (query.origin, query.destination)
    let search = TimetableSearch(query.schedule)
    func best(departingAfter time: ServiceTime, by preference: Preference?) -> [Journey] {
      guard preference != .leastWalking else {
        let search = LeastWalkingSearch(query.schedule)
        return search.journey(from: origin, to: destination, departingAfter: time)
          .map { [$0] } ?? []
      }
      return search.journeys(from: origin, to: destination, departingAfter: time)
        .best(by: preference)
    }
    switch query.time {
    case .departAfter(let time):
      let journeys = best(departingAfter: time, by: query.preference)
      let later = sequence(state: journeys.last) { last -> Journey? in
        guard let departure = last?.departure else { return nil }
        let next = ServiceTime(seconds: departure.seconds + 1)
        last = best(departingAfter: next, by: query.preference ?? .earliest).last
        return last
      }
      return (journeys, Array(later.prefix(laterJourneyCount)))
    case .arriveBy(let time):
      guard query.preference != .leastWalking else {
        let search = LeastWalkingSearch(query.schedule)
        let journey = search.journey(from: origin, to: destination, arrivingBy: time)
        return (journey.map { [$0] } ?? [], [])
      }
      let journeys = search.journeys(from: origin, to: destination, arrivingBy: time)
      return (journeys.best(by: query.preference), [])
    case .departWithin(let span):
      return (search.journeys(from: origin, to: destination, departingWithin: span), [])
    case .firstTrain:
      let time = LocalDateTime.startOfService
      return (best(departingAfter: time, by: query.preference ?? .earliest), [])
    case .lastTrain:
      guard let time = search.latestDeparture(from: origin, to: destination) else {
        return ([], [])
      }
      return (best(departingAfter: time, by: query.preference ?? .earliest), [])
    }
  }

  /// The journey at average running times on a day without trains. The averages cannot respect
  /// route constraints, so a query with constraints has no estimate.
  private static func estimate(for query: ResolvedQuery) -> Journey? {
    let schedule = query.schedule
    guard !schedule.hasService, schedule.constraints == RouteConstraints() else { return nil }
    let search = AverageTimeSearch(
      schedule.timetable, on: schedule.date, changeTime: Int(schedule.changeTime),
      by: query.preference)
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
