public import Mediator

/// Keeps journeys under names of their own, and the questions asked last.
public enum Bookmarks: Interface {
  /// Keeps a journey under a name that is still free.
  public static let add = Action<AddBookmark, Bookmark>(Bookmarks.self, "add")
  /// Every bookmark, in the order of adding.
  public static let list = Action<Empty, [Bookmark]>(Bookmarks.self, "list")
  /// Removes a bookmark.
  public static let remove = Action<BookmarkReference, Bookmark>(Bookmarks.self, "remove")
  /// The questions asked last, the newest first.
  public static let history = Action<HistoryQuery, [HistoryEntry]>(Bookmarks.self, "history")
}
