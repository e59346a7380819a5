public import Foundation
public import Mediator

/// Lists headline items.
public enum Headline: Interface {
  /// Returns some of the items, in order.
  public static let list = Action<HeadlineQuery, HeadlinePage>(
    Headline.self, "list", .remote,
    summary: "List headline items")
}

/// A part of the list of headline items.
public struct HeadlineQuery: Codable, Hashable, Sendable {
  /// The number of items to skip; 0 unless given.
  public let offset: Int?
  /// The maximum number of items; 10 unless given.
  public let limit: Int?
  /// Whether to ignore the cache and ask the source; false unless given.
  public let refresh: Bool?

  /// Creates a query for `limit` items after the first `offset`.
  public init(offset: Int? = nil, limit: Int? = nil, refresh: Bool? = nil) {
    self.offset = offset
    self.limit = limit
    self.refresh = refresh
  }
}

extension HeadlineQuery: SchemaDescribing {
  /// What the numbers and flags mean.
  public static var fieldDescriptions: [String: String] {
    [
      "offset": "the number of items to skip (default: 0)",
      "limit": "the largest number of items (default: 10)",
      "refresh": "ask the source again, without the cache",
    ]
  }
}

/// The headline items that a query found.
public struct HeadlinePage: Codable, Hashable, Sendable {
  /// The items, in order.
  public let items: [HeadlineItem]
  /// Whether more items follow.
  public let hasMore: Bool
  /// Whether the items come from a cache that is out of date.
  public let isStale: Bool
  /// When the items of a cache were received; nil for items that were just received.
  public let date: Date?

  /// Creates a page.
  public init(
    items: [HeadlineItem], hasMore: Bool, isStale: Bool = false, date: Date? = nil
  ) {
    self.items = items
    self.hasMore = hasMore
    self.isStale = isStale
    self.date = date
  }
}
