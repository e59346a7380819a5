import Console
import DataSourceInterface
import RoutingInterface

/// Draws a dial: the journey looked at, how much time there is to spare where, and what is left when
/// it is too late.
enum JourneyDialView {
  static func text(_ dial: JourneyDial, on page: Page) -> String {
    let heading = page.heading(
      "\(dial.last.from.name) → \(dial.last.to.name)", dial.last.city, dial.last.date)
    return ([heading] + parts(of: dial, on: page)).joined(separator: "\n\n")
  }

  private static func parts(of dial: JourneyDial, on page: Page) -> [String] {
    guard !dial.journeys.isEmpty else {
      return [page.sentence(dial.last.reason ?? "there is no journey")]
    }
    guard let journey = dial.journey else { return tooLate(dial, on: page) }
    let rail = JourneyRail(journey, on: page, notes: notes(on: journey, of: dial))
    let drawn = [page.paragraph(journey.summary, .bold)] + rail.lines
    return [scale(of: dial, on: page), drawn.joined(separator: "\n")]
      + (dial.isLast ? LastTrainView.afterwards(dial.last, on: page) : rest(of: dial, on: page))
  }

  /// `◀ ━━━━━━●─────── ▶  35 of 212`
  private static func scale(of dial: JourneyDial, on page: Page) -> String {
    let count = dial.journeys.count
    let number = dial.journey == nil ? "too late" : "\(dial.position + 1) of \(count)"
    let width = min(max(page.columns - number.columns - 6, 1), 40)
    let before = dial.position * (width - 1) / max(count, 1)
    return page.paint("◀ ", .dim) + String(repeating: "━", count: before)
      + page.paint("●", .bold)
      + page.paint(String(repeating: "─", count: width - 1 - before) + " ▶  ", .dim) + number
  }

  /// What is said beside each boarding.
  private static func notes(on journey: Journey, of dial: JourneyDial) -> [Int: String] {
    let pairs = (0..<journey.rides).compactMap { ride -> (Int, String)? in
      if dial.isLast, dial.last.last == journey, dial.last.weakestLink?.ride == ride {
        return (ride, LastTrainView.weakestNote)
      }
      return dial.slack(ofRide: ride).flatMap { slack in
        slack < .seconds(3600) ? (ride, "◀ \(slack.inMinutes) to spare") : nil
      }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func rest(of dial: JourneyDial, on page: Page) -> [String] {
    guard let journey = dial.journey, let last = dial.journeys.last else { return [] }
    let wait = last.departure - journey.departure
    return [
      page.paragraph(
        "the last train leaves \(wait.inMinutes) later, at \(last.departure.clock)", .dim)
    ]
  }

  private static func tooLate(_ dial: JourneyDial, on page: Page) -> [String] {
    let departure =
      dial.journeys.last.map { ": the last train left at \($0.departure.clock)" } ?? ""
    return [
      scale(of: dial, on: page),
      page.paragraph("✗ \(dial.last.to.name) is no longer reachable\(departure)", .bold),
    ] + LastTrainView.afterwards(dial.last, on: page)
  }
}
