/// The input of an action that needs none, or the output of one that has nothing to tell.
public struct Empty: Codable, Hashable, Sendable {
  /// The only value.
  public init() {}
}
