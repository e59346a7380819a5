public import Mediator

/// A part of what the module stores.
public enum BookmarkSection: String, Codable, CaseIterable, Hashable, Sendable {
  /// The bookmarks of stations and places.
  case stations
  /// The bookmarks of journeys.
  case journeys
  /// The last planned journeys.
  case history
}

/// The input of `Bookmarks.clear`.
public struct ClearBookmarks: Codable, Hashable, Sendable {
  /// The section to clear.
  public let section: BookmarkSection

  /// Creates the input that clears `section`.
  public init(section: BookmarkSection) {
    self.section = section
  }
}

extension ClearBookmarks: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["section": "what to clear"]
  }
}

/// The result of `Bookmarks.clear`.
public struct ClearedBookmarks: Codable, Hashable, Sendable {
  /// The section that is empty now.
  public let section: BookmarkSection
  /// The number of entries that were removed.
  public let count: Int

  /// Creates the result.
  public init(section: BookmarkSection, count: Int) {
    self.section = section
    self.count = count
  }
}
