public import Mediator

/// A scale with a position on it, such as the volume of a player.
public struct Scale: Sendable, Hashable {
  /// The name by which a scene learns that somebody has moved the position.
  public let id: String
  /// The positions.
  public let positions: ClosedRange<Int>
  /// The position that is selected.
  public let position: Int
  /// The position in words.
  public let label: LocalizedText

  /// Creates a scale.
  public init(_ id: String, _ positions: ClosedRange<Int>, at position: Int, label: LocalizedText) {
    self.id = id
    self.positions = positions
    self.position = position
    self.label = label
  }

  /// How somebody moves the position.
  public enum Move: Sendable, Hashable {
    /// To the previous position; at the first one, the scene decides, such as to show the day
    /// before.
    case back
    /// To the next position; at the last one, the scene decides.
    case forward
    /// To a position.
    case to(Int)
  }
}
