public import Mediator

/// A table with aligned columns.
///
/// ```swift
/// var table = Table(.init("product", isFlexible: true), .init("price", .right))
/// table.append("Green tea", "3.20")
/// ```
public struct Table: Sendable, Hashable {
  package let columns: [Column]
  package private(set) var rows: [Row] = []
  /// The width of the narrowest page with a table; on a narrower one, each row is its `narrower`
  /// document.
  package let minimumPageWidth: Int

  /// Creates a table without rows.
  public init(_ columns: Column...) {
    self.init(columns)
  }

  /// Creates a table without rows.
  /// - Parameter width: The width of the narrowest page, in columns, that shows the table. On a
  ///   narrower one, each row is its document.
  public init(from width: Int = 0, _ columns: [Column]) {
    self.columns = columns
    minimumPageWidth = width
  }

  /// Adds a row; missing cells are empty, and cells after the last column are ignored.
  public mutating func append(_ cells: Text...) { append(cells) }

  /// Adds a row; missing cells are empty, and cells after the last column are ignored.
  /// - Parameter narrower: What replaces the row where the page is too narrow for the table.
  public mutating func append(_ cells: [Text], narrower: Document = []) {
    rows.append(Row(cells: Array(cells.prefix(columns.count)), narrower: narrower))
  }

  /// Adds a heading above the rows that follow. All rows share the widths of the columns.
  public mutating func append(heading: Document) { rows.append(Row(cells: [], heading: heading)) }

  package struct Row: Sendable, Hashable {
    package let cells: [Text]
    package var narrower: Document = []
    /// What stands in place of cells; nil for a row of cells.
    package var heading: Document?
  }

  /// One column of a table.
  public struct Column: Sendable, Hashable {
    /// The title in the header; a table whose titles are all empty has no header.
    public let title: LocalizedText
    /// The alignment of the cells.
    public let alignment: Alignment
    /// Whether the cells may be cut where there is too little room.
    public let isFlexible: Bool
    /// The width of the narrowest page, in columns, that may show this column; 0 if all
    /// pages do.
    public let minimumPageWidth: Int
    /// Whether a page without room for the column shows its cells below the rows, after its title,
    /// instead of leaving them out.
    public let isShownBelow: Bool

    /// Creates a column.
    public init(
      _ title: LocalizedText = "", _ alignment: Alignment = .left, isFlexible: Bool = false,
      minimumPageWidth: Int = 0, isShownBelow: Bool = false
    ) {
      self.title = title
      self.alignment = alignment
      self.isFlexible = isFlexible
      self.minimumPageWidth = minimumPageWidth
      self.isShownBelow = isShownBelow
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
