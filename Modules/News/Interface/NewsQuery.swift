/// Says which of the news items are wanted.
public struct NewsQuery: Codable, Hashable, Sendable {
  /// How many items come before the first one wanted; none unless given.
  public let offset: Int?
  /// How many items are wanted at the most; 10 unless given.
  public let limit: Int?
  /// Whether the source is asked even where a copy is kept; not unless given.
  public let refresh: Bool?

  /// Asks for `limit` items from `offset` on.
  public init(offset: Int? = nil, limit: Int? = nil, refresh: Bool? = nil) {
    self.offset = offset
    self.limit = limit
    self.refresh = refresh
  }
}
