/// A section to empty.
public struct ClearBookmarks: Codable, Hashable, Sendable {
  /// The section.
  public let section: BookmarkSection

  /// Asks to empty `section`.
  public init(section: BookmarkSection) {
    self.section = section
  }
}
