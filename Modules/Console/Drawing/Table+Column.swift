extension Table {
  /// How one column of a table is laid out.
  public struct Column: Sendable, Hashable {
    /// What stands above it; a table whose titles are all empty has no header.
    public let title: String
    /// Where the cells stand in it.
    public let alignment: Alignment
    /// Whether its cells may be cut when the page is narrow.
    public let isFlexible: Bool

    /// Composes a column.
    public init(_ title: String = "", _ alignment: Alignment = .left, isFlexible: Bool = false) {
      self.title = title
      self.alignment = alignment
      self.isFlexible = isFlexible
    }
  }
}
