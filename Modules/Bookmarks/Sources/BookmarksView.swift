import BookmarksInterface
import Console
import DataSourceInterface
import Foundation

/// Draws bookmarks and history.
enum BookmarksView {
  static func list(_ bookmarks: [Bookmark], on page: Page) -> String {
    guard !bookmarks.isEmpty else {
      return none("No bookmarks yet; add one with 'metro bookmarks add NAME FROM TO'.", on: page)
    }
    var table = Table(
      .init("name", isFlexible: true), .init("journey", isFlexible: true), .init("city"))
    for bookmark in bookmarks {
      table.append(
        .init(bookmark.name, .bold), .init(journey(from: bookmark.from, to: bookmark.to)),
        .init(bookmark.city.description, .dim))
    }
    return table.text(on: page)
  }

  static func history(
    _ entries: [HistoryEntry], on page: Page, timeZone: TimeZone = .current
  ) -> String {
    guard !entries.isEmpty else {
      return none("No questions yet; ask one with 'metro route FROM TO'.", on: page)
    }
    let day = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
    let time = Date.ISO8601FormatStyle(timeZone: timeZone).time(includingFractionalSeconds: false)
    var table = Table(.init("asked"), .init("journey", isFlexible: true), .init("city"))
    for entry in entries {
      let clock = entry.askedAt.formatted(time).prefix(5)
      table.append(
        "\(entry.askedAt.formatted(day)) \(clock)",
        .init(journey(from: entry.from, to: entry.to)), .init(entry.city.description, .dim))
    }
    return table.text(on: page)
  }

  /// `'Work': Trindade → Aliados (porto)`
  static func sentence(_ bookmark: Bookmark) -> String {
    let journey = journey(from: bookmark.from, to: bookmark.to)
    return "'\(bookmark.name)': \(journey) (\(bookmark.city)).".printable
  }

  private static func none(_ sentence: String, on page: Page) -> String {
    sentence.wrapped(to: page.columns).joined(separator: "\n")
  }

  private static func journey(from: Place, to: Place) -> String {
    "\(from.name) → \(to.name)"
  }
}
