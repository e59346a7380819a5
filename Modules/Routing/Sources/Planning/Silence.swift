import DataSourceInterface
import Mediator
import RoutingInterface

/// Says in one sentence why a day has no journey.
struct Silence {
  let desk: Desk
  let day: Day
  let now: ServiceMoment

  private var timetable: Timetable { day.timetable }

  func reason(from origin: Int, to destination: Int, _ moment: Moment) async throws -> String {
    guard origin != destination else { return "you are already there" }
    guard day.hasService else { return try await reasonWithoutService() }
    let reason = reasonWithService(from: origin, to: destination, moment)
    if let offer = offerThatDay(from: origin, to: destination, moment) {
      return "\(reason); \(offer)"
    }
    let tomorrow = desk.days.day(
      of: timetable, on: ServiceDate(day: day.date.day + 1), changeTime: Int(day.changeTime),
      day.limits)
    let next = TimetableStrategy(tomorrow).first(from: origin, to: destination)
    return next.map {
      "\(reason); the next one leaves at \($0.departure.clock) on \(tomorrow.date)"
    }
      ?? reason
  }

  private func reasonWithoutService() async throws -> String {
    let city = try await desk.mediator.perform(
      DataSource.city, CityQuery(city: timetable.city))
    let reason = "no train runs on \(day.date)"
    if day.date > city.lastDate {
      return "\(reason); the timetable of \(city.name) ended on \(city.lastDate)"
    }
    if day.date < city.firstDate {
      return "\(reason); the timetable of \(city.name) begins on \(city.firstDate)"
    }
    return reason
  }

  private func reasonWithService(
    from origin: Int, to destination: Int, _ moment: Moment
  ) -> String {
    let (from, to) = (name(origin), name(destination))
    let (departures, arrivals) = (day.onward.network.boardings, day.backward.network.boardings)
    guard day.origins(of: origin).contains(where: { !departures.at($0).isEmpty }) else {
      return "no train leaves \(from)\(avoidance) on \(day.date)"
    }
    guard day.targets(of: destination).contains(where: { !arrivals.at($0).isEmpty }) else {
      return "no train stops at \(to)\(avoidance) on \(day.date)"
    }
    let latest = LatestDepartures(day, to: destination).from(origin)
    guard let latest, latest.seconds >= 0 else {
      return "no trains connect \(from) and \(to)\(restriction) on \(day.date)"
    }
    switch moment {
    case .leaving where day.date == now.date:
      let hasLeft = latest <= now.time
      return
        "no journey\(restriction) tonight; the last \(hasLeft ? "left" : "leaves") at \(latest.clock)"
    case .leaving(let time):
      return "no journey\(restriction) on \(day.date) leaves at \(time.clock) or later; "
        + "the last leaves at \(latest.clock)"
    case .arriving(let time):
      return "no journey\(restriction) on \(day.date) arrives by \(time.clock)"
    case .within(let span):
      let isOver = latest <= span.upperBound
      return "no journey\(restriction) on \(day.date) leaves from \(span.lowerBound.clock) to "
        + span.upperBound.clock + (isOver ? "; the last leaves at \(latest.clock)" : "")
    case .first, .last:
      return "no journey\(restriction) on \(day.date) leaves after "
        + "\(ServiceMoment.dayBegins.clock); the last leaves at \(latest.clock)"
    }
  }

  /// The journey after the moment that the day itself has.
  private func offerThatDay(
    from origin: Int, to destination: Int, _ moment: Moment
  ) -> String? {
    func soonest(_ time: ServiceTime) -> [TrainRide]? {
      TimetableStrategy(day).front(from: origin, to: destination, leaving: time).last
    }
    return switch moment {
    case .leaving, .first, .last: nil
    case .arriving:
      soonest(ServiceTime(seconds: 0))?.last.map { "the first arrives at \($0.arrival.clock)" }
    case .within(let span):
      soonest(span.upperBound)?.first.map { "the next one leaves at \($0.departure.clock)" }
    }
  }

  /// What the question asked for besides, such as ` via C`.
  private var restriction: String {
    (day.limits.waypoint.map { " via \(name($0))" } ?? "") + avoidance
  }

  /// Such as ` without line 1`; nothing where every line may be taken.
  private var avoidance: String {
    let lines = Set(day.limits.avoided.map { timetable.routes.name[Int($0)] }).sorted()
    return lines.isEmpty ? "" : " without line \(lines.joined(separator: ", "))"
  }

  private func name(_ station: Int) -> String { timetable.place(ofStation: station).name }
}
