import Console

/// A layout without the type of its items: draws rows that were made with it.
enum ListForm: Sendable {
  case table([(column: Table.Column, narrowestPage: Int)], isNumbered: Bool)
  case text
  case detail

  /// - Parameter first: How many rows of the list come before these.
  func text(of rows: [ListRow], from first: Int, on page: Page) -> String {
    switch self {
    case .text, .detail:
      return rows.map { $0.text(page) }.joined(separator: "\n")
    case .table(let columns, let isNumbered):
      let shown = columns.indices.filter { columns[$0].narrowestPage <= page.columns }
      let number: [Table.Column] = isNumbered ? [.init("", .right)] : []
      var table = Table(number + shown.map { columns[$0].column })
      for (index, row) in rows.enumerated() {
        let number: [Table.Cell] = isNumbered ? [.init("\(first + index + 1)", .dim)] : []
        table.append(number + shown.map { row.cells[$0] })
      }
      return table.text(on: page)
    }
  }
}
