import BookmarksInterface
import Console
import DataSourceInterface
import Documents
import Foundation
import Mediator
import Scenes

/// Draws bookmarks and the history.
enum BookmarksView {
  /// The maximum number of renamed bookmarks in a sentence.
  private static let maximumNames = 20

  static let places = bookmarks(stationsColumn: "place")
  static let journeys = bookmarks(stationsColumn: "journey")

  private static func bookmarks(stationsColumn title: LocalizedText) -> ListLayout<Bookmark> {
    .table(
      from: narrowestTable,
      .init("name", isFlexible: true) { .init(verbatim: $0.name, .strong) },
      .init(title, isFlexible: true) { .init(verbatim: stationNames(from: $0.from, to: $0.to)) },
      .init("city") { .init(verbatim: $0.city.description, .faint) }
    ) { bookmark, page in
      let stations = stationNames(from: bookmark.from, to: bookmark.to)
      return narrowText(bookmark.name, "\(stations) (\(bookmark.city))", on: page)
    }
  }

  /// The width of the narrowest page with tables, which would cut the names of stations on a narrower
  /// one.
  private static let narrowestTable = 50

  /// A heading, and a text in as many lines as necessary below it.
  private static func narrowText(_ heading: String, _ text: String, on page: Page) -> String {
    let lines = text.printable.wrapped(to: page.columns - 2).map { "  \($0)" }
    return ([page.paragraph(heading, .strong)] + lines).joined(separator: "\n")
  }

  /// The history without times.
  static let lastJourneys = ListLayout<HistoryEntry>.table(
    from: narrowestTable,
    .init("journey", isFlexible: true) { .init(verbatim: stationNames(from: $0.from, to: $0.to)) },
    .init("city") { .init(verbatim: $0.city.description, .faint) },
    .init("asked", minimumPageWidth: 60) {
      .init($0.count > 1 ? "\($0.count) times" : "", .faint)
    }
  ) { entry, page in
    page.paragraph("\(stationNames(from: entry.from, to: entry.to)) (\(entry.city))")
  }

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
      .init("journey", isFlexible: true) { .init(verbatim: stationNames(from: $0.from, to: $0.to)) },
      .init("city") { .init(verbatim: $0.city.description, .faint) },
      .init("asked", minimumPageWidth: 60) {
        .init($0.count > 1 ? "\($0.count) times" : "", .faint)
      }
    ) { entry, page in
      let stations = stationNames(from: entry.from, to: entry.to)
      return narrowText(when(entry), "\(stations) (\(entry.city))", on: page)
    }
  }

  /// `'Work': Trindade → Aliados (porto).`
  static func sentence(_ bookmark: Bookmark) -> String {
    let stations = stationNames(from: bookmark.from, to: bookmark.to)
    return "'\(bookmark.name)': \(stations) (\(bookmark.city)).".printable
  }

  /// Follows the answer to a command that has given the name of a station to a bookmark.
  static let nameOfStation =
    "A station has this name, too; where a command expects a station, the name means the station."

  static func sentence(removed entry: HistoryEntry) -> String {
    "Removed '\(stationNames(from: entry.from, to: entry.to))' from the history.".printable
  }

  static func sentence(_ undone: UndoneChange) -> String {
    "Undone: \(undone.change).".printable
  }

  static func sentence(_ cleared: ClearedBookmarks) -> String {
    let entries = cleared.count == 1 ? "entry" : "entries"
    return "Removed \(cleared.count) \(entries) from \(cleared.section.rawValue)."
  }

  static func sentence(_ imported: ImportedBookmarks) -> String {
    let bookmarks = imported.added == 1 ? "bookmark" : "bookmarks"
    let were = imported.known == 1 ? "was" : "were"
    let sentence =
      "Imported \(imported.added) \(bookmarks); \(imported.known) \(were) there already."
    guard !imported.renamed.isEmpty else { return sentence }
    let names = imported.renamed.prefix(maximumNames).map { "'\($0)'" }.joined(separator: ", ")
    let others = imported.renamed.count - maximumNames
    return "\(sentence) Renamed, because the name was taken: \(names)"
      + (others > 0 ? " and \(others) other\(others == 1 ? "" : "s")." : ".")
  }

  static func exportSentence(_ archive: BookmarkArchive, path: String) -> String {
    let bookmarks = archive.bookmarks.count == 1 ? "bookmark" : "bookmarks"
    return "Exported \(archive.bookmarks.count) \(bookmarks) to '\(path)'.".printable
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
