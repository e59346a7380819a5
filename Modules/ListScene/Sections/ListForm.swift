import Console

/// A layout without the type of its items: draws rows that were made with it.
enum ListForm: Sendable {
  case table([(column: Table.Column, narrowestPage: Int)], isNumbered: Bool)
  case text
  case detail

  /// The lines, each with the place in `rows` of the row that may be selected there.
  /// - Parameter first: How many rows of the list come before these.
  func lines(
    of rows: [ListRow], from first: Int, on page: Page
  ) -> [(text: String, row: Int?)] {
    switch self {
    case .text:
      return rows.indices.flatMap { index in rows[index].text(page).lines.map { ($0, index) } }
    case .detail:
      return rows.flatMap { $0.text(page).lines.map { ($0, nil) } }
    case .table(let columns, let isNumbered):
      let shown = columns.indices.filter { columns[$0].narrowestPage <= page.columns }
      let number: [Table.Column] = isNumbered ? [.init("", .right)] : []
      var table = Table(number + shown.map { columns[$0].column })
      for (index, row) in rows.enumerated() {
        let number: [Table.Cell] = isNumbered ? [.init("\(first + index + 1)", .dim)] : []
        table.append(number + shown.map { row.cells[$0] })
      }
      let lines = table.text(on: page).lines
      let header = lines.count - rows.count
      return lines.enumerated().map { index, line in
        (line, index < header ? nil : index - header)
      }
    }
  }
}

extension String {
  fileprivate var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
