/// Some of the news items.
public struct NewsPage: Codable, Hashable, Sendable {
  /// The items in their order.
  public let items: [NewsItem]
  /// Whether there are items beyond these.
  public let hasMore: Bool
  /// Whether they are a kept copy, and older than a fresh one should be.
  public let isStale: Bool

  /// Composes a page.
  public init(items: [NewsItem], hasMore: Bool, isStale: Bool = false) {
    self.items = items
    self.hasMore = hasMore
    self.isStale = isStale
  }
}
