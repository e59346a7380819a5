import Console
import DataSourceInterface
import Documents
import RoutingInterface

/// The meaning of the colours in a map: the lines, or the rides of a journey.
struct Legend {
  /// The badges of one or more lines with the same colour, and a text.
  struct Entry {
    var names: [String]
    let color: Color
    let text: String
    /// The text without the stations; empty for a line.
    var summary = ""

    /// The text in the image.
    var shortText: String { text.truncated(to: maximumTextColumns) }
  }

  static let gap = 4.0
  private static let badgeFont = Font(size: 12, isBold: true)
  private static let textFont = Font(size: 12, isBold: false)
  private static let maximumNameColumns = 14
  private static let maximumTextColumns = 48

  let entries: [Entry]

  init(of content: MapContent) {
    entries = content.highlight.map { $0.entries(content.network) } ?? content.network.entries
  }

  /// The width of a column of entries, in points.
  var width: Double {
    28
      + (entries.map { entry in
        entry.names.reduce(0) { $0 + Self.width(ofBadge: $1) + Self.gap }
          + Self.textFont.width(entry.shortText)
      }.max() ?? 0)
  }

  /// The width of the badge with a name, in points.
  static func width(ofBadge name: String) -> Double { max(24, badgeFont.width(name) + 10) }

  fileprivate static func badge(_ name: String) -> String {
    name.printable.truncated(to: maximumNameColumns)
  }

}

extension TrackNetwork {
  /// The lines with their ends; lines with the same colour and the same ends are one entry.
  fileprivate var entries: [Legend.Entry] {
    var entries: [Legend.Entry] = []
    var indexes: [Set<String>: Int] = [:]
    // By entry, its names.
    var listed: [Set<String>] = []
    for (line, group) in zip(lines, groups) {
      let key = Set(line.ends + ["\(group)"])
      let name = Legend.badge(line.line.name)
      if let index = indexes[key] {
        if listed[index].insert(name).inserted { entries[index].names.append(name) }
        continue
      }
      indexes[key] = entries.count
      listed.append([name])
      entries.append(
        Legend.Entry(
          names: [name], color: colors[group], text: line.endsText))
    }
    return entries
  }
}

extension LineDetails {
  /// The names of the first and the last station of the most frequent course.
  fileprivate var ends: [String] {
    let stations = courses.first?.calls ?? []
    return [stations.first, stations.last].compactMap { $0?.name }
  }

  /// The ends of the most frequent course, such as `Aliados – Dragão`, or `loop from Aliados` for a
  /// loop.
  var endsText: String {
    guard let course = courses.first, course.isLoop, let first = course.stations.first else {
      return ends.joined(separator: " – ").printable
    }
    return "loop from \(first.name)".printable
  }
}

extension JourneyHighlight {
  /// The rides with their times, and the walks.
  fileprivate func entries(_ network: TrackNetwork) -> [Legend.Entry] {
    paths.compactMap { path in
      switch path {
      case .ride(let path):
        let ride = path.ride
        let times = "\(ride.departure.clock)–\(ride.arrival.clock)"
        let summary = ride.headway == nil ? times : "about \(times)"
        let interval = ride.headway.map { ", every \($0.formattedInMinutes)" } ?? ""
        return Legend.Entry(
          names: [Legend.badge(ride.line.name)],
          color: path.group.map { network.colors[$0] } ?? MapColors.foreground,
          text: "\(summary)  \(ride.from.name) → \(ride.to.name)\(interval)".printable,
          summary: summary)
      case .walk(let path):
        guard let walk = path.walk else { return nil }
        let summary = "walk \(walk.duration.formattedInMinutes)"
        let text = "\(summary), \(walk.distance.asDistance)"
        return Legend.Entry(
          names: [], color: MapColors.foreground,
          text: "\(text)  \(walk.from.name) → \(walk.to.name)".printable, summary: summary)
      }
    }
  }
}
