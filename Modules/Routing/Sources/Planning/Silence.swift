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
    guard !day.isThere(origin, destination) else { return "you are already there" }
    guard day.hasService else {
      return try await desk.reasonWithoutService(day.date, in: timetable)
    }
    var (reason, offers) = reasonWithService(from: origin, to: destination, moment)
    if let offer = offerThatDay(from: origin, to: destination, moment) {
      offers.append(offer)
    } else if let offer = offerNextDay(from: origin, to: destination) {
      offers.append(offer)
    }
    return ([reason] + (offers.isEmpty ? [] : [offers.joined(separator: ", ")]))
      .joined(separator: "; ")
  }

  /// Why there is none, and what there is instead.
  private func reasonWithService(
    from origin: Int, to destination: Int, _ moment: Moment
  ) -> (reason: String, offers: [String]) {
    let (from, to) = (name(origin), name(destination))
    let (departures, arrivals) = (day.onward.network.boardings, day.backward.network.boardings)
    guard day.origins(of: origin).contains(where: { !departures.at($0).isEmpty }) else {
      return ("no train leaves \(from)\(avoidance) on \(day.date)", [])
    }
    guard day.targets(of: destination).contains(where: { !arrivals.at($0).isEmpty }) else {
      return ("no train stops at \(to)\(avoidance) on \(day.date)", [])
    }
    let latest = LatestDepartures(day, to: destination).from(origin)
    guard let latest, latest.seconds >= 0 else {
      return ("no trains connect \(from) and \(to)\(restriction) on \(day.date)", [])
    }
    let none = "no journey\(restriction)"
    let last = "the last leaves at \(latest.clock)"
    switch moment {
    case .leaving where day.date == now.date:
      let hasLeft = latest <= now.time
      return ("\(none) tonight", [hasLeft ? "the last left at \(latest.clock)" : last])
    case .leaving(let time):
      return ("\(none) on \(day.date) leaves at \(time.clock) or later", [last])
    case .arriving(let time): return ("\(none) on \(day.date) arrives by \(time.clock)", [])
    case .within(let span):
      return (
        "\(none) on \(day.date) leaves from \(span.lowerBound.clock) to \(span.upperBound.clock)",
        latest <= span.upperBound ? [last] : []
      )
    case .first, .last:
      return (
        "\(none) on \(day.date) leaves after \(ServiceMoment.dayBegins.clock)", [last]
      )
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

  /// The first journey of the day after.
  private func offerNextDay(from origin: Int, to destination: Int) -> String? {
    let tomorrow = desk.days.day(
      of: timetable, on: ServiceDate(day: day.date.day + 1), changeTime: Int(day.changeTime),
      day.limits)
    return TimetableStrategy(tomorrow).first(from: origin, to: destination).map {
      "the next one leaves at \($0.departure.clock) on \(tomorrow.date)"
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
