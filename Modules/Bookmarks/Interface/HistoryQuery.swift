/// Says how much of the history to tell.
public struct HistoryQuery: Codable, Hashable, Sendable {
  /// How many questions at the most, 1 or more; nil for all that are kept.
  public let limit: Int?

  /// Asks for the last `limit` questions.
  public init(limit: Int? = nil) {
    self.limit = limit
  }
}
