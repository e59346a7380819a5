import Console
import DataSourceInterface
import RoutingInterface

/// Draws a plan as the line itself: each stop on its rail, each rail in the colour of its line.
enum JourneyView {
  private static let rail = 7

  static func text(_ plan: JourneyPlan, on page: Page) -> String {
    var lines = [heading(plan, on: page), ""]
    guard !plan.journeys.isEmpty else {
      return (lines + [reason(plan)]).joined(separator: "\n")
    }
    for journey in plan.journeys {
      lines += [page.paint(summary(journey), .bold)] + rail(journey, on: page) + [""]
    }
    lines += later(plan.later, on: page)
    return lines.joined(separator: "\n").trimmingEnd
  }

  /// `08:00 – 08:14 · 14 min · 1 change`
  static func summary(_ journey: Journey) -> String {
    let changes =
      switch journey.rides {
      case ...1: "direct"
      case 2: "1 change"
      default: "\(journey.rides - 1) changes"
      }
    let span = "\(journey.departure.clock) – \(journey.arrival.clock)"
    return "\(span) · \((journey.arrival - journey.departure).inMinutes) · \(changes)"
  }

  private static func heading(_ plan: JourneyPlan, on page: Page) -> String {
    let ends = "\(plan.from.name) → \(plan.to.name)".printable
    let place = "\(plan.city), \(plan.date.weekdayName) \(plan.date)"
    let gap = page.columns - ends.columns - place.columns
    let painted = page.paint(ends, .bold)
    guard gap >= 2 else { return painted + "\n" + page.paint(place, .dim) }
    return painted + String(repeating: " ", count: min(gap, 8)) + page.paint(place, .dim)
  }

  private static func reason(_ plan: JourneyPlan) -> String {
    "No journey: \(plan.reason ?? "none was found")."
  }

  private static func rail(_ journey: Journey, on page: Page) -> [String] {
    journey.legs.flatMap { leg in
      switch leg {
      case .ride(let ride): rail(ride, on: page)
      case .change(let change):
        [indented("┊", page.paint(words(change), .dim), .dim, on: page)]
      }
    }
  }

  private static func rail(_ ride: Ride, on page: Page) -> [String] {
    let color = ride.line.color.map { Color(rgb: $0.rgb) }
    let style = color.map(Style.color) ?? .plain
    let stops =
      switch ride.stops {
      case 0: "next stop"
      case 1: "1 stop between"
      default: "\(ride.stops) stops between"
      }
    let badge = page.badge(ride.line.name, color: color)
    let room = page.columns - rail - 3 - Page.badgeColumns(ride.line.name)
    let towards = "to \(ride.headsign) · \(stops)".printable
    let fits = towards.columns <= room
    let first = fits ? towards : "to \(ride.headsign)".truncated(to: room)
    let more = fits ? [] : [indented("┃", stops, style, on: page)]
    return [stop(ride.departure, ride.from, style, on: page)]
      + [indented("┃", badge + " " + page.paint(first, .plain), style, on: page)] + more
      + [stop(ride.arrival, ride.to, style, on: page)]
  }

  private static func stop(
    _ time: ServiceTime, _ place: Place, _ style: Style, on page: Page
  ) -> String {
    let clock = time.clock.padded(to: rail)
    let name = place.name.printable.truncated(to: page.columns - rail - 2)
    return clock + page.paint("●", style) + " " + page.paint(name, .bold)
  }

  private static func indented(
    _ mark: String, _ text: String, _ style: Style, on page: Page
  ) -> String {
    String(repeating: " ", count: rail) + page.paint(mark, style) + " " + text
  }

  private static func words(_ change: Change) -> String {
    let walk = change.duration == .zero ? "change" : "change \(change.duration.inMinutes)"
    return change.wait == .zero ? walk : walk + " · wait \(change.wait.inMinutes)"
  }

  private static func later(_ journeys: [Journey], on page: Page) -> [String] {
    guard !journeys.isEmpty else { return [] }
    let words = journeys.map { "\($0.departure.clock) – \($0.arrival.clock)" }
    var lines = ["later"]
    for word in words {
      let extended = lines[lines.count - 1] + "  " + word
      if extended.columns <= page.columns {
        lines[lines.count - 1] = extended
      } else {
        lines.append("       " + word)
      }
    }
    return lines.map { page.paint($0, .dim) }
  }
}

extension Duration {
  /// Whole minutes, rounded up, as `14 min` or `1 h 05 min`.
  fileprivate var inMinutes: String {
    let minutes = (components.seconds + 59) / 60
    guard minutes >= 60 else { return "\(minutes) min" }
    let rest = minutes % 60
    return "\(minutes / 60) h \(rest < 10 ? "0" : "")\(rest) min"
  }
}

extension ServiceDate {
  fileprivate var weekdayName: String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday]
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    String(reversed().drop(while: \.isWhitespace).reversed())
  }
}
