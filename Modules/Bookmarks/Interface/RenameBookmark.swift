/// A new name for a bookmark.
public struct RenameBookmark: Codable, Hashable, Sendable {
  /// The name it has, in letters of any case.
  public let name: String
  /// The name to keep it under; white space around it does not count.
  public let newName: String

  /// Asks to call `name` `newName`.
  public init(name: String, newName: String) {
    self.name = name
    self.newName = newName
  }
}
