public import Documents

/// The item of a row: any value that can be compared and encoded.
public typealias ListItem = Encodable & Equatable & Sendable

/// One row of a section.
public struct ListRow: Identifiable, Sendable {
  /// The id, which is unique in the section.
  public let id: String
  /// The item that the row shows.
  public let item: any ListItem
  /// The cells of the row in a table; empty in other layouts.
  public let cells: [Text]
  /// The group under whose heading the row is; nil without groups.
  public let group: ListGroup?
  /// The row in a layout without cells, or where a page is too narrow for them.
  package let document: Document

  /// The row in Markdown, in which only text that is code has a style: its cells in one line, or
  /// what a layout without cells shows.
  public var markdown: String {
    guard !cells.isEmpty else { return document.markdown }
    let line = cells.filter { !$0.isEmpty }.joined(separator: .separator)
    return Document([.paragraph(line)]).markdown
  }
}

extension ListRow: Equatable {
  /// Whether both rows have the same id, equal items and the same group.
  public static func == (first: ListRow, second: ListRow) -> Bool {
    first.id == second.id && first.group == second.group && first.item.isEqual(to: second.item)
  }
}

extension Equatable {
  fileprivate func isEqual(to other: any Equatable) -> Bool { self == other as? Self }
}

/// The path of a row in a scene: its section and its id.
public struct RowPath: Sendable, Hashable {
  /// The id of the section.
  public let section: String
  /// The id of the row.
  public let row: ListRow.ID

  /// Creates a path.
  public init(section: String, row: ListRow.ID) {
    self.section = section
    self.row = row
  }
}
