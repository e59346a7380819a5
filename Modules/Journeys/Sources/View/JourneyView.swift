import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import RoutingInterface

/// A plan: each journey as a track, or a table if there are many.
enum JourneyView {
  /// The largest number of journeys that are drawn as tracks.
  private static let maximumTracks = 5
  private static let minimumTableWidth = 60

  /// - Parameters:
  ///   - query: What the person has asked; nil to leave out which time it means on another day.
  ///   - clock: The clock of the city, for relative days and times; nil to leave them out.
  static func document(
    _ plan: JourneyPlan, for query: JourneyQuery? = nil, in city: City, at clock: CityClock? = nil
  ) -> Document {
    let title = Block.title(
      "\(plan.from.name) → \(plan.to.name)", in: city, plan.date, at: clock?.now,
      time: (clock?.now).flatMap { query?.timeOnOtherDate(than: $0.date, countedFrom: plan.date) },
      times: clock == nil ? nil : plan.times)
    let shown = plan.shownJourneys
    guard !shown.journeys.isEmpty else {
      let reason = Block.sentence(plan.reason.map { "\($0)" } ?? "there is no journey")
      return Document(
        [title] + blocks(of: plan.notices) + [reason] + (plan.estimate.map { [estimate($0)] } ?? [])
      )
    }
    return Document(
      [title] + blocks(of: plan.notices) + introduction(to: plan, at: clock)
        + drawings(of: shown, at: clock, plan.later)
        + later(plan))
  }

  /// The notices that concern an answer; empty for none.
  static func blocks(of notices: [ServiceNotice]?) -> [Block] {
    guard let notices, !notices.isEmpty else { return [] }
    return [.group(notices.map { .paragraph($0.inWords) })]
  }

  /// Why the journeys are not those that the passenger asked for; empty if they are.
  private static func introduction(to plan: JourneyPlan, at clock: CityClock?) -> [Block] {
    guard let reason = plan.reason else { return [] }
    let trains: LocalizedText
    if let first = plan.journeys.first?.departure {
      // Where the next train leaves soon, trains run all night and none of them is the last.
      if let clock, clock.duration(until: first, on: plan.date) <= .seconds(3600) { return [] }
      // A journey after noon is the last one of an answer, not the first of a morning.
      guard first < ServiceTime(seconds: 12 * 3600) else { return [.sentence(verbatim: reason)] }
      trains = firstTrains(on: plan.date, at: clock?.now)
    } else {
      let date = plan.shownJourneys.date
      trains = date == plan.date ? "the next trains" : firstTrains(on: date, at: clock?.now)
    }
    return [.sentence("\(reason); \(trains):")]
  }

  /// Such as `first trains tomorrow, Sun 22 Nov`.
  private static func firstTrains(
    on date: CalendarDate, at now: LocalDateTime?
  ) -> LocalizedText {
    let day = date.inWords(today: now?.date)
    guard let now, (0...1).contains(date.day - now.date.day) else {
      return "first trains on \(day)"
    }
    return "first trains \(RelativeDay(days: date.day - now.date.day)), \(day)"
  }

  /// The tracks of the journeys of a day, or a table if there are many.
  /// - Parameter later: The journeys after them.
  static func drawings(
    of found: NextJourneys, at clock: CityClock?, _ later: [Journey] = []
  ) -> [Block] {
    guard found.journeys.count <= maximumTracks else { return [.table(table(of: found.journeys))] }
    let departures = (found.journeys + later).filter { $0.rides > 0 }.map(\.departure)
    return found.journeys.map { journey in
      let next = departures.filter { $0 > journey.departure }.min()
      return drawing(
        of: journey, leavingIn: clock?.duration(until: journey.departure, on: found.date),
        next: next.map { $0 - journey.departure })
    }
  }

  /// The summary and the track of a journey.
  /// - Parameters:
  ///   - time: The time until the departure, negative for a past one; nil to leave it out.
  ///   - next: The time from the departure to the next one; nil if it is unknown.
  static func drawing(
    of journey: Journey, leavingIn time: Duration? = nil, next: Duration? = nil
  ) -> Block {
    .group([
      .paragraph(Text(journey.summary, .title) + countdown(to: journey, time, next)),
      .track(JourneyTrack(journey).track),
    ])
  }

  /// The time until the departure in the hour before it, and `gone` in the twelve hours after it.
  private static func countdown(
    to journey: Journey, _ time: Duration?, _ next: Duration?
  ) -> Text {
    guard let time, journey.rides > 0, time > .seconds(-12 * 3600), time < .seconds(3600) else {
      return ""
    }
    let urgency = DepartureUrgency(untilDeparture: time, next: next, headway: journey.headway)
    return .separator + Text("\(urgency.countdown(untilDeparture: time))", urgency.role)
  }

  private static func later(_ plan: JourneyPlan) -> [Block] {
    // Nobody waits for a train that takes longer than the walk.
    let walk = plan.journeys.first { $0.rides == 0 }?.duration
    let later = plan.later.filter { $0.duration < walk ?? .seconds(Int.max) }
    return later.isEmpty ? [] : [.paragraph("later: \(later.timeRanges)", .faint)]
  }

  /// The lines of an estimate. Its clock times mean nothing, so they are not shown.
  private static func estimate(_ journey: Journey) -> Block {
    let time = journey.duration.formattedInMinutes
    return .group([
      .paragraph(
        """
        Without waiting, it usually takes about \(time), \(journey.changesDescription):
        """),
      .paragraph(badges(of: journey)),
    ])
  }

  /// A table with one row for each journey, or a list if the page is too narrow.
  private static func table(of journeys: [Journey]) -> Table {
    let hasFares = journeys.contains { $0.fare != nil }
    let hasAccess = journeys.contains { $0.unknownAccess != nil }
    var table = Table(
      from: minimumTableWidth,
      [.init("departs"), .init("arrives"), .init("takes", .right), .init("changes", .right)]
        + (hasFares ? [.init("fare", .right)] : []) + [.init("lines", isFlexible: true)]
        + (hasAccess ? [.init(isFlexible: true)] : []))
    for journey in journeys {
      let fare: [Text] = hasFares ? ["\(journey.fareDescription ?? "")"] : []
      let access: [Text] =
        hasAccess ? [journey.unknownAccess.map { Text($0.inWords, .faint) } ?? ""] : []
      table.append(
        [
          Text(journey.departureClock, .strong), "\(journey.shownArrival.clock)",
          "\(journey.clockDuration.formattedInMinutes)", "\(journey.changes)",
        ] + fare + [badges(of: journey)] + access,
        narrower: [.paragraph(journey.summary, .title), .paragraph(badges(of: journey))])
    }
    return table
  }

  /// The names of the lines on their colours.
  private static func badges(of journey: Journey) -> Text {
    .badges(journey.lines.map { Badge($0) })
  }
}

extension JourneyQuery {
  /// The time that the person has typed without a date, such as `from 07:00`; nil for one of today.
  /// - Parameter day: The date of the plan. An arrival before 03:00 is on the date after it.
  fileprivate func timeOnOtherDate(
    than today: CalendarDate, countedFrom day: CalendarDate
  ) -> LocalizedText? {
    guard date == nil, case .clock(let seconds) = arrive ?? depart else { return nil }
    let clock = ServiceTime(seconds: seconds)
    let isNextDay = arrive != nil && clock < LocalDateTime.startOfService
    let time = isNextDay ? ServiceTime(seconds: seconds + 86_400) : clock
    guard LocalDateTime(date: day, time: time).normalized.date != today else { return nil }
    return arrive == nil ? "from \(time.clock)" : "by \(time.clock)"
  }
}
