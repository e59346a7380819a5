import Console
import DataSourceInterface
import RoutingInterface

/// What the colours of a picture mean: the lines, or the rides of a journey.
struct Legend {
  /// Names of lines on their colour, and where they go.
  struct Entry {
    var names: [String]
    let color: Color
    let text: String
  }

  static let gap = 4.0
  private static let font = Font(size: 12, isBold: true)
  private static let longestText = 48

  let entries: [Entry]

  init(of drawing: NetworkDrawing) {
    entries = drawing.highlight.map { $0.entries(drawing.network) } ?? drawing.network.entries
  }

  /// How much room a column of entries takes.
  var width: Double {
    let text = Font(size: 12, isBold: false)
    return 28
      + (entries.map { entry in
        entry.names.reduce(0) { $0 + Self.width(ofBadge: $1) + Self.gap } + text.width(entry.text)
      }.max() ?? 0)
  }

  /// How wide the badge of a name is.
  static func width(ofBadge name: String) -> Double { max(24, font.width(name) + 10) }

  fileprivate static func badge(_ name: String) -> String { name.printable.truncated(to: 14) }

  fileprivate static func text(_ text: String) -> String {
    text.printable.truncated(to: longestText)
  }
}

extension TrackNetwork {
  /// The lines; those of one colour and the same ends are one entry.
  fileprivate var entries: [Legend.Entry] {
    var entries: [Legend.Entry] = []
    var known: [Set<String>: Int] = [:]
    for (line, ribbon) in zip(lines, ribbons) {
      let stations = line.courses.first?.stations ?? []
      let ends = [stations.first, stations.last].compactMap { $0?.name }
      let key = Set(ends + ["\(ribbon)"])
      let name = Legend.badge(line.line.name)
      if let entry = known[key] {
        if !entries[entry].names.contains(name) { entries[entry].names.append(name) }
        continue
      }
      known[key] = entries.count
      entries.append(
        Legend.Entry(
          names: [name], color: colors[ribbon], text: Legend.text(ends.joined(separator: " – "))))
    }
    return entries
  }
}

extension Highlight {
  /// The rides, with their times.
  fileprivate func entries(_ network: TrackNetwork) -> [Legend.Entry] {
    rides.map { ride in
      let (from, to) = (ride.ride.from.name, ride.ride.to.name)
      let times = "\(ride.ride.departure.clock)–\(ride.ride.arrival.clock)"
      return Legend.Entry(
        names: [Legend.badge(ride.ride.line.name)],
        color: ride.ribbon.map { network.colors[$0] } ?? Paint.ink,
        text: Legend.text("\(times)  \(from) → \(to)"))
    }
  }
}
