import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import ListScene

/// Draws bookmarks and history.
enum BookmarksView {
  static let stations = ListLayout<Bookmark>.table(
    .init("name", isFlexible: true) { .init($0.name, .bold) },
    .init("station", isFlexible: true) { .init($0.from.name) },
    .init("city") { .init($0.city.description, .dim) })

  static let journeys = ListLayout<Bookmark>.table(
    .init("name", isFlexible: true) { .init($0.name, .bold) },
    .init("journey", isFlexible: true) { .init(way(from: $0.from, to: $0.to)) },
    .init("city") { .init($0.city.description, .dim) })

  static func history(timeZone: TimeZone = .current) -> ListLayout<HistoryEntry> {
    let day = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
    let time = Date.ISO8601FormatStyle(timeZone: timeZone).time(includingFractionalSeconds: false)
    return .table(
      .init("asked") { "\($0.askedAt.formatted(day)) \($0.askedAt.formatted(time).prefix(5))" },
      .init("journey", isFlexible: true) { .init(way(from: $0.from, to: $0.to)) },
      .init("city") { .init($0.city.description, .dim) })
  }

  /// `'Work': Trindade → Aliados (porto)`
  static func sentence(_ bookmark: Bookmark) -> String {
    let way = way(from: bookmark.from, to: bookmark.to)
    return "'\(bookmark.name)': \(way) (\(bookmark.city)).".printable
  }

  private static func way(from: Place, to: Place?) -> String {
    to.map { "\(from.name) → \($0.name)" } ?? from.name
  }
}
