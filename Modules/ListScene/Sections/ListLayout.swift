public import Console

/// How a section draws its items.
public struct ListLayout<Item: ListItem>: Sendable {
  let form: ListForm
  private let cells: @Sendable (Item) -> [Table.Cell]
  private let text: @Sendable (Item, Page) -> String

  /// A row for each item.
  public static func table(_ columns: ListColumn<Item>...) -> ListLayout {
    table(columns, isNumbered: false)
  }

  /// A row for each item with its number before it, by which a person may name it.
  public static func numberedTable(_ columns: ListColumn<Item>...) -> ListLayout {
    table(columns, isNumbered: true)
  }

  /// A text for each item, as in a banner. The text must be `printable` and within the page.
  public static func text(_ text: @escaping @Sendable (Item, Page) -> String) -> ListLayout {
    ListLayout(form: .text, cells: { _ in [] }, text: text)
  }

  /// The whole of one item, which is also one value as JSON. The text must be `printable` and
  /// within the page.
  public static func detail(_ text: @escaping @Sendable (Item, Page) -> String) -> ListLayout {
    ListLayout(form: .detail, cells: { _ in [] }, text: text)
  }

  /// Draws items, without a final newline.
  public func text(of items: [Item], on page: Page) -> String {
    let rows = items.map { row(for: $0, id: "") { $0 } }
    return form.lines(of: rows, from: 0, on: page).map(\.text).joined(separator: "\n")
  }

  func row(for item: Item, id: String, respond: @escaping ListResponder) -> ListRow {
    ListRow(
      id: id, item: item, cells: cells(item), text: { [text] in text(item, $0) }, respond: respond)
  }

  private static func table(_ columns: [ListColumn<Item>], isNumbered: Bool) -> ListLayout {
    ListLayout(
      form: .table(columns.map { ($0.column, $0.narrowestPage) }, isNumbered: isNumbered),
      cells: { item in columns.map { $0.cell(item) } }, text: { _, _ in "" })
  }
}
