/// What was in a section that is empty now.
public struct ClearedBookmarks: Codable, Hashable, Sendable {
  /// The section.
  public let section: BookmarkSection
  /// How many entries it had.
  public let count: Int

  /// Composes the answer.
  public init(section: BookmarkSection, count: Int) {
    self.section = section
    self.count = count
  }
}
