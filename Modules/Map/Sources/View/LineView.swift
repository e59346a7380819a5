import DataSourceInterface
import Documents
import MapInterface
import Mediator
import Scenes

/// A line as its stations in order, with the lines to change to.
struct LineView {
  private let map: LineMap
  private let city: City
  /// The other lines at each station.
  private let otherLines: [String: [Line]]

  /// Lines with their ends.
  static let list = ListLayout<LineDetails>.table(
    .init { .badges([Badge($0.line)]) },
    .init(isFlexible: true) { "\($0.endsText)" })

  /// The lines of a city.
  static func overview(of lines: [LineDetails], in city: City) -> Document {
    guard !lines.isEmpty else { return [.sentence("No line runs in \(city.name).")] }
    return [.heading(Text("Lines", .title), level: 1, note: note(on: city))]
      + list.document(of: lines)
  }

  private static func note(on city: City) -> Text {
    let parts: [LocalizedText?] = ["\(city.name)", city.expiryNote.map { "\($0)" }]
    return Text(parts.compactMap(\.self).joined(separator: ", "), .faint)
  }

  static func document(_ map: LineMap, in city: City) -> Document {
    let view = LineView(map, city)
    return Document(
      [view.title] + view.notices
        + view.drawnCourses.map(view.drawing) + view.reverseDirection + view.branches)
  }

  private init(_ map: LineMap, _ city: City) {
    self.map = map
    self.city = city
    let line = map.details.line
    otherLines = Dictionary(
      map.stations.map { station in
        (station.id, station.lines.filter { $0.name != line.name })
      }
    ) { first, _ in first }
  }

  private var role: TextRole {
    map.details.line.color.map { .color(Color(rgb: $0.rgb)) } ?? .plain
  }

  private var title: Block {
    let line = map.details.line
    let name = Text(verbatim: map.details.longName?.shown ?? map.details.kind.rawValue, .title)
    return .heading(.badges([Badge(line)]) + " " + name, level: 1, note: Self.note(on: city))
  }

  private var notices: [Block] {
    map.notices.map { [.group($0.map { .paragraph($0.inWords) })] } ?? []
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

  private var reverseDirection: [Block] {
    guard let reverse = mainCourses.dropFirst().first(where: isReverseOfFirst) else { return [] }
    return [.paragraph("\(destination(of: reverse)): the same stations in reverse order.", .faint)]
  }

  private var branches: [Block] {
    let main = mainCourses
    let others = map.details.courses.filter { course in
      !main.contains(course) && !main.contains { $0.calls == course.calls.reversed() }
    }
    guard !others.isEmpty else { return [] }
    let texts = others.prefix(8).map { course -> LocalizedText in
      let ends = [course.calls.first, course.calls.last].compactMap { $0?.name }
      let way: LocalizedText =
        course.isLoop ? "a loop from \(ends[0])" : "\(ends.joined(separator: " → "))"
      return "also \(way), \(course.stations.count) stations"
    }
    let rest: [LocalizedText] = others.count > 8 ? ["and \(others.count - 8) more variants"] : []
    return [.group((texts + rest).map { .paragraph($0, .faint) })]
  }

  private func destination(of course: LineDetails.Course) -> LocalizedText {
    "to \(course.headsigns.first?.shown ?? course.calls.last?.name ?? "")"
  }

  private func drawing(of course: LineDetails.Course) -> Block {
    let stations = course.calls
    let count: LocalizedText =
      course.isLoop ? "a loop of \(course.stations.count)" : "\(stations.count)"
    let rows = stations.enumerated().map { index, place in
      row(of: place, index == 0 || index == stations.count - 1 ? .strong : .plain)
    }
    return .group([.heading("\(destination(of: course)) · \(count) stations"), .track(Track(rows))])
  }

  /// A station with the badges of the other lines.
  private func row(of place: StopReference, _ nameRole: TextRole) -> Track.Row {
    let badges = (otherLines[place.id] ?? []).map { Badge($0) }
    let name = Text(verbatim: place.name, nameRole)
    guard !badges.isEmpty else { return Track.Row(.stop, role, Document(name)) }
    return Track.Row(.interchange, role, Document(name + " " + .distinctBadges(badges)))
  }
}
