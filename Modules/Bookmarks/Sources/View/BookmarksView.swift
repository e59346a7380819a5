import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import RoutingInterface
import Scenes

/// Draws bookmarks and the history.
enum BookmarksView {
  /// The maximum number of renamed bookmarks in a sentence.
  private static let maximumNames = 20

  static let places = bookmarks(stationsColumn: "place")
  static let journeys = bookmarks(stationsColumn: "journey")

  /// Bookmarked journeys with the time at which to leave.
  static let next = ListLayout<BookmarkedJourney>.table(
    .init(isFlexible: true) { .init($0.bookmark.name, .strong) },
    .init(isFlexible: true, minimumPageWidth: 60) {
      .init(stationNames(from: $0.bookmark.from, to: $0.bookmark.to))
    },
    .init { .init($0.minutesLeft.map(leave) ?? "", .warning) },
    .init { .init($0.journey?.timeRange ?? "", .faint) })

  private static func leave(inMinutes minutes: Int) -> String {
    minutes < 1 ? "leave now" : "leave in \(Duration.seconds(minutes * 60).formattedInMinutes)"
  }

  private static func bookmarks(stationsColumn title: String) -> ListLayout<Bookmark> {
    .table(
      .init("name", isFlexible: true) { .init($0.name, .strong) },
      .init(title, isFlexible: true) { .init(stationNames(from: $0.from, to: $0.to)) },
      .init("city") { .init($0.city.description, .faint) })
  }

  /// The history without times.
  static let lastJourneys = ListLayout<HistoryEntry>.table(
    .init("journey", isFlexible: true) { .init(stationNames(from: $0.from, to: $0.to)) },
    .init("city") { .init($0.city.description, .faint) },
    .init("asked", minimumPageWidth: 60) {
      .init($0.count > 1 ? "\($0.count) times" : "", .faint)
    })

  /// A table of the history at `now`: with days such as `yesterday`, or dates when they are a week
  /// ago.
  static func history(
    at now: Date, timeZone: TimeZone = .current
  ) -> ListLayout<HistoryEntry> {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let date = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
    let time = Date.ISO8601FormatStyle(timeZone: timeZone).time(includingFractionalSeconds: false)
    return .table(
      .init("when") { [calendar] entry in
        let relativeDay = RelativeDay(of: entry.askedAt, at: now, in: calendar)
        let isRecent = (-6...0).contains(relativeDay.days)
        let day = isRecent ? "\(relativeDay)" : entry.askedAt.formatted(date)
        return .init("\(day) \(entry.askedAt.formatted(time).prefix(5))")
      },
      .init("journey", isFlexible: true) { .init(stationNames(from: $0.from, to: $0.to)) },
      .init("city") { .init($0.city.description, .faint) },
      .init("asked", minimumPageWidth: 60) {
        .init($0.count > 1 ? "\($0.count) times" : "", .faint)
      })
  }

  /// `'Work': Trindade → Aliados (porto).`
  static func sentence(_ bookmark: Bookmark) -> String {
    let stations = stationNames(from: bookmark.from, to: bookmark.to)
    return "'\(bookmark.name)': \(stations) (\(bookmark.city)).".printable
  }

  /// Follows the answer to the addition of a bookmark with the name of a station.
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
