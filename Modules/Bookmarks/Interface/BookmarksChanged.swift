public import Mediator

/// Bookmarks were renamed, moved, imported or cleared, or a change of them was undone.
public struct BookmarksChanged: Event, Hashable {
  /// Composes the event.
  public init() {}
}
