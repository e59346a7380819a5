import Console
import DataSourceInterface
import RoutingInterface

/// Draws a plan: its journeys from top to bottom, or a table where there are many.
enum JourneyView {
  /// More journeys than that are a table.
  private static let mostDrawn = 5
  private static let narrowestTable = 60

  static func text(_ plan: JourneyPlan, on page: Page) -> String {
    let heading = page.heading("\(plan.from.name) → \(plan.to.name)", plan.city, plan.date)
    return ([heading] + parts(of: plan, on: page)).joined(separator: "\n\n")
  }

  private static func parts(of plan: JourneyPlan, on page: Page) -> [String] {
    guard plan.journeys.count <= mostDrawn else { return [table(of: plan.journeys, on: page)] }
    guard plan.journeys.isEmpty else {
      return plan.journeys.map { drawn($0, on: page) } + later(plan, on: page)
    }
    return [page.sentence(plan.reason ?? "there is no journey")]
      + (plan.estimate.map { estimate($0, on: page) } ?? [])
  }

  static func drawn(_ journey: Journey, on page: Page) -> String {
    ([page.paint(journey.summary, .bold)] + JourneyRail(journey, on: page).lines)
      .joined(separator: "\n")
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
    let room = columns / max(1, lines.count) - 1 - Page.badgeColumns("")
    let badges = lines.map { line in
      Table.Cell.badge(
        line.name.printable.truncated(to: max(1, room)),
        color: line.color.map { Color(rgb: $0.rgb) })
    }
    return badges.dropFirst().reduce(badges.first ?? "") { $0 + " " + $1 }
  }
}
