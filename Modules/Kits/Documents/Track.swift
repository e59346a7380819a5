/// A vertical line with nodes and stretches between them, such as the way of a parcel or a
/// version history.
public struct Track: Sendable, Hashable {
  /// The rows, from top to bottom.
  public let rows: [Row]
  /// Labels of other tracks with which this one is aligned.
  package let otherLabels: [Text]

  /// Creates a track.
  /// - Parameter other: Rows whose labels have the same width as those of this track.
  public init(_ rows: [Row], alignedWith other: [Row] = []) {
    self.rows = rows
    otherLabels = other.map(\.label)
  }

  /// One row of a track.
  public struct Row: Sendable, Hashable {
    /// The text before the line, such as a time.
    public let label: Text
    /// What the line looks like in the row.
    public let symbol: Symbol
    /// The role of the line, such as the colour of a branch.
    public let role: TextRole
    /// What stands beside the line.
    public let content: Document

    /// Creates a row.
    public init(_ symbol: Symbol, _ role: TextRole, label: Text = "", _ content: Document) {
      self.label = label
      self.symbol = symbol
      self.role = role
      self.content = content
    }
  }

  /// What a line looks like in a row.
  public enum Symbol: Sendable, Hashable {
    /// A node.
    case stop
    /// A node at which other lines meet this one.
    case interchange
    /// The line between two nodes.
    case line
    /// A way between two nodes that is not part of the line, such as on foot.
    case gap
    /// No line, such as below the last node.
    case none
  }
}
