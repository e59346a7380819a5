/// The items that answer a `ListRequest`.
public struct ListPage<Item: Sendable>: Sendable {
  /// The items in their order, from the request's offset on.
  public let items: [Item]
  /// Whether there are items beyond these.
  public let hasMore: Bool
  /// Whether this is a kept copy that is worth showing only until a fresh one is there.
  public let isStale: Bool

  /// Composes a page; unless it says otherwise, it is the whole list.
  public init(_ items: [Item], hasMore: Bool = false, isStale: Bool = false) {
    self.items = items
    self.hasMore = hasMore
    self.isStale = isStale
  }

  func map<Other: Sendable>(_ transform: (Item) -> Other) -> ListPage<Other> {
    ListPage<Other>(items.map(transform), hasMore: hasMore, isStale: isStale)
  }
}
