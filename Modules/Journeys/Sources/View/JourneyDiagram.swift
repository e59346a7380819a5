import Console
import DataSourceInterface
import Documents
import RoutingInterface

/// Draws a journey as a vertical line with its stops, each ride in the colour of its line.
struct JourneyDiagram {
  private let nodes: [JourneyNode]
  private let rides: [Ride]
  /// How long the journey takes by the clock.
  private let total: Duration
  private let page: Page
  /// How many columns are to the left of the vertical line.
  private let indent: Int
  /// By number of the ride, the note beside its boarding.
  private let notes: [Int: String]

  init(_ journey: Journey, on page: Page, notes: [Int: String] = [:]) {
    nodes = journey.nodes
    rides = journey.legs.compactMap(\.ride)
    total = journey.clockDuration
    self.page = page
    self.notes = notes
    indent = 2 + (nodes.flatMap(\.times).map(\.clock.columns).max() ?? 0)
  }

  var lines: [String] { parts.flatMap(\.self) }

  /// The lines of each ride and of each walk at an end. A change belongs to the ride before it.
  var parts: [[String]] {
    var parts: [[String]] = [[]]
    var rideNumber = 0
    var style = TextRole.plain
    func add(_ lines: [String]) { parts[parts.count - 1] += lines }
    for (index, node) in nodes.enumerated() {
      switch node {
      case .start(let place, let time) where beginsOnFoot: add([stop(time, place, style)])
      case .start(let place, let time):
        style = nodes.lineStyle(ofRide: 0)
        add([stop(time, place, style)] + note(onRide: 0))
      case .ride(let line, let direction, let stopsBetween, _):
        let stops = headwayDescription(ofRide: rideNumber) + stopsDescription(stopsBetween)
        add(ride(line, direction, stops, style))
      case .change(let from, let arrival, let to, let departure, let walking, let waiting):
        let way = from.name == to.name ? "change" : "walk"
        add([stop(arrival, from, style)] + change(way, walking, waiting))
        rideNumber += 1
        style = nodes.lineStyle(ofRide: rideNumber)
        parts.append([stop(departure, to, style)] + note(onRide: rideNumber))
      case .walk(let duration, let distance):
        // A walk without trains takes as long as the summary says.
        let time = (rides.isEmpty ? total : duration).formattedInMinutes
        if index > 1 { parts.append([]) }
        add(rows("┊", .faint, "walk \(distance.asDistance), \(time)", .faint))
      case .platform(let place, let time) where index == 2 && beginsOnFoot:
        style = nodes.lineStyle(ofRide: 0)
        parts.append([stop(time, place, style)] + note(onRide: 0))
      case .platform(let place, let time):
        add([stop(time, place, style)])
        style = .plain
      case .destination(let place, let time): add([stop(time, place, style)])
      }
    }
    return parts
  }

  /// Whether the second step is a walk. The first train then leaves from the third one.
  private var beginsOnFoot: Bool {
    if nodes.count > 1, case .walk = nodes[1] { true } else { false }
  }

  private func ride(
    _ line: Line, _ direction: String, _ stops: String, _ style: TextRole
  ) -> [String] {
    let width = page.columns - indent - 2
    let name = Badge(line.name, rgb: line.color?.rgb).truncated(to: width)
    let badge = page.paint(name)
    let room = width - 1 - name.columns
    let towards = "to \(direction)".printable
    let both = "\(towards) · \(stops)"
    guard both.columns > room else { return [row("┃", style, badge + " " + both)] }
    let texts =
      towards.columns <= room ? [badge + " " + towards] : [badge, towards.truncated(to: width)]
    return texts.map { row("┃", style, $0) } + rows("┃", style, stops, .plain)
  }

  /// - Parameter way: `walk` to another station, or `change` within one.
  private func change(_ way: String, _ walking: Duration, _ waiting: Duration) -> [String] {
    let change = walking == .zero ? way : "\(way) \(walking.formattedInMinutes)"
    let text = waiting == .zero ? change : change + " · wait \(waiting.formattedInMinutes)"
    return rows("┊", .faint, text, .faint)
  }

  private func note(onRide number: Int) -> [String] {
    notes[number].map { rows("┃", nodes.lineStyle(ofRide: number), $0, .strong) } ?? []
  }

  private func stop(_ time: ServiceTime, _ place: StopReference, _ style: TextRole) -> String {
    let name = place.name.printable.truncated(to: page.columns - indent - 2)
    return time.clock.padded(to: indent) + page.paint("●", style) + " " + page.paint(name, .strong)
  }

  /// A row with a symbol of the vertical line and text beside it.
  private func row(_ symbol: String, _ style: TextRole, _ text: String) -> String {
    String(repeating: " ", count: indent) + page.paint(symbol, style) + " " + text
  }

  /// The rows of text that may wrap.
  private func rows(
    _ symbol: String, _ style: TextRole, _ text: String, _ textStyle: TextRole
  ) -> [String] {
    text.wrapped(to: page.columns - indent - 2).map {
      row(symbol, style, page.paint($0, textStyle))
    }
  }

  /// Such as `every 4 min · `; empty for a ride with a timetable.
  private func headwayDescription(ofRide number: Int) -> String {
    guard number < rides.count, let headway = rides[number].headway else { return "" }
    return "every \(headway.formattedInMinutes) · "
  }

  private func stopsDescription(_ count: Int) -> String {
    switch count {
    case 0: "next stop"
    case 1: "1 stop between"
    default: "\(count) stops between"
    }
  }
}

extension JourneyNode {
  fileprivate var times: [ServiceTime] {
    switch self {
    case .start(_, let time), .destination(_, let time): [time]
    case .change(_, let arrival, _, let departure, _, _): [arrival, departure]
    case .platform(_, let time): [time]
    case .ride, .walk: []
    }
  }
}

extension [JourneyNode] {
  /// The colour of the line of a ride.
  fileprivate func lineStyle(ofRide number: Int) -> TextRole {
    let lines = compactMap { if case .ride(let line, _, _, _) = $0 { line } else { nil } }
    guard number < lines.count, let color = lines[number].color else { return .plain }
    return .color(Color(rgb: color.rgb))
  }
}
