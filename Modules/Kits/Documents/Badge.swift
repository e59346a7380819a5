/// A short name on a coloured background, such as a category.
public struct Badge: Sendable, Hashable {
  /// The name, in one line.
  public let name: String
  /// The colour of the background; nil if the badge has none.
  public let color: Color?

  /// Creates a badge.
  /// - Parameter rgb: The colour of the background, as in `Color`.
  public init(_ name: String, rgb: UInt32?) {
    self.name = name
    color = rgb.map { Color(rgb: $0) }
  }
}
