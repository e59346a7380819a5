/// Which items of a list a section asks for.
public struct ListRequest: Hashable, Sendable {
  /// How many items come before the first one wanted, 0 or more.
  public let offset: Int
  /// How many items are wanted, 1 or more; the answer may have fewer.
  public let limit: Int
  /// Whether a kept copy will not do.
  public let isFresh: Bool

  /// Asks for `limit` items from `offset` on.
  public init(offset: Int, limit: Int, isFresh: Bool) {
    self.offset = offset
    self.limit = limit
    self.isFresh = isFresh
  }
}
