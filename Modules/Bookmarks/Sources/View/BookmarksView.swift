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

  /// The questions with the day as people say it at `now`, or as a date when that is a week ago.
  static func history(
    at now: Date, timeZone: TimeZone = .current
  ) -> ListLayout<HistoryEntry> {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let date = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
    let time = Date.ISO8601FormatStyle(timeZone: timeZone).time(includingFractionalSeconds: false)
    return .table(
      .init("asked") { [calendar] entry in
        let relative = RelativeDay(of: entry.askedAt, at: now, in: calendar)
        let isNear = (-6...0).contains(relative.days)
        let day = isNear ? "\(relative)" : entry.askedAt.formatted(date)
        return .init("\(day) \(entry.askedAt.formatted(time).prefix(5))")
      },
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
