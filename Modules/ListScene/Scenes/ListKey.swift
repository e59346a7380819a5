public import Console

/// A key that a scene answers beside those that move through every list.
public struct ListKey: Sendable {
  /// The key.
  public let key: Key
  /// What it does, in a few words.
  public let summary: String
  /// Does it, for the selected row where one is; answers what a person is to be told, if anything.
  public let press: @MainActor @Sendable (ListRow?) async throws -> String?

  /// Declares a key.
  public init(
    _ key: Key, _ summary: String,
    press: @escaping @MainActor @Sendable (ListRow?) async throws -> String?
  ) {
    self.key = key
    self.summary = summary
    self.press = press
  }
}
