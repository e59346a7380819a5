import BookmarksInterface
import Console

extension Command {
  static let listBookmarks = Command(
    "bookmarks", "List the journeys that you keep", calls: Bookmarks.list,
    examples: ["bookmarks", "bookmarks --json"], view: BookmarksView.list)

  static let addBookmark = Command(
    "bookmarks add", "Keep a journey under a name", calls: Bookmarks.add,
    arguments: [
      .positional("name", "what to call it"),
      .positional("from", "the station to start from: a name, or id:…"),
      .positional("to", "the station to go to"),
      .option("city", "another city than the current one", value: "id"),
    ],
    examples: [
      "bookmarks add Work Trindade Aliados", "bookmarks add \"Going out\" Trindade \"São Bento\"",
    ],
    view: { bookmark, _ in "Added \(BookmarksView.sentence(bookmark))" })

  static let removeBookmark = Command(
    "bookmarks remove", "Remove a bookmark", calls: Bookmarks.remove,
    arguments: [.positional("name", "its name, in letters of any case")],
    examples: ["bookmarks remove Work"],
    view: { bookmark, _ in "Removed \(BookmarksView.sentence(bookmark))" })

  static let history = Command(
    "history", "Show the journeys that you asked for last", calls: Bookmarks.history,
    arguments: [
      .option(
        "limit", "how many at the most; all that are kept unless given",
        value: "count")
    ],
    examples: ["history", "history --limit 5"],
    view: { entries, page in BookmarksView.history(entries, on: page) })
}
