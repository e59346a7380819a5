/// Names one bookmark.
public struct BookmarkReference: Codable, Hashable, Sendable {
  /// Its name, in letters of any case.
  public let name: String

  /// Names the bookmark `name`.
  public init(name: String) {
    self.name = name
  }
}
