public import Mediator

/// A table with aligned columns.
///
/// ```swift
/// var table = Table(.init("product", isFlexible: true), .init("price", .right))
/// table.append("Green tea", "3.20")
/// ```
public struct Table: Sendable, Hashable {
  package let columns: [Column]
  package private(set) var rows: [[Text]] = []

  /// Creates a table without rows.
  public init(_ columns: Column...) {
    self.init(columns)
  }

  /// Creates a table without rows.
  public init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row; missing cells are empty, and cells after the last column are ignored.
  public mutating func append(_ cells: Text...) {
    append(cells)
  }

  /// Adds a row; missing cells are empty, and cells after the last column are ignored.
  public mutating func append(_ cells: [Text]) {
    rows.append(Array(cells.prefix(columns.count)))
  }

  /// One column of a table.
  public struct Column: Sendable, Hashable {
    /// The title in the header; a table whose titles are all empty has no header.
    public let title: LocalizedText
    /// The alignment of the cells.
    public let alignment: Alignment
    /// Whether the cells may be cut where there is too little room.
    public let isFlexible: Bool

    /// Creates a column.
    public init(
      _ title: LocalizedText = "", _ alignment: Alignment = .left, isFlexible: Bool = false
    ) {
      self.title = title
      self.alignment = alignment
      self.isFlexible = isFlexible
    }
  }
}

/// The alignment of a text in a wider field.
public enum Alignment: Sendable, Hashable {
  /// On the left, for words.
  case left
  /// On the right, for numbers.
  case right
}
