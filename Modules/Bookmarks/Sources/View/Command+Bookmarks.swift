import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import ListScene
import Mediator

extension Command {
  private static let name = Argument.positional(
    "name", "its name, in letters of any case", completes: names)
  private static let names = Completion.by(Bookmarks.list) { $0.map(\.name) }
  private static let stations = Completion.by(DataSource.stations) { $0.map(\.name) }

  static let listBookmarks = Command(
    "bookmarks", "List what you keep by name, and the last journeys that you asked for",
    answers: Listing.self, examples: ["bookmarks", "bookmarks --json"]
  ) { invocation in
    let mediator = invocation.mediator
    let stations = ListSection(
      "stations", title: "Stations", id: \.name, layout: BookmarksView.stations
    ) { _ in ListPage(try await mediator.perform(Bookmarks.list).filter { $0.to == nil }) }
    let journeys = ListSection(
      "journeys", title: "Journeys", id: \.name, layout: BookmarksView.journeys,
      empty: "No journeys yet; add one with 'metro bookmarks add NAME FROM TO'."
    ) { _ in ListPage(try await mediator.perform(Bookmarks.list).filter { $0.to != nil }) }
    let history = ListSection(
      "history", title: "Asked last", id: \.id,
      layout: BookmarksView.history(at: invocation.now())
    ) { _ in ListPage(try await mediator.perform(Bookmarks.history, HistoryQuery(limit: 5))) }
    return ListScene("Bookmarks", ListController(stations, journeys, history))
  }

  static let addBookmark = Command(
    "bookmarks add", "Keep a station or a journey under a name", calls: Bookmarks.add,
    arguments: [
      .positional("name", "what to call it, such as home or work"),
      .positional(
        "from", "the station, or where the journey starts: a name, or id:…",
        completes: stations),
      .positional("to", "where the journey ends", isOptional: true, completes: stations),
      .option(
        "city", "another city than the current one", value: "id",
        completes: .by(DataSource.cities) { $0.map(\.id.description) }),
    ],
    examples: [
      "bookmarks add Work Trindade Aliados", "bookmarks add Home \"Casa da Música\"",
      "bookmarks add \"Going out\" Trindade \"São Bento\"",
    ],
    view: { bookmark, _ in "Added \(BookmarksView.sentence(bookmark))" })

  static let renameBookmark = Command(
    "bookmarks rename", "Give a bookmark another name", calls: Bookmarks.rename,
    arguments: [name, .positional("new-name", "what to call it")],
    examples: ["bookmarks rename Work Office"],
    view: { bookmark, _ in "Now \(BookmarksView.sentence(bookmark))" })

  static let moveBookmark = Command(
    "bookmarks move", "Move a bookmark to the end, or before another one", calls: Bookmarks.move,
    arguments: [
      name,
      .option("before", "the one that it is to stand before", value: "name", completes: names),
    ],
    examples: ["bookmarks move Home", "bookmarks move \"Going out\" --before Work"],
    view: { bookmark, _ in "Moved \(BookmarksView.sentence(bookmark))" })

  static let removeBookmark = Command(
    "bookmarks remove", "Remove a bookmark", calls: Bookmarks.remove,
    arguments: [name], examples: ["bookmarks remove \"Going out\""],
    view: { bookmark, _ in "Removed \(BookmarksView.sentence(bookmark))" })

  static let undoBookmarks = Command(
    "bookmarks undo", "Take back the last change of the bookmarks, and then the one before it",
    calls: Bookmarks.undo, examples: ["bookmarks undo"],
    view: { undone, _ in "Undone: \(undone.change).".printable })

  static let clearBookmarks = Command(
    "bookmarks clear", "Empty a section; of the history, this cannot be undone",
    calls: Bookmarks.clear,
    arguments: [.positional("section", "what to empty")],
    examples: ["bookmarks clear history"],
    view: { cleared, _ in "Removed \(cleared.count) from \(cleared.section.rawValue)." })

  static let history = Command(
    "history", "Show the journeys that you asked for last", shows: Bookmarks.history,
    arguments: [
      .option(
        "limit", "how many at the most; all that are kept unless given",
        value: "count")
    ],
    examples: ["history", "history --limit 5"]
  ) { invocation in
    let query = try invocation.input(HistoryQuery.self)
    let section = ListSection(
      "history", id: \.id, layout: BookmarksView.history(at: invocation.now()),
      empty: "No questions yet; ask one with 'metro route FROM TO'."
    ) { _ in ListPage(try await invocation.mediator.perform(Bookmarks.history, query)) }
    return ListScene("History", ListController(section))
  }
}

/// The JSON of `bookmarks`.
private struct Listing: Decodable {
  let stations: [Bookmark]
  let journeys: [Bookmark]
  let history: [HistoryEntry]
}

extension HistoryEntry {
  /// What tells it from every other; nobody asks the same twice at one instant.
  fileprivate var id: String {
    "\(askedAt.timeIntervalSince1970) \(city) \(from.id) \(to.id)"
  }
}
