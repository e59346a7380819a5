/// The name of a line, to be drawn on the line's own colour.
public struct Badge: Sendable, Hashable {
  /// The name, in one line.
  public let name: String
  /// The line's colour; nil where it has none.
  public let color: Color?

  /// Composes a badge; the name may come from anywhere and becomes `printable`.
  /// - Parameter rgb: The line's colour, as in `Color`.
  public init(_ name: String, rgb: UInt32?) {
    self.name = name.printable
    color = rgb.map { Color(rgb: $0) }
  }

  /// How many columns it takes.
  public var columns: Int { name.columns + 2 }

  /// The badge in at most `columns` columns, and in 3 at least, with `…` in place of the end of a
  /// longer name.
  public func truncated(to columns: Int) -> Badge {
    Badge(name.truncated(to: max(columns - 2, 1)), rgb: color?.rgb)
  }
}
