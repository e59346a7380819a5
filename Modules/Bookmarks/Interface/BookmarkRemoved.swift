public import Mediator

/// A bookmark was removed.
public struct BookmarkRemoved: Event, Hashable {
  /// The bookmark concerned.
  public let bookmark: Bookmark

  /// Composes the event.
  public init(bookmark: Bookmark) {
    self.bookmark = bookmark
  }
}
