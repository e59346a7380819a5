/// Bookmarks as a file keeps them.
public struct BookmarkArchive: Codable, Hashable, Sendable {
  /// The version of the form that this program writes.
  public static let currentVersion = 1

  /// The version of the form.
  public let version: Int
  /// The bookmarks, in order.
  public let bookmarks: [Bookmark]

  /// Composes an archive of the current version.
  public init(bookmarks: [Bookmark]) {
    self.version = Self.currentVersion
    self.bookmarks = bookmarks
  }
}
