/// A change of the bookmarks that was taken back.
public struct UndoneChange: Codable, Hashable, Sendable {
  /// What it had been, such as `removing 'Work'`.
  public let change: String

  /// Composes the answer.
  public init(change: String) {
    self.change = change
  }
}
