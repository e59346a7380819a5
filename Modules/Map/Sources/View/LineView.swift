import Console
import DataSourceInterface
import Documents
import MapInterface

/// Draws a line as text: its stations in order, with the lines to change to.
struct LineView {
  private let map: LineMap
  private let city: City
  private let page: Page
  /// The other lines at each station.
  private let otherLines: [String: [Line]]

  static func text(_ map: LineMap, in city: City, on page: Page) -> String {
    LineView(map, city, page).text
  }

  private init(_ map: LineMap, _ city: City, _ page: Page) {
    self.map = map
    self.city = city
    self.page = page
    let line = map.details.line
    otherLines = Dictionary(
      map.stations.map { station in
        (station.id, station.lines.filter { $0.name != line.name })
      }
    ) { first, _ in first }
  }

  private var text: String {
    ([heading] + drawnCourses.map(diagram) + reverseDirection + branches)
      .joined(separator: "\n\n")
  }

  private var style: TextRole {
    map.details.line.color.map { .color(Color(rgb: $0.rgb)) } ?? .plain
  }

  private var heading: String {
    let line = map.details.line
    let badge = Badge(line.name, rgb: line.color?.rgb).truncated(to: page.columns)
    let name = (map.details.longName ?? map.details.kind.rawValue).printable
    let columns = page.columns - badge.columns - 1
    let title = page.paint(badge) + " " + page.paint(name.truncated(to: columns), .title)
    let note = [city.name, city.expiryNote].compactMap(\.self).joined(separator: ", ")
    let fits = name.columns + 4 + note.printable.columns <= columns
    return title + (fits ? "    " : "\n") + page.paragraph(note, .faint)
  }

  /// The most frequent course of each direction. The courses of a direction are ordered by
  /// frequency.
  private var mainCourses: [LineDetails.Course] {
    map.details.courses.reduce(into: []) { main, course in
      if !main.contains(where: { $0.direction == course.direction }) { main.append(course) }
    }
  }

  /// The main courses without those that are the reverse of the first one.
  private var drawnCourses: [LineDetails.Course] {
    mainCourses.enumerated().filter { index, course in
      index == 0 || !isReverseOfFirst(course)
    }.map(\.element)
  }

  private func isReverseOfFirst(_ course: LineDetails.Course) -> Bool {
    guard let first = mainCourses.first else { return false }
    return course.calls.map(\.name) == first.calls.reversed().map(\.name)
  }

  private var reverseDirection: [String] {
    guard let reverse = mainCourses.dropFirst().first(where: isReverseOfFirst) else { return [] }
    return [
      page.paragraph("\(destination(of: reverse)): the same stations in reverse order.", .faint)
    ]
  }

  private var branches: [String] {
    let main = mainCourses
    let others = map.details.courses.filter { course in
      !main.contains(course) && !main.contains { $0.calls == course.calls.reversed() }
    }
    guard !others.isEmpty else { return [] }
    let lines = others.prefix(8).map { course in
      let ends = [course.calls.first, course.calls.last].compactMap { $0?.name }
      let way = course.isLoop ? "a loop from \(ends[0])" : ends.joined(separator: " → ")
      return "also \(way), \(course.stations.count) stations"
    }
    let rest = others.count > 8 ? ["and \(others.count - 8) more variants"] : []
    return [(lines + rest).map { page.paragraph($0, .faint) }.joined(separator: "\n")]
  }

  private func destination(of course: LineDetails.Course) -> String {
    "to \(course.headsigns.first ?? course.calls.last?.name ?? "")"
  }

  private func diagram(of course: LineDetails.Course) -> String {
    let stations = course.calls
    let count = course.isLoop ? "a loop of \(course.stations.count)" : "\(stations.count)"
    let title = page.paint(
      "\(destination(of: course)) · \(count) stations".printable.truncated(to: page.columns),
      .title)
    let rows = stations.enumerated().flatMap { index, place in
      self.rows(of: place, index == 0 || index == stations.count - 1 ? .strong : .plain)
    }
    return ([title] + rows).joined(separator: "\n")
  }

  /// A station with the badges of the other lines, in as many rows as the badges need.
  private func rows(of place: StopReference, _ nameStyle: TextRole) -> [String] {
    let others = otherLines[place.id] ?? []
    let marker = page.paint(others.isEmpty ? "●" : "◉", style)
    let name = place.name.printable.truncated(to: page.columns - 2)
    let badges = page.rows(
      of: page.distinct(others.map { Badge($0.name, rgb: $0.color?.rgb) }), width: page.columns - 2,
      firstWidth: page.columns - 3 - name.columns)
    let firstRow = [marker + " " + page.paint(name, nameStyle)]
    let starts = firstRow + badges.dropFirst().map { _ in page.paint("┃", style) }
    return zip(starts, badges).map { $1.isEmpty ? $0 : "\($0) \($1)" }
  }
}
