public import Documents
public import Mediator

/// One column of a table of items.
public struct ListColumn<Item>: Sendable {
  let column: Table.Column
  let cell: @Sendable (Item) -> Text
  /// The value of an item after the title of the column, in a list of all its fields.
  let definition: @Sendable (Item) -> Text

  /// Creates a column.
  /// - Parameters:
  ///   - title: The title in the header.
  ///   - alignment: The alignment of the cells.
  ///   - isFlexible: Whether the cells may be cut on a narrow page.
  ///   - minimumPageWidth: The width of the narrowest page, in columns, that may show this column; 0 if all
  ///     pages do.
  ///   - cell: The cell of an item.
  public init(
    _ title: LocalizedText = "", _ alignment: Alignment = .left, isFlexible: Bool = false,
    minimumPageWidth: Int = 0, cell: @escaping @Sendable (Item) -> Text
  ) {
    column = Table.Column(
      title, alignment, isFlexible: isFlexible, minimumPageWidth: minimumPageWidth)
    self.cell = cell
    definition = cell
  }

  /// Creates the column of a field, whose value no page leaves out.
  /// - Parameter definition: The value after the title of the column; nil if it is the cell.
  init(
    field title: LocalizedText, _ alignment: Alignment = .left, isFlexible: Bool = false,
    minimumPageWidth: Int, definition: (@Sendable (Item) -> Text)? = nil,
    cell: @escaping @Sendable (Item) -> Text
  ) {
    column = Table.Column(
      title, alignment, isFlexible: isFlexible, minimumPageWidth: minimumPageWidth,
      isShownBelow: true)
    self.cell = cell
    self.definition = definition ?? cell
  }
}

/// The layout of a section's items.
public struct ListLayout<Item: ListItem>: Sendable {
  let erased: AnyListLayout
  /// The columns of a table; empty in other layouts.
  private var columns: [ListColumn<Item>] = []
  private let cells: @Sendable (Item) -> [Text]
  private let document: @Sendable (Item) -> Document

  /// A table with one row for each item.
  public static func table(_ columns: ListColumn<Item>...) -> ListLayout { table(columns) }

  /// A table with one row for each item, whose columns are only known at run time.
  public static func table(_ columns: [ListColumn<Item>]) -> ListLayout {
    table(columns, isNumbered: false)
  }

  /// A table with one row for each item, and its number, by which the user can select it.
  public static func numberedTable(_ columns: ListColumn<Item>...) -> ListLayout {
    table(columns, isNumbered: true)
  }

  /// A table on a page of at least `width` columns, and on a narrower page a document for each
  /// item.
  public static func table(
    from width: Int, _ columns: ListColumn<Item>...,
    narrower document: @escaping @Sendable (Item) -> Document
  ) -> ListLayout {
    table(columns, isNumbered: false, minimumWidth: width, document: document)
  }

  /// A document for each item.
  public static func rows(_ document: @escaping @Sendable (Item) -> Document) -> ListLayout {
    ListLayout(erased: .rows, cells: { _ in [] }, document: document)
  }

  /// A document with all details of a single item. In JSON, the section is that item and not a
  /// list.
  public static func detail(_ document: @escaping @Sendable (Item) -> Document) -> ListLayout {
    ListLayout(erased: .detail, cells: { _ in [] }, document: document)
  }

  /// The items one below the other, as the answer of a command shows them.
  public func document(of items: [Item]) -> Document {
    erased.document(of: items.map { row(for: $0, id: "") }, from: 0)
  }

  /// The layout of a single item with all that this one shows of it.
  func detail(titled title: @escaping @Sendable (Item) -> String) -> ListLayout {
    columns.isEmpty ? .detail { document(of: [$0]) } : .detail(title, columns)
  }

  func row(for item: Item, id: String, in group: ListGroup? = nil) -> ListRow {
    ListRow(id: id, item: item, cells: cells(item), group: group, document: document(item))
  }

  private static func table(
    _ columns: [ListColumn<Item>], isNumbered: Bool, minimumWidth: Int = 0,
    document: @escaping @Sendable (Item) -> Document = { _ in [] }
  ) -> ListLayout {
    ListLayout(
      erased: .table(columns.map(\.column), isNumbered: isNumbered, minimumWidth: minimumWidth),
      columns: columns, cells: { item in columns.map { $0.cell(item) } }, document: document)
  }
}

/// A layout without the type of its items. It draws rows that the typed layout created.
package enum AnyListLayout: Sendable {
  case table([Table.Column], isNumbered: Bool, minimumWidth: Int)
  case rows
  case detail

  package var isTable: Bool { if case .table = self { true } else { false } }

  /// Whether one item is shown, which presenters do not select.
  var isDetail: Bool { if case .detail = self { true } else { false } }

  /// The rows below the headings of their groups.
  /// - Parameter first: The number of rows of the list before these.
  package func document(of rows: [ListRow], from first: Int) -> Document {
    switch self {
    case .table: rows.isEmpty ? [] : [.table(table(of: rows, from: first))]
    case .rows:
      Document(
        rows.chunked(by: { $0.group == $1.group }).map { rows in
          let heading = rows[0].heading(after: nil) ?? []
          return .group(heading.blocks + rows.flatMap(\.document.blocks))
        })
    case .detail: Document(rows.flatMap(\.document.blocks))
    }
  }

  package func table(of rows: [ListRow], from first: Int) -> Table {
    guard case .table(let columns, let isNumbered, let width) = self else { return Table() }
    var table = Table(from: width, (isNumbered ? [.init("", .right)] : []) + columns)
    for (index, row) in rows.enumerated() {
      if let heading = row.heading(after: index > 0 ? rows[index - 1] : nil) {
        table.append(heading: heading)
      }
      let number: [Text] = isNumbered ? [.init("\(first + index + 1)", .faint)] : []
      table.append(number + row.cells, narrower: row.document)
    }
    return table
  }
}

extension ListRow {
  /// The heading of the row's group; nil if the row before it is in the same one.
  package func heading(after row: ListRow?) -> Document? {
    guard let group, group != row?.group else { return nil }
    return [.paragraph(Text(.capitalized(group.title), group.urgency.title))]
  }
}

extension Array {
  /// The elements in parts of neighbours that belong together.
  fileprivate func chunked(by belong: (Element, Element) -> Bool) -> [[Element]] {
    reduce(into: []) { parts, element in
      if let last = parts.last?.last, belong(last, element) {
        parts[parts.count - 1].append(element)
      } else {
        parts.append([element])
      }
    }
  }
}
