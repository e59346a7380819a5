import Console
import DataSourceInterface
import MapInterface

/// Draws a line as a rail: its stations in order, with the lines one changes to.
struct LineView {
  private let map: LineMap
  private let page: Page
  private let lines: [String: [Line]]

  static func text(_ map: LineMap, on page: Page) -> String {
    LineView(map, page).text
  }

  private init(_ map: LineMap, _ page: Page) {
    self.map = map
    self.page = page
    let own = map.details.line
    lines = Dictionary(
      map.stations.map { station in
        (station.id, station.lines.filter { $0.name != own.name })
      }
    ) { first, _ in first }
  }

  private var text: String {
    ([heading] + directions.map(rail) + sameWayBack + branches).joined(separator: "\n\n")
  }

  private var style: Style {
    map.details.line.color.map { .color(Color(rgb: $0.rgb)) } ?? .plain
  }

  private var heading: String {
    let line = map.details.line
    let badge = Badge(line.name, rgb: line.color?.rgb).truncated(to: page.columns)
    let words = map.details.longName ?? map.details.kind.rawValue
    let room = page.columns - badge.columns - 1
    return page.paint(badge) + " " + page.paint(words.printable.truncated(to: room), .bold)
  }

  /// The most frequent way of each direction, unless it is the first one's way back.
  private var directions: [LineDetails.Course] {
    mainCourses.enumerated().filter { index, course in
      index == 0 || !isWayBack(course)
    }.map(\.element)
  }

  private var mainCourses: [LineDetails.Course] {
    map.details.courses.reduce(into: []) { main, course in
      if !main.contains(where: { $0.direction == course.direction }) { main.append(course) }
    }
  }

  private func isWayBack(_ course: LineDetails.Course) -> Bool {
    guard let first = mainCourses.first else { return false }
    return course.stations.map(\.name) == first.stations.reversed().map(\.name)
  }

  private var sameWayBack: [String] {
    guard let back = mainCourses.dropFirst().first(where: isWayBack) else { return [] }
    return [page.paragraph("\(towards(back)): the same stations, the other way round.", .dim)]
  }

  private var branches: [String] {
    let main = mainCourses
    let others = map.details.courses.filter { course in
      !main.contains(course) && !main.contains { $0.stations == course.stations.reversed() }
    }
    guard !others.isEmpty else { return [] }
    let lines = others.prefix(8).map { course in
      let ends = [course.stations.first, course.stations.last].compactMap { $0?.name }
      return "also \(ends.joined(separator: " → ")), \(course.stations.count) stations"
    }
    let rest = others.count > 8 ? ["and \(others.count - 8) more ways"] : []
    return [(lines + rest).map { page.paragraph($0, .dim) }.joined(separator: "\n")]
  }

  private func towards(_ course: LineDetails.Course) -> String {
    "to \(course.headsigns.first ?? course.stations.last?.name ?? "")"
  }

  private func rail(of course: LineDetails.Course) -> String {
    let stations = course.stations.firstRound
    let isLoop = stations.count > 1 && stations.first == stations.last
    let count = isLoop ? "a loop of \(stations.count - 1)" : "\(stations.count)"
    let title = page.paint(
      "\(towards(course)) · \(count) stations".printable.truncated(to: page.columns), .bold)
    let stops = stations.enumerated().flatMap { index, place in
      stop(place, index == 0 || index == stations.count - 1 ? .bold : .plain)
    }
    return ([title] + stops).joined(separator: "\n")
  }

  private func stop(_ place: Place, _ nameStyle: Style) -> [String] {
    let others = lines[place.id] ?? []
    let mark = page.paint(others.isEmpty ? "●" : "◉", style)
    let name = place.name.printable.truncated(to: page.columns - 2)
    let badges = page.rows(
      of: others.map { Badge($0.name, rgb: $0.color?.rgb) }, in: page.columns - 2,
      first: page.columns - 3 - name.columns)
    let rail = [mark + " " + page.paint(name, nameStyle)]
    let beginnings = rail + badges.dropFirst().map { _ in page.paint("┃", style) }
    return zip(beginnings, badges).map { $1.isEmpty ? $0 : "\($0) \($1)" }
  }
}

extension [Place] {
  /// Up to where the first one comes again: trains of a loop may go round several times.
  fileprivate var firstRound: [Place] {
    let again = indices.dropFirst().first { self[$0] == first }
    return Array(prefix(again.map { $0 + 1 } ?? count))
  }
}
