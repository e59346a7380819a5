/// Some of the template items.
public struct TemplatePage: Codable, Hashable, Sendable {
  /// The items in their order.
  public let items: [TemplateItem]
  /// Whether there are items beyond these.
  public let hasMore: Bool
  /// Whether they are a kept copy, and older than a fresh one should be.
  public let isStale: Bool

  /// Composes a page.
  public init(items: [TemplateItem], hasMore: Bool, isStale: Bool = false) {
    self.items = items
    self.hasMore = hasMore
    self.isStale = isStale
  }
}
