/// Rows of texts to be shared.
public struct ShareTable: Codable, Hashable, Sendable {
  /// The titles of its columns.
  public let columns: [String]
  /// The rows, each with a text for every column.
  public let rows: [[String]]

  /// Composes a table.
  public init(columns: [String], rows: [[String]]) {
    self.columns = columns
    self.rows = rows
  }
}
