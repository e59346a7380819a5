import DataSourceInterface
import Mediator
import RoutingInterface

/// Explains in one sentence why a query has no journey, and offers the nearest alternative.
struct NoJourneyReason {
  private let query: ResolvedQuery
  private let resolver: QueryResolver
  private let schedule: ServiceDaySchedule

  init(_ query: ResolvedQuery, _ resolver: QueryResolver) {
    self.query = query
    self.resolver = resolver
    schedule = query.schedule
  }

  /// The sentence, without a capital letter and full stop.
  func text() async throws -> String {
    guard !schedule.isAlreadyThere(query.origin, query.destination) else {
      return "you are already there"
    }
    guard schedule.hasService else {
      return try await Self.noService(
        on: schedule.date, in: query.timetable, mediator: resolver.mediator)
    }
    var (reason, offers) = reasonOnDayWithService
    if let offer = offerOnSameDay ?? offerOnNextDay { offers.append(offer) }
    return ([reason] + (offers.isEmpty ? [] : [offers.joined(separator: ", ")]))
      .joined(separator: "; ")
  }

  /// Explains why no train runs on a day.
  static func noService(
    on date: ServiceDate, in timetable: Timetable, mediator: Mediator
  ) async throws -> String {
    guard timetable.services.haveAnyDay else {
      return "the timetable of \(timetable.name) has no day on which a train runs"
    }
    let city = try await mediator.perform(DataSource.city, CityQuery(city: timetable.city))
    let reason = "no train runs on \(date)"
    if date > city.lastDate {
      return "\(reason); the timetable of \(city.name) ends on \(city.lastDate)"
    }
    if date < city.firstDate {
      return "\(reason); the timetable of \(city.name) begins on \(city.firstDate)"
    }
    return reason
  }

  private var reasonOnDayWithService: (reason: String, offers: [String]) {
    let (from, to) = (name(query.origin), name(query.destination))
    let date = schedule.date
    let departures = schedule.forward.network.stopRoutes
    let arrivals = schedule.backward.network.stopRoutes
    guard schedule.origins(of: query.origin).contains(where: { !departures.at($0).isEmpty }) else {
      return ("no train leaves \(from)\(avoidedLines) on \(date)", [])
    }
    guard schedule.targets(of: query.destination).contains(where: { !arrivals.at($0).isEmpty })
    else {
      return ("no train stops at \(to)\(avoidedLines) on \(date)", [])
    }
    let latest = LatestDepartures(schedule, to: query.destination).departure(from: query.origin)
    guard let latest, latest.seconds >= 0 else {
      return ("no trains connect \(from) and \(to)\(routeConstraints) on \(date)", [])
    }
    let none = "no journey\(routeConstraints)"
    let last = "the last leaves at \(latest.clock)"
    switch query.time {
    case .departAfter where date == query.now.date:
      let hasLeft = latest <= query.now.time
      return ("\(none) tonight", [hasLeft ? "the last left at \(latest.clock)" : last])
    case .departAfter(let time):
      return ("\(none) on \(date) leaves at \(time.clock) or later", [last])
    case .arriveBy(let time): return ("\(none) on \(date) arrives by \(time.clock)", [])
    case .departWithin(let span):
      return (
        "\(none) on \(date) leaves from \(span.lowerBound.clock) to \(span.upperBound.clock)",
        latest <= span.upperBound ? [last] : []
      )
    case .firstTrain, .lastTrain:
      return ("\(none) on \(date) leaves after \(LocalDateTime.startOfService.clock)", [last])
    }
  }

  /// The next journey on the same day.
  private var offerOnSameDay: String? {
    func nextRides(after time: ServiceTime) -> [TrainRide]? {
      TimetableSearch(schedule)
        .rides(from: query.origin, to: query.destination, departingAfter: time).last
    }
    return switch query.time {
    case .departAfter, .firstTrain, .lastTrain: nil
    case .arriveBy:
      nextRides(after: ServiceTime(seconds: 0))?.last
        .map { "the first arrives at \($0.arrival.clock)" }
    case .departWithin(let span):
      nextRides(after: span.upperBound)?.first
        .map { "the next one leaves at \($0.departure.clock)" }
    }
  }

  /// The first journey on the next day.
  private var offerOnNextDay: String? {
    let nextDay = resolver.schedules.schedule(
      of: query.timetable, on: ServiceDate(day: schedule.date.day + 1),
      changeTime: Int(schedule.changeTime), schedule.constraints)
    return TimetableSearch(nextDay).firstJourney(from: query.origin, to: query.destination)
      .map { "the next one leaves at \($0.departure.clock) on \(nextDay.date)" }
  }

  /// Such as ` via C without line 1`; empty without constraints.
  private var routeConstraints: String {
    (schedule.constraints.via.map { " via \(name($0))" } ?? "") + avoidedLines
  }

  /// Such as ` without line 1`; empty if every line may be used.
  private var avoidedLines: String {
    let lines = Set(
      schedule.constraints.avoidedLines.map { query.timetable.routes.name[Int($0)] }
    ).sorted()
    return lines.isEmpty ? "" : " without line \(lines.joined(separator: ", "))"
  }

  private func name(_ station: Int) -> String {
    query.timetable.place(ofStation: station).name
  }
}

extension Timetable.Services {
  /// Whether any service may run on some day.
  fileprivate var haveAnyDay: Bool {
    exceptionAdds.contains(1) || (0..<count).contains { firstDay[$0] <= lastDay[$0] }
  }
}
