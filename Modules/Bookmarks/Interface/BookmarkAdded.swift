public import Mediator

/// A bookmark was added.
public struct BookmarkAdded: Event, Hashable {
  /// The bookmark concerned.
  public let bookmark: Bookmark

  /// Composes the event.
  public init(bookmark: Bookmark) {
    self.bookmark = bookmark
  }
}
