public import Console

/// One row of a section, ready to be drawn and the first link of the responder chain.
public struct ListRow: Identifiable, Sendable {
  /// What tells it from every other row of its section, whatever its content.
  public let id: String
  /// What it stands for.
  public let item: any ListItem
  /// What stands in the columns of a table; none in a section that draws text.
  public let cells: [Table.Cell]
  /// Draws the row of a section that draws text.
  let text: @Sendable (Page) -> String
  let respond: ListResponder
}

extension ListRow: Equatable {
  /// Whether both are the same row with the same content.
  public static func == (first: ListRow, second: ListRow) -> Bool {
    first.id == second.id && first.item.isEqual(to: second.item)
  }
}
