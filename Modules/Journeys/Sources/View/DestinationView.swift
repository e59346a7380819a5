import BookmarksInterface
import DataSourceInterface
import Documents
import Mediator
import Scenes
import StationsInterface

/// What "Where to?" finds.
enum DestinationView {
  static let layout = ListLayout<Destination>.table(
    .init(isFlexible: true) { .init(verbatim: $0.name, .strong) },
    .init(isFlexible: true) { $0.note })
}

extension Destination {
  fileprivate var name: String {
    switch self {
    case .bookmark(let bookmark): bookmark.name
    case .journey(let entry): "\(entry.from.name) → \(entry.to.name)"
    case .station(let station, _): station.qualifiedName
    case .place(let place, _): place.name
    }
  }

  fileprivate var note: Text {
    switch self {
    case .bookmark(let bookmark):
      .init(
        verbatim: bookmark.to.map { "\(bookmark.from.name) → \($0.name)" } ?? bookmark.from.name,
        .faint)
    case .journey: .init("planned before", .faint)
    case .station(let station, _): .distinctBadges(station.lines.map { Badge($0) })
    case .place: .init("this place", .faint)
    }
  }
}
