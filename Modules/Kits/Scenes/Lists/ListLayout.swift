public import Console
public import Documents
public import Mediator

/// One column of a table of items.
public struct ListColumn<Item>: Sendable {
  let column: Table.Column
  let minimumPageWidth: Int
  let cell: @Sendable (Item) -> Text

  /// Creates a column.
  /// - Parameters:
  ///   - title: The title in the header.
  ///   - alignment: The alignment of the cells.
  ///   - isFlexible: Whether the cells may be cut on a narrow page.
  ///   - minimumPageWidth: The width of the narrowest page, in columns, that shows this column.
  ///   - cell: The cell of an item.
  public init(
    _ title: LocalizedText = "", _ alignment: Alignment = .left, isFlexible: Bool = false,
    minimumPageWidth: Int = 0, cell: @escaping @Sendable (Item) -> Text
  ) {
    column = Table.Column(title, alignment, isFlexible: isFlexible)
    self.minimumPageWidth = minimumPageWidth
    self.cell = cell
  }
}

/// The layout of a section's items.
public struct ListLayout<Item: ListItem>: Sendable {
  let erased: AnyListLayout
  private let cells: @Sendable (Item) -> [Text]
  private let text: @Sendable (Item, Page) -> String

  /// A table with one row for each item.
  public static func table(_ columns: ListColumn<Item>...) -> ListLayout {
    table(columns, isNumbered: false)
  }

  /// A table with one row for each item, whose columns are only known at run time.
  public static func table(_ columns: [ListColumn<Item>]) -> ListLayout {
    table(columns, isNumbered: false)
  }

  /// A table with one row for each item, and its number, by which the user can select it.
  public static func numberedTable(_ columns: ListColumn<Item>...) -> ListLayout {
    table(columns, isNumbered: true)
  }

  /// A table on a page of at least `width` columns, and on a narrower page a text for each item. The
  /// text must be `printable` and fit the page.
  public static func table(
    from width: Int, _ columns: ListColumn<Item>...,
    narrower text: @escaping @Sendable (Item, Page) -> String
  ) -> ListLayout {
    table(columns, isNumbered: false, minimumWidth: width, text: text)
  }

  /// A text for each item. The text must be `printable` and fit the page.
  public static func text(_ text: @escaping @Sendable (Item, Page) -> String) -> ListLayout {
    ListLayout(erased: .text, cells: { _ in [] }, text: text)
  }

  /// A text with all details of a single item. In JSON, the section is that item and not a list.
  /// The text must be `printable` and fit the page.
  public static func detail(_ text: @escaping @Sendable (Item, Page) -> String) -> ListLayout {
    ListLayout(erased: .detail, cells: { _ in [] }, text: text)
  }

  /// Draws items without a final newline.
  public func text(of items: [Item], on page: Page) -> String {
    let rows = items.map { row(for: $0, id: "") }
    return erased.lines(of: rows, from: 0, on: page).map(\.text).joined(separator: "\n")
  }

  func row(for item: Item, id: String, in group: ListGroup? = nil) -> ListRow {
    ListRow(
      id: id, item: item, cells: cells(item), group: group, text: { [text] in text(item, $0) })
  }

  private static func table(
    _ columns: [ListColumn<Item>], isNumbered: Bool, minimumWidth: Int = 0,
    text: @escaping @Sendable (Item, Page) -> String = { _, _ in "" }
  ) -> ListLayout {
    ListLayout(
      erased: .table(
        columns.map { ($0.column, $0.minimumPageWidth) }, isNumbered: isNumbered,
        minimumWidth: minimumWidth),
      cells: { item in columns.map { $0.cell(item) } }, text: text)
  }
}

/// A layout without the type of its items. It draws rows that the typed layout created.
enum AnyListLayout: Sendable {
  /// - `minimumWidth`: On a narrower page, each row is its text.
  case table(
    [(column: Table.Column, minimumPageWidth: Int)], isNumbered: Bool, minimumWidth: Int)
  case text
  case detail

  var isTable: Bool { if case .table = self { true } else { false } }

  var isDetail: Bool { if case .detail = self { true } else { false } }

  /// The lines of `rows`. Each line has the index of the row that it belongs to, or nil if it
  /// cannot be selected.
  /// - Parameter first: The number of rows of the list before these.
  func lines(
    of rows: [ListRow], from first: Int, on page: Page
  ) -> [(text: String, row: Int?)] {
    switch self {
    case .table(_, _, let width) where page.columns < width: return texts(of: rows, on: page)
    case .text: return texts(of: rows, on: page)
    case .detail:
      return rows.flatMap { $0.text(page).lines.map { ($0, nil) } }
    case .table(let columns, let isNumbered, _):
      let shown = columns.indices.filter { columns[$0].minimumPageWidth <= page.columns }
      let number: [Table.Column] = isNumbered ? [.init("", .right)] : []
      var table = Table(number + shown.map { columns[$0].column })
      for (index, row) in rows.enumerated() {
        let number: [Text] = isNumbered ? [.init("\(first + index + 1)", .faint)] : []
        table.append(number + shown.map { row.cells[$0] })
      }
      let lines = table.text(on: page).lines
      let header = lines.count - rows.count
      return lines.enumerated().map { index, line in
        (line, index < header ? nil : index - header)
      }
    }
  }

  private func texts(of rows: [ListRow], on page: Page) -> [(text: String, row: Int?)] {
    rows.indices.flatMap { index in rows[index].text(page).lines.map { ($0, index) } }
  }
}

extension String {
  fileprivate var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
