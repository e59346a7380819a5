/// What became of the bookmarks of an archive.
public struct ImportedBookmarks: Codable, Hashable, Sendable {
  /// How many were added, at the end.
  public let added: Int
  /// How many were there already, under the same name.
  public let known: Int
  /// The new names of those whose own had been given to something else.
  public let renamed: [String]

  /// Composes the answer.
  public init(added: Int, known: Int, renamed: [String]) {
    self.added = added
    self.known = known
    self.renamed = renamed
  }
}
