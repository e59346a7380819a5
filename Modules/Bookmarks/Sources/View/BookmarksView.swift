import BookmarksInterface
import DataSourceInterface
import Documents
import Foundation
import Mediator
import Scenes

/// Bookmarks and the history.
enum BookmarksView {
  /// The maximum number of renamed bookmarks in a sentence.
  private static let maximumNames = 20

  static let places = bookmarks(stationsColumn: "place")
  static let journeys = bookmarks(stationsColumn: "journey")

  private static func bookmarks(stationsColumn title: LocalizedText) -> ListLayout<Bookmark> {
    .table(
      from: narrowestTable,
      .init("name", isFlexible: true) { .init(verbatim: $0.name, .strong) },
      .init(title, isFlexible: true) { .init(content(of: $0)) },
      .init("city") { .init(verbatim: $0.city.description, .faint) }
    ) { bookmark in
      narrow(bookmark.name, "\(content(of: bookmark)) (\(bookmark.city))")
    }
  }

  /// The width of the narrowest page with tables, which would cut the names of stations on a
  /// narrower one.
  private static let narrowestTable = 50

  /// A heading, and a text below it.
  private static func narrow(_ heading: String, _ text: Text) -> Document {
    [.paragraph(Text(verbatim: heading, .strong)), .item(mark: "  ", Document(text))]
  }

  /// The history without times.
  static let lastJourneys = ListLayout<HistoryEntry>.table(
    from: narrowestTable,
    .init("journey", isFlexible: true) { .init(verbatim: stationNames(from: $0.from, to: $0.to)) },
    .init("city") { .init(verbatim: $0.city.description, .faint) },
    .init("asked", minimumPageWidth: 60) {
      .init($0.count > 1 ? "\($0.count) times" : "", .faint)
    }
  ) { entry in "\(stationNames(from: entry.from, to: entry.to)) (\(entry.city))" }

  /// A table of the history at `now`: with days such as `yesterday`, or dates when they are a week
  /// ago.
  static func history(
    at now: Date, timeZone: TimeZone = .current
  ) -> ListLayout<HistoryEntry> {
    let calendar = Calendar.gregorian(in: timeZone)
    let date = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
    let time = Date.ISO8601FormatStyle(timeZone: timeZone).time(includingFractionalSeconds: false)
    @Sendable func when(_ entry: HistoryEntry) -> String {
      let relativeDay = RelativeDay(of: entry.askedAt, at: now, in: calendar)
      let isRecent = (-6...0).contains(relativeDay.days)
      let day = isRecent ? "\(relativeDay)" : entry.askedAt.formatted(date)
      return "\(day) \(entry.askedAt.formatted(time).prefix(5))"
    }
    return .table(
      from: narrowestTable,
      .init("when") { .init(verbatim: when($0)) },
      .init("journey", isFlexible: true) {
        .init(verbatim: stationNames(from: $0.from, to: $0.to))
      },
      .init("city") { .init(verbatim: $0.city.description, .faint) },
      .init("asked", minimumPageWidth: 60) {
        .init($0.count > 1 ? "\($0.count) times" : "", .faint)
      }
    ) { entry in
      let stations = stationNames(from: entry.from, to: entry.to)
      return narrow(when(entry), "\(stations) (\(entry.city))")
    }
  }

  /// `'Work': Trindade → Aliados (porto).`
  static func sentence(_ bookmark: Bookmark) -> LocalizedText {
    "'\(bookmark.name)': \(content(of: bookmark)) (\(bookmark.city))."
  }

  /// Follows the answer to a command that has given the name of a station to a bookmark.
  static let nameOfStation: LocalizedText =
    "A station has this name, too; where a command expects a station, the name means the station."

  static func sentence(removed entry: HistoryEntry) -> LocalizedText {
    "Removed '\(stationNames(from: entry.from, to: entry.to))' from the history."
  }

  static func sentence(_ undone: UndoneBookmarksChange) -> LocalizedText {
    "Undone: \(undone.change)."
  }

  static func sentence(_ cleared: ClearedBookmarks) -> LocalizedText {
    let section = cleared.section.rawValue
    return cleared.count == 1
      ? "Removed 1 entry from \(section)." : "Removed \(cleared.count) entries from \(section)."
  }

  static func sentence(_ imported: ImportedBookmarks) -> LocalizedText {
    let bookmarks: LocalizedText =
      imported.added == 1 ? "1 bookmark" : "\(imported.added) bookmarks"
    let sentence: LocalizedText =
      imported.known == 1
      ? "Imported \(bookmarks); 1 was there already."
      : "Imported \(bookmarks); \(imported.known) were there already."
    guard !imported.renamed.isEmpty else { return sentence }
    let names = imported.renamed.prefix(maximumNames).map { "'\($0)'" }.joined(separator: ", ")
    let rest = imported.renamed.count - maximumNames
    let others: LocalizedText =
      rest > 1 ? " and \(rest) others" : rest == 1 ? " and 1 other" : ""
    return "\(sentence) Renamed, because the name was taken: \(names)\(others)."
  }

  static func exportSentence(_ archive: BookmarkArchive, path: String) -> LocalizedText {
    archive.bookmarks.count == 1
      ? "Exported 1 bookmark to '\(path)'."
      : "Exported \(archive.bookmarks.count) bookmarks to '\(path)'."
  }

  /// Such as `Trindade → Aliados, step-free`.
  private static func content(of bookmark: Bookmark) -> LocalizedText {
    let stations = stationNames(from: bookmark.from, to: bookmark.to)
    return bookmark.stepFree == true ? "\(stations), step-free" : "\(stations)"
  }

  private static func stationNames(from: PointOfInterest, to: PointOfInterest?) -> String {
    to.map { "\(from.name) → \($0.name)" } ?? from.name
  }
}

extension Calendar {
  fileprivate static func gregorian(in timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }
}
