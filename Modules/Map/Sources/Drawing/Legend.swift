import Console
import DataSourceInterface
import Documents
import Mediator
import RoutingInterface

/// The meaning of the colours in a map: the lines, or the rides of a journey.
extension Picture.Legend {
  private static let maximumNameColumns = 14

  init(of content: MapContent) {
    guard let highlight = content.highlight else {
      self.init(content.network.entries)
      return
    }
    let legs = highlight.entries(content.network)
    self.init(legs, total: legs.count == 1 ? "1 leg" : "\(legs.count) legs")
  }

  /// The badge of a line in its colour on the map.
  fileprivate static func badge(_ line: Line, _ color: Color) -> Badge {
    Badge(
      line.name.printable.truncated(to: maximumNameColumns), rgb: color.rgb,
      textRGB: color.rgb == line.color?.rgb ? line.textColor?.rgb : nil)
  }
}

/// The legend in the image.
extension Picture.Legend {
  static let gap = 4.0
  private static let badgeFont = Font(size: 12, isBold: true)
  private static let textFont = Font(size: 12, isBold: false)

  /// The width of a column of entries, in points.
  var width: Double {
    28
      + (entries.map { entry in
        entry.badges.reduce(0) { $0 + Self.width(of: $1) + Self.gap }
          + Self.textFont.width(entry.imageText)
      }.max() ?? 0)
  }

  /// The width of a badge, in points.
  static func width(of badge: Badge) -> Double { max(24, badgeFont.width(badge.name) + 10) }
}

extension Picture.Legend.Entry {
  private static let maximumTextColumns = 48

  /// The text in the image.
  var imageText: String { text.description.printable.truncated(to: Self.maximumTextColumns) }
}

extension TrackNetwork {
  /// The lines with their ends; lines with the same colour and the same ends are one entry.
  fileprivate var entries: [Picture.Legend.Entry] {
    var entries: [(badges: [Badge], text: String)] = []
    var indexes: [Set<String>: Int] = [:]
    for (line, group) in zip(lines, groups) {
      let key = Set(line.ends + ["\(group)"])
      let badge = Picture.Legend.badge(line.line, colors[group])
      if let index = indexes[key] {
        if !entries[index].badges.contains(badge) { entries[index].badges.append(badge) }
      } else {
        indexes[key] = entries.count
        entries.append(([badge], line.endsText))
      }
    }
    return entries.map { Picture.Legend.Entry($0.badges, LocalizedText(verbatim: $0.text)) }
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
  fileprivate func entries(_ network: TrackNetwork) -> [Picture.Legend.Entry] {
    paths.compactMap { path in
      switch path {
      case .ride(let path):
        let ride = path.ride
        let times = "\(ride.departure.clock)–\(ride.arrival.clock)"
        let summary: LocalizedText = ride.headway == nil ? "\(times)" : "about \(times)"
        let interval: LocalizedText =
          ride.headway.map { ", every \($0.formattedInMinutes)" } ?? ""
        let color = path.group.map { network.colors[$0] } ?? MapColors.foreground
        return Picture.Legend.Entry(
          [Picture.Legend.badge(ride.line, color)],
          "\(summary)  \(ride.from.name) → \(ride.to.name)\(interval)", summary: summary)
      case .walk(let path):
        guard let walk = path.walk else { return nil }
        let summary: LocalizedText = "walk \(walk.duration.formattedInMinutes)"
        return Picture.Legend.Entry(
          [], "\(summary), \(walk.distance.asDistance)  \(walk.from.name) → \(walk.to.name)",
          summary: summary)
      }
    }
  }
}
