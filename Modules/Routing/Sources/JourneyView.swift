import Console
import DataSourceInterface
import RoutingInterface

/// Draws a plan as the line itself: each stop on its rail, each rail in the colour of its line.
struct JourneyView {
  private let plan: JourneyPlan
  private let page: Page
  /// How many columns stand before the rail.
  private let indent: Int

  static func text(_ plan: JourneyPlan, on page: Page) -> String {
    JourneyView(plan, page).text
  }

  private init(_ plan: JourneyPlan, _ page: Page) {
    self.plan = plan
    self.page = page
    indent = 2 + (plan.journeys.flatMap(\.times).map(\.clock.columns).max() ?? 0)
  }

  private var text: String {
    let parts =
      plan.journeys.isEmpty
      ? [wrapped("No journey: \(plan.reason ?? "none was found").")]
      : plan.journeys.map { lines(of: $0).joined(separator: "\n") } + later
    return ([heading] + parts).joined(separator: "\n\n")
  }

  private var heading: String {
    let ends = "\(plan.from.name) → \(plan.to.name)".printable
    let day = "\(plan.city), \(plan.date.weekdayName) \(plan.date)"
    let fits = ends.columns + 4 + day.columns <= page.columns
    return wrapped(ends, .bold) + (fits ? "    " : "\n") + page.paint(day, .dim)
  }

  private func lines(of journey: Journey) -> [String] {
    let legs = journey.legs.flatMap { leg -> [String] in
      switch leg {
      case .ride(let ride): lines(of: ride)
      case .change(let change):
        change.words.wrapped(to: page.columns - indent - 2).map {
          beside("┊", .dim, page.paint($0, .dim))
        }
      }
    }
    return [page.paint(journey.summary, .bold)] + legs
  }

  private func lines(of ride: Ride) -> [String] {
    let color = ride.line.color.map { Color(rgb: $0.rgb) }
    let style = color.map(Style.color) ?? .plain
    let badge = page.badge(ride.line.name, color: color)
    let room = page.columns - indent - 3 - Page.badgeColumns(ride.line.name)
    let towards = "to \(ride.headsign)".printable
    let both = "\(towards) · \(ride.stopsInWords)"
    let fits = both.columns <= room
    let direction = badge + " " + (fits ? both : towards.truncated(to: room))
    return [stop(ride.departure, ride.from, style), beside("┃", style, direction)]
      + (fits ? [] : [beside("┃", style, ride.stopsInWords)])
      + [stop(ride.arrival, ride.to, style)]
  }

  private func stop(_ time: ServiceTime, _ place: Place, _ style: Style) -> String {
    let name = place.name.printable.truncated(to: page.columns - indent - 2)
    return time.clock.padded(to: indent) + page.paint("●", style) + " " + page.paint(name, .bold)
  }

  private func beside(_ mark: String, _ style: Style, _ text: String) -> String {
    String(repeating: " ", count: indent) + page.paint(mark, style) + " " + text
  }

  private var later: [String] {
    guard !plan.later.isEmpty else { return [] }
    return [wrapped("later: " + plan.later.map(\.span).joined(separator: ", "), .dim)]
  }

  private func wrapped(_ text: String, _ style: Style = .plain) -> String {
    text.wrapped(to: page.columns).map { page.paint($0, style) }.joined(separator: "\n")
  }
}

extension Journey {
  fileprivate var times: [ServiceTime] {
    legs.flatMap { leg -> [ServiceTime] in
      switch leg {
      case .ride(let ride): [ride.departure, ride.arrival]
      case .change: []
      }
    }
  }

  /// The times without spaces, so that they stay together where a line breaks.
  fileprivate var span: String { "\(departure.clock)–\(arrival.clock)" }

  /// `08:00–08:14 · 14 min · 1 change`
  fileprivate var summary: String {
    let changes =
      switch rides {
      case ...1: "direct"
      case 2: "1 change"
      default: "\(rides - 1) changes"
      }
    return "\(span) · \((arrival - departure).inMinutes) · \(changes)"
  }
}

extension Ride {
  fileprivate var stopsInWords: String {
    switch through.count {
    case 0: "next stop"
    case 1: "1 stop between"
    default: "\(through.count) stops between"
    }
  }
}

extension Change {
  fileprivate var words: String {
    let walk = duration == .zero ? "change" : "change \(duration.inMinutes)"
    return wait == .zero ? walk : walk + " · wait \(wait.inMinutes)"
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
