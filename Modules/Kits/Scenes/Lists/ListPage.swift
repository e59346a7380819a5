public import Foundation

/// A request of a section for items of its list.
public struct ListRequest: Hashable, Sendable {
  /// The number of items to skip, 0 or more.
  public let offset: Int
  /// The maximum number of items, 1 or more.
  public let limit: Int
  /// Whether cached items must not be used.
  public let ignoresCache: Bool

  /// Creates a request.
  init(offset: Int, limit: Int, ignoresCache: Bool) {
    self.offset = offset
    self.limit = limit
    self.ignoresCache = ignoresCache
  }
}

/// The items for a `ListRequest`.
public struct ListPage<Item: Sendable>: Sendable {
  /// The items in their order, from the offset of the request.
  public let items: [Item]
  /// Whether there are more items after these.
  public let hasMore: Bool
  /// Whether the items are outdated; the section then shows them only until it has fresh ones.
  public let isStale: Bool
  /// The time at which the items were up to date; nil for the time of the request. The section shows
  /// it when the items are outdated or cannot be refreshed.
  public let date: Date?
  /// The text for this list if it is empty; nil for the text of the section.
  public let empty: String?
  /// Whether the section is drawn; JSON contains its items in any case.
  public let isDrawn: Bool

  /// Creates a page, by default of a whole list.
  public init(
    _ items: [Item], hasMore: Bool = false, isStale: Bool = false, date: Date? = nil,
    empty: String? = nil, isDrawn: Bool = true
  ) {
    self.date = date
    self.empty = empty
    self.isDrawn = isDrawn
    self.items = items
    self.hasMore = hasMore
    self.isStale = isStale
  }

  func map<Other: Sendable>(_ transform: (Item) -> Other) -> ListPage<Other> {
    ListPage<Other>(
      items.map(transform), hasMore: hasMore, isStale: isStale, date: date, empty: empty,
      isDrawn: isDrawn)
  }
}
