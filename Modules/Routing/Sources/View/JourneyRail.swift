import Console
import DataSourceInterface
import RoutingInterface

/// Draws a journey as the line itself: each stop on its rail, each rail in the colour of its line.
struct JourneyRail {
  private let nodes: [JourneyNode]
  private let page: Page
  /// How many columns stand before the rail.
  private let indent: Int
  /// What is said beside the boarding of a ride, by the number of the ride.
  private let notes: [Int: String]

  init(_ journey: Journey, on page: Page, notes: [Int: String] = [:]) {
    nodes = journey.nodes
    self.page = page
    self.notes = notes
    indent = 2 + (nodes.flatMap(\.times).map(\.clock.columns).max() ?? 0)
  }

  var lines: [String] {
    var ride = 0
    var style = Style.plain
    return nodes.flatMap { node -> [String] in
      switch node {
      case .start(let place, let time):
        style = nodes.rail(of: 0)
        return [stop(time, place, style)] + note(on: 0)
      case .ride(let line, let direction, let stops, _):
        return self.ride(line, direction, stops.stopsInWords, style)
      case .change(let from, let arrival, let to, let departure, let walking, let waiting):
        let before = style
        ride += 1
        style = nodes.rail(of: ride)
        return [stop(arrival, from, before)] + change(walking, waiting)
          + [stop(departure, to, style)] + note(on: ride)
      case .destination(let place, let time):
        return [stop(time, place, style)]
      }
    }
  }

  private func ride(
    _ line: Line, _ direction: String, _ stops: String, _ style: Style
  ) -> [String] {
    let width = page.columns - indent - 2
    let name = Badge(line.name, rgb: line.color?.rgb).truncated(to: width)
    let badge = page.paint(name)
    let room = width - 1 - name.columns
    let towards = "to \(direction)".printable
    let both = "\(towards) · \(stops)"
    let texts =
      if both.columns <= room {
        [badge + " " + both]
      } else if towards.columns <= room {
        [badge + " " + towards, stops]
      } else {
        [badge, towards.truncated(to: width), stops]
      }
    return texts.map { beside("┃", style, $0) }
  }

  private func change(_ walking: Duration, _ waiting: Duration) -> [String] {
    let walk = walking == .zero ? "change" : "change \(walking.inMinutes)"
    let words = waiting == .zero ? walk : walk + " · wait \(waiting.inMinutes)"
    return beside("┊", .dim, words, .dim)
  }

  private func note(on ride: Int) -> [String] {
    notes[ride].map { beside("┃", nodes.rail(of: ride), $0, .bold) } ?? []
  }

  private func stop(_ time: ServiceTime, _ place: Place, _ style: Style) -> String {
    let name = place.name.printable.truncated(to: page.columns - indent - 2)
    return time.clock.padded(to: indent) + page.paint("●", style) + " " + page.paint(name, .bold)
  }

  private func beside(_ mark: String, _ style: Style, _ text: String) -> String {
    String(repeating: " ", count: indent) + page.paint(mark, style) + " " + text
  }

  private func beside(
    _ mark: String, _ style: Style, _ text: String, _ textStyle: Style
  ) -> [String] {
    text.wrapped(to: page.columns - indent - 2).map {
      beside(mark, style, page.paint($0, textStyle))
    }
  }
}

extension JourneyNode {
  fileprivate var times: [ServiceTime] {
    switch self {
    case .start(_, let time), .destination(_, let time): [time]
    case .change(_, let arrival, _, let departure, _, _): [arrival, departure]
    case .ride: []
    }
  }
}

extension [JourneyNode] {
  /// The colour of the line of a ride.
  fileprivate func rail(of number: Int) -> Style {
    let lines = compactMap { if case .ride(let line, _, _, _) = $0 { line } else { nil } }
    guard number < lines.count, let color = lines[number].color else { return .plain }
    return .color(Color(rgb: color.rgb))
  }
}

extension Int {
  fileprivate var stopsInWords: String {
    switch self {
    case 0: "next stop"
    case 1: "1 stop between"
    default: "\(self) stops between"
    }
  }
}
