public import Mediator

/// Keeps stations and journeys under names of their own, and the questions asked last.
public enum Bookmarks: Interface {
  /// Keeps a station or a journey under a name that is still free.
  public static let add = Action<AddBookmark, Bookmark>(Bookmarks.self, "add")
  /// Every bookmark, in order.
  public static let list = Action<Empty, [Bookmark]>(Bookmarks.self, "list")
  /// The bookmark of a name.
  public static let find = Action<BookmarkReference, Bookmark>(Bookmarks.self, "find")
  /// Gives a bookmark another name, and answers with what it is now.
  public static let rename = Action<RenameBookmark, Bookmark>(Bookmarks.self, "rename")
  /// Moves a bookmark before another one or to the end.
  public static let move = Action<MoveBookmark, Bookmark>(Bookmarks.self, "move")
  /// Removes a bookmark.
  public static let remove = Action<BookmarkReference, Bookmark>(Bookmarks.self, "remove")
  /// Takes back the last change of the bookmarks; of the history, none can be.
  public static let undo = Action<Empty, UndoneChange>(Bookmarks.self, "undo")
  /// Empties a section.
  public static let clear = Action<ClearBookmarks, ClearedBookmarks>(Bookmarks.self, "clear")
  /// All bookmarks, for a file.
  public static let export = Action<Empty, BookmarkArchive>(Bookmarks.self, "export")
  /// Adds the bookmarks of a file: all of them, or none when one of them cannot be kept.
  public static let `import` = Action<BookmarkArchive, ImportedBookmarks>(
    native: Bookmarks.self, "import")
  /// The questions asked last, the newest first.
  public static let history = Action<HistoryQuery, [HistoryEntry]>(Bookmarks.self, "history")
}
