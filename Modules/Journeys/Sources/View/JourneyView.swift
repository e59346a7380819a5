import Console
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import RoutingInterface

/// Draws a plan: each journey as a diagram, or a table if there are many.
enum JourneyView {
  /// The largest number of journeys that are drawn as diagrams.
  private static let maximumDiagrams = 5
  private static let minimumTableWidth = 60

  /// - Parameters:
  ///   - query: What the person has asked; nil to leave out which time it means on another day.
  ///   - clock: The clock of the city, for relative days and times; nil to leave them out.
  static func text(
    _ plan: JourneyPlan, for query: JourneyQuery? = nil, in city: City, on page: Page,
    at clock: CityClock? = nil
  ) -> String {
    let heading = page.heading(
      "\(plan.from.name) → \(plan.to.name)", in: city, plan.date, at: clock?.now,
      time: (clock?.now).flatMap { query?.timeOnOtherDate(than: $0.date, countedFrom: plan.date) })
    return ([heading] + parts(of: plan, on: page, at: clock)).joined(separator: "\n\n")
  }

  private static func parts(
    of plan: JourneyPlan, on page: Page, at clock: CityClock?
  ) -> [String] {
    let shown = plan.shownJourneys
    guard !shown.journeys.isEmpty else {
      return [page.sentence(plan.reason ?? "there is no journey")]
        + (plan.estimate.map { estimate($0, on: page) } ?? [])
    }
    return introduction(to: plan, on: page, at: clock) + drawings(of: shown, on: page, at: clock)
      + later(plan, on: page)
  }

  /// Why the journeys are not those that the passenger asked for; empty if they are.
  private static func introduction(
    to plan: JourneyPlan, on page: Page, at clock: CityClock?
  ) -> [String] {
    guard let reason = plan.reason else { return [] }
    let trains: String
    if let first = plan.journeys.first?.departure {
      // Where the next train leaves soon, trains run all night and none of them is the last.
      let next = LocalDateTime(date: plan.date, time: first)
      if let clock, clock.duration(until: next) <= .seconds(3600) { return [] }
      // A journey after noon is the last one of an answer, not the first of a morning.
      guard first < ServiceTime(seconds: 12 * 3600) else { return [page.sentence(reason)] }
      trains = firstTrains(on: plan.date, at: clock?.now)
    } else {
      let date = plan.shownJourneys.date
      trains = date == plan.date ? "the next trains" : firstTrains(on: date, at: clock?.now)
    }
    return [page.paragraph("\(reason); \(trains):".capitalizedSentence)]
  }

  /// Such as `first trains tomorrow, Sun 22 Nov`.
  private static func firstTrains(on date: CalendarDate, at now: LocalDateTime?) -> String {
    let day = date.inWords(today: now?.date)
    guard let now, (0...1).contains(date.day - now.date.day) else {
      return "first trains on \(day)"
    }
    return "first trains \(RelativeDay(days: date.day - now.date.day)), \(day)"
  }

  /// The diagrams of the journeys of a day, or a table if there are many.
  static func drawings(
    of found: NextJourneys, on page: Page, at clock: CityClock?
  ) -> [String] {
    guard found.journeys.count <= maximumDiagrams else {
      return [table(of: found.journeys, on: page)]
    }
    return found.journeys.map { journey in
      let departure = LocalDateTime(date: found.date, time: journey.departure)
      return drawing(of: journey, on: page, leavingIn: clock?.duration(until: departure))
    }
  }

  /// The summary and the diagram of a journey.
  /// - Parameter time: The time until the departure, negative for a past one; nil to leave it out.
  static func drawing(
    of journey: Journey, on page: Page, leavingIn time: Duration? = nil
  ) -> String {
    let summary =
      page.paragraph(journey.summary, .title) + countdown(to: journey, on: page, time)
    return ([summary] + JourneyDiagram(journey, on: page).lines).joined(separator: "\n")
  }

  /// The time until the departure in the hour before it, and `gone` in the twelve hours after it.
  private static func countdown(
    to journey: Journey, on page: Page, _ time: Duration?
  ) -> String {
    guard let time, journey.rides > 0 else { return "" }
    guard time > .seconds(-12 * 3600), time < .seconds(3600) else { return "" }
    let words = DepartureUrgency.countdown(untilDeparture: time)
    let room = page.columns - journey.summary.columns - 3
    guard words.columns <= room else { return "" }
    return " · " + page.paint(words, DepartureUrgency(untilDeparture: time).style)
  }

  private static func later(_ plan: JourneyPlan, on page: Page) -> [String] {
    // Nobody waits for a train that takes longer than the walk.
    let walk = plan.journeys.first { $0.rides == 0 }?.duration
    let later = plan.later.filter { $0.duration < walk ?? .seconds(Int.max) }
    guard !later.isEmpty else { return [] }
    return [page.paragraph("later: " + later.timeRanges, .faint)]
  }

  /// The lines of an estimate. Its clock times mean nothing, so they are not shown.
  private static func estimate(_ journey: Journey, on page: Page) -> [String] {
    let lines = page.line(page.badges(of: journey.lines))
    let time =
      "Without waiting, it usually takes about \(journey.duration.formattedInMinutes), "
      + "\(journey.changesDescription):"
    return [page.paragraph(time) + "\n" + lines]
  }

  /// A table with one row for each journey, or a list if the page is too narrow.
  private static func table(of journeys: [Journey], on page: Page) -> String {
    guard page.columns >= minimumTableWidth else {
      return journeys.map { journey in
        page.paragraph(journey.summary, .title) + "\n"
          + page.line(page.badges(of: journey.lines))
      }.joined(separator: "\n")
    }
    let hasFares = journeys.contains { $0.fare != nil }
    var table = Table(
      [.init("departs"), .init("arrives"), .init("takes", .right), .init("changes", .right)]
        + (hasFares ? [.init("fare", .right)] : []) + [.init("lines", isFlexible: true)])
    for journey in journeys {
      let fare: [Text] = hasFares ? ["\(journey.fare?.description ?? "")"] : []
      table.append(
        [
          Text(verbatim: journey.departureClock, .strong), "\(journey.arrival.clock)",
          "\(journey.clockDuration.formattedInMinutes)", "\(journey.changes)",
        ] + fare + [page.badges(of: journey.lines)])
    }
    return table.text(on: page)
  }
}

extension JourneyQuery {
  /// The time that the person has typed without a date, such as `from 07:00`; nil for one of today.
  /// - Parameter day: The date of the plan. An arrival before 03:00 is on the date after it.
  fileprivate func timeOnOtherDate(
    than today: CalendarDate, countedFrom day: CalendarDate
  ) -> String? {
    guard date == nil, case .clock(let seconds) = arrive ?? depart else { return nil }
    let clock = ServiceTime(seconds: seconds)
    let isNextDay = arrive != nil && clock < LocalDateTime.startOfService
    let time = isNextDay ? ServiceTime(seconds: seconds + 86_400) : clock
    guard LocalDateTime(date: day, time: time).normalized.date != today else { return nil }
    return (arrive == nil ? "from " : "by ") + time.clock
  }
}

extension Page {
  /// The names of lines on their colours, truncated to fit side by side.
  fileprivate func badges(of lines: [Line]) -> Text {
    let room = columns / max(1, lines.count) - 1
    return .badges(lines.map { Badge($0.name, rgb: $0.color?.rgb).truncated(to: room) })
  }
}
