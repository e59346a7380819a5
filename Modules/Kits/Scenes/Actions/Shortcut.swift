/// The key that a keyboard has for an action.
///
/// A letter may be written as a literal: `"a"`.
public enum Shortcut: Hashable, Sendable {
  /// A printable character.
  case character(Character)
  /// Return or Enter.
  case enter
  /// An arrow.
  case left, right, up, down
}

extension Shortcut: ExpressibleByExtendedGraphemeClusterLiteral {
  /// The shortcut of a character.
  public init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }
}

extension Shortcut: CustomStringConvertible {
  /// The label of the key, such as `⏎`.
  public var description: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): "\(character)"
    case .enter: "⏎"
    case .left: "←"
    case .right: "→"
    case .up: "↑"
    case .down: "↓"
    }
  }
}
