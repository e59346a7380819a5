public import Mediator

/// Stores named stations and journeys, and the history of planned journeys.
public enum Bookmarks: Interface {
  /// Adds a bookmark with a name that no other bookmark has.
  public static let add = Action<AddBookmark, Bookmark>(
    Bookmarks.self, "add", .adds, [.assistants, .programs, .plugins])
  /// Returns all bookmarks, in the order that the person chose.
  public static let list = Action<Empty, [Bookmark]>(Bookmarks.self, "list", .reads)
  /// Returns the bookmark with a name.
  public static let find = Action<BookmarkReference, Bookmark>(Bookmarks.self, "find", .reads)
  /// Renames a bookmark, and returns it with its new name.
  public static let rename = Action<RenameBookmark, Bookmark>(Bookmarks.self, "rename", .sets)
  /// Moves a bookmark before another one, or to the end.
  public static let move = Action<MoveBookmark, Bookmark>(Bookmarks.self, "move", .sets)
  /// Removes a bookmark, and returns it.
  public static let remove = Action<BookmarkReference, Bookmark>(
    Bookmarks.self, "remove", .removes, [.assistants, .programs, .plugins])
  /// Undoes the last change to the bookmarks, or the last removal of one journey from the history;
  /// other changes to the history cannot be undone.
  public static let undo = Action<Empty, UndoneBookmarksChange>(
    Bookmarks.self, "undo", .changes, [.assistants, .programs, .plugins])
  /// Removes all entries of a section.
  public static let clear = Action<ClearBookmarks, ClearedBookmarks>(
    Bookmarks.self, "clear", .removes)
  /// Returns all bookmarks in the form that is written to a file.
  public static let export = Action<Empty, BookmarkArchive>(Bookmarks.self, "export", .reads)
  /// Adds the bookmarks of a file: all of them, or none when one of them is not valid.
  public static let `import` = Action<BookmarkArchive, ImportedBookmarks>(
    native: Bookmarks.self, "import")
  /// Returns the last planned journeys, newest first.
  public static let history = Action<HistoryQuery, [HistoryEntry]>(
    Bookmarks.self, "history", .reads)
  /// Removes a journey from the history, and returns it.
  public static let removeFromHistory = Action<HistoryReference, HistoryEntry>(
    Bookmarks.self, "removeFromHistory", .removes)
}

/// Bookmarks were added, removed, renamed, moved, imported or cleared, a journey was removed from
/// the history, or a change was undone.
public struct BookmarksChanged: SharedEvent, Hashable {
  /// Creates the event.
  public init() {}
}

/// Planned journeys were added to the history, or those of a city were removed or restored.
public struct HistoryChanged: SharedEvent, Hashable {
  /// Creates the event.
  public init() {}
}
