/// All bookmarks in the form of an exported file.
public struct BookmarkArchive: Codable, Hashable, Sendable {
  /// The version of the format that this program writes.
  public static let currentVersion = 1

  /// The version of the format.
  public let version: Int
  /// The bookmarks, in the order that the person chose.
  public let bookmarks: [Bookmark]

  /// Creates an archive of the current version.
  public init(bookmarks: [Bookmark]) {
    self.version = Self.currentVersion
    self.bookmarks = bookmarks
  }
}

/// The result of `Bookmarks.import`.
public struct ImportedBookmarks: Codable, Hashable, Sendable {
  /// The number of bookmarks that were added at the end.
  public let added: Int
  /// The number of bookmarks that were stored already, with the same name.
  public let known: Int
  /// The new names of added bookmarks whose own name another bookmark had.
  public let renamed: [String]

  /// Creates the result.
  public init(added: Int, known: Int, renamed: [String]) {
    self.added = added
    self.known = known
    self.renamed = renamed
  }
}
