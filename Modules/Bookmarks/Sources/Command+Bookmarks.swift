import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import ListScene
import Mediator

extension Command {
  private static let stations = Completion.by(DataSource.stations) { $0.map(\.name) }

  static let listBookmarks = Command(
    "bookmarks", "List the journeys that you keep, and the last ones that you asked for",
    examples: ["bookmarks", "bookmarks --json"]
  ) { invocation in
    let mediator = invocation.mediator
    let bookmarks = ListSection(
      "bookmarks", title: "Bookmarks", id: \.name, layout: BookmarksView.list,
      empty: "No bookmarks yet; add one with 'metro bookmarks add NAME FROM TO'."
    ) { _ in ListPage(try await mediator.perform(Bookmarks.list)) }
    let history = ListSection(
      "history", title: "Asked last", id: \.id, layout: BookmarksView.history()
    ) { _ in ListPage(try await mediator.perform(Bookmarks.history, HistoryQuery(limit: 5))) }
    return ListScene("Bookmarks", ListController(bookmarks, history))
  }

  static let addBookmark = Command(
    "bookmarks add", "Keep a journey under a name", calls: Bookmarks.add,
    arguments: [
      .positional("name", "what to call it"),
      .positional("from", "the station to start from: a name, or id:…", completes: stations),
      .positional("to", "the station to go to", completes: stations),
      .option(
        "city", "another city than the current one", value: "id",
        completes: .by(DataSource.cities) { $0.map(\.id.description) }),
    ],
    examples: [
      "bookmarks add Work Trindade Aliados", "bookmarks add \"Going out\" Trindade \"São Bento\"",
    ],
    view: { bookmark, _ in "Added \(BookmarksView.sentence(bookmark))" })

  static let removeBookmark = Command(
    "bookmarks remove", "Remove a bookmark", calls: Bookmarks.remove,
    arguments: [
      .positional(
        "name", "its name, in letters of any case",
        completes: .by(Bookmarks.list) { $0.map(\.name) })
    ],
    examples: ["bookmarks remove Work"],
    view: { bookmark, _ in "Removed \(BookmarksView.sentence(bookmark))" })

  static let history = Command(
    "history", "Show the journeys that you asked for last", lists: Bookmarks.history, by: \.id,
    layout: BookmarksView.history(),
    empty: "No questions yet; ask one with 'metro route FROM TO'.",
    arguments: [
      .option(
        "limit", "how many at the most; all that are kept unless given",
        value: "count")
    ],
    examples: ["history", "history --limit 5"])
}

extension HistoryEntry {
  /// What tells it from every other; nobody asks the same twice at one instant.
  fileprivate var id: String {
    "\(askedAt.timeIntervalSince1970) \(city) \(from.id) \(to.id)"
  }
}
