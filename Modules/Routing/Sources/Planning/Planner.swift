import DataSourceInterface
import Mediator
import RoutingInterface

/// Turns a question into a plan: finds out what was meant, chooses how to search, and says why where
/// there is no journey.
struct Planner: Sendable {
  private static let laterJourneys = 3

  let desk: Desk

  func plan(_ query: JourneyQuery) async throws -> JourneyPlan {
    let changeTime = try desk.changeTime(query.changeTime)
    let timetable = try await desk.timetable(of: query.city)
    let from = try await desk.station(query.from, in: timetable)
    let to = try await desk.station(query.to, in: timetable)
    let limits = try await limits(of: query, in: timetable)
    let now = desk.now(in: timetable)
    let (date, moment) = try query.moment(now)
    let day = desk.days.day(of: timetable, on: date, changeTime: changeTime, limits)
    let (journeys, later) = Self.journeys(on: day, from, to, moment, query.by)
    let silence = Silence(desk: desk, day: day, now: now)
    return JourneyPlan(
      city: timetable.city, date: date, from: timetable.place(ofStation: from),
      to: timetable.place(ofStation: to), journeys: journeys, later: later,
      reason: journeys.isEmpty ? try await silence.reason(from: from, to: to, moment) : nil,
      estimate: journeys.isEmpty ? Self.estimate(day, from, to, moment, query.by) : nil)
  }

  private func limits(of query: JourneyQuery, in timetable: Timetable) async throws -> Limits {
    var limits = Limits()
    if let via = query.via { limits.waypoint = try await desk.station(via, in: timetable) }
    if let avoid = query.avoid { limits.avoided = try desk.lines(avoid, in: timetable) }
    return limits
  }

  private static func journeys(
    on day: Day, _ from: Int, _ to: Int, _ moment: Moment, _ preference: Preference?
  ) -> (journeys: [Journey], later: [Journey]) {
    let trains = TimetableStrategy(day)
    func best(_ aim: Question.Aim, _ preference: Preference?) -> [Journey] {
      let question = Question(from: from, to: to, aim: aim)
      return switch preference {
      case nil: trains.journeys(for: question)
      case .earliest: trains.journeys(for: question).suffix(1)
      case .fewestChanges: Array(trains.journeys(for: question).prefix(1))
      case .leastWalking: LeastWalkingStrategy(day: day).journeys(for: question)
      }
    }
    switch moment {
    case .leaving(let time):
      let journeys = best(.leaving(time), preference)
      let later = sequence(state: journeys.last) { last -> Journey? in
        guard let departure = last?.departure else { return nil }
        let next = ServiceTime(seconds: departure.seconds + 1)
        last = best(.leaving(next), preference ?? .earliest).last
        return last
      }
      return (journeys, Array(later.prefix(laterJourneys)))
    case .arriving(let time): return (best(.arriving(time), preference), [])
    case .within(let span): return (trains.journeys(from: from, to: to, within: span), [])
    case .first: return (best(.leaving(ServiceMoment.dayBegins), preference ?? .earliest), [])
    case .last:
      guard let latest = trains.latestDeparture(from: from, to: to) else { return ([], []) }
      return (best(.leaving(latest), preference ?? .earliest), [])
    }
  }

  /// The way at average running times on a day without trains; nil where the question has limits,
  /// which averages do not keep.
  private static func estimate(
    _ day: Day, _ from: Int, _ to: Int, _ moment: Moment, _ preference: Preference?
  ) -> Journey? {
    guard !day.hasService, day.limits == Limits() else { return nil }
    let aim: Question.Aim =
      switch moment {
      case .leaving(let time): .leaving(time)
      case .arriving(let time): .arriving(time)
      case .within(let span): .leaving(span.lowerBound)
      case .first, .last: .leaving(ServiceMoment.dayBegins)
      }
    let averages = StaticStrategy(
      day.timetable, changeTime: Int(day.changeTime), by: preference)
    return averages.journeys(for: Question(from: from, to: to, aim: aim)).first
  }
}
