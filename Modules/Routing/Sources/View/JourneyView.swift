import Console
import DataSourceInterface
import RoutingInterface

/// Draws a plan: its journeys from top to bottom, or a table where there are many.
enum JourneyView {
  /// More journeys than that are a table.
  private static let mostDrawn = 5
  private static let narrowestTable = 60

  /// - Parameter now: The moment at which it is read, where relative days and times are wanted.
  static func text(
    _ plan: JourneyPlan, on page: Page, at now: ServiceMoment? = nil
  ) -> String {
    let heading = page.heading(
      "\(plan.from.name) → \(plan.to.name)", plan.city, plan.date, at: now)
    return ([heading] + parts(of: plan, on: page, at: now)).joined(separator: "\n\n")
  }

  private static func parts(
    of plan: JourneyPlan, on page: Page, at now: ServiceMoment?
  ) -> [String] {
    guard plan.journeys.count <= mostDrawn else { return [table(of: plan.journeys, on: page)] }
    guard plan.journeys.isEmpty else {
      let now = now?.date == plan.date ? now?.time : nil
      return plan.journeys.map { drawn($0, on: page, at: now) } + later(plan, on: page)
    }
    return [page.sentence(plan.reason ?? "there is no journey")]
      + (plan.estimate.map { estimate($0, on: page) } ?? [])
  }

  /// - Parameter now: The time of the journey's day at which it is read, if it is read on that day.
  static func drawn(_ journey: Journey, on page: Page, at now: ServiceTime? = nil) -> String {
    let summary = page.paint(journey.summary, .bold) + wait(for: journey, on: page, at: now)
    return ([summary] + JourneyRail(journey, on: page).lines).joined(separator: "\n")
  }

  /// How far off the departure is, for an hour before and after it.
  private static func wait(for journey: Journey, on page: Page, at now: ServiceTime?) -> String {
    guard let now, abs(journey.departure.seconds - now.seconds) < 3600 else { return "" }
    let time = Duration.seconds(journey.departure.seconds - now.seconds)
    let words = Urgency.words(untilDeparture: time)
    let room = page.columns - journey.summary.columns - 3
    guard words.columns <= room else { return "" }
    return " · " + page.paint(words, Urgency(untilDeparture: time).style)
  }

  private static func later(_ plan: JourneyPlan, on page: Page) -> [String] {
    guard !plan.later.isEmpty else { return [] }
    return [page.paragraph("later: " + plan.later.map(\.span).joined(separator: ", "), .dim)]
  }

  /// The lines to take on a day that the timetable does not know; its times would mean nothing.
  private static func estimate(_ journey: Journey, on page: Page) -> [String] {
    let lines = page.badges(of: journey.lines).text(on: page)
    let time =
      "It usually takes about \(journey.duration.inMinutes) without waiting, "
      + "\(journey.changesInWords):"
    return [page.paragraph(time) + "\n" + lines]
  }

  /// The journeys side by side; one below the other where the page is too narrow.
  private static func table(of journeys: [Journey], on page: Page) -> String {
    guard page.columns >= narrowestTable else {
      return journeys.map { journey in
        page.paragraph(journey.summary, .bold) + "\n"
          + page.badges(of: journey.lines).text(on: page)
      }.joined(separator: "\n")
    }
    var table = Table(
      .init("departs"), .init("arrives"), .init("takes", .right), .init("changes", .right),
      .init("lines", isFlexible: true))
    for journey in journeys {
      table.append(
        Table.Cell(journey.departure.clock, .bold), "\(journey.arrival.clock)",
        "\(journey.duration.inMinutes)", "\(journey.changes)", page.badges(of: journey.lines))
    }
    return table.text(on: page)
  }
}

extension Page {
  /// The names of lines, each on its own colour, cut where they do not fit side by side.
  fileprivate func badges(of lines: [Line]) -> Table.Cell {
    let room = columns / max(1, lines.count) - 1
    return .badges(lines.map { Badge($0.name, rgb: $0.color?.rgb).truncated(to: room) })
  }
}
