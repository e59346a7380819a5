import Mediator

/// A table of the new database.
struct RecoveredTable {
  struct Column {
    let name: String
    let type: String
    let isRequired: Bool
    let isKey: Bool
  }

  let name: String
  private let connection: SQLiteConnection
  let columns: [Column]

  init(_ name: String, in connection: SQLiteConnection) throws {
    self.name = name
    self.connection = connection
    let statement = try Statement(
      "SELECT name, type, \"notnull\", pk FROM pragma_table_info(\(name))", on: connection)
    var columns: [Column] = []
    while try statement.step() {
      guard case .text(let column) = statement.value(at: 0),
        case .text(let type) = statement.value(at: 1)
      else { continue }
      columns.append(
        Column(
          name: column, type: type.uppercased(), isRequired: statement.value(at: 2) == .integer(1),
          isKey: statement.value(at: 3) == .integer(1)))
    }
    self.columns = columns
  }

  /// Inserts rows, and returns how many of them the table accepted. Rows with damaged values can
  /// violate constraints, which `OR IGNORE` does not report.
  func insert(_ rows: [BTreeReader.Row]) throws -> Int {
    try rows.count { row in
      let columns = columns.prefix(row.values.count)
      let names = columns.map(\.name.quoted).joined(separator: ", ")
      let placeholders = columns.map { _ in "?" }.joined(separator: ", ")
      let insert = SQL(
        "INSERT OR IGNORE INTO \(name.quoted) (\(names)) VALUES (\(placeholders))",
        values(of: row))
      do {
        let count = connection.changedRowCount
        _ = try Statement(insert, on: connection).step()
        return connection.changedRowCount > count
      } catch StoreError.constraint, StoreError.badStatement {
        return false
      }
    }
  }

  /// Whether all rows have the types of the columns.
  func accepts(_ rows: [BTreeReader.Row]) -> Bool {
    rows.allSatisfy { row in
      row.values.count <= columns.count
        && zip(columns, values(of: row)).allSatisfy { column, value in
          switch value {
          case .null: !column.isRequired
          case .integer: ["INTEGER", "REAL"].contains(column.type)
          case .real: column.type == "REAL"
          case .text: column.type == "TEXT"
          case .blob: column.type == "BLOB"
          }
        }
    }
  }

  /// The values by column. The row number stands for a key that is null.
  private func values(of row: BTreeReader.Row) -> [StoreValue] {
    zip(columns, row.values).map { column, value in
      column.isKey && value == .null ? .integer(row.rowID) : value
    }
  }
}

extension [RecoveredTable] {
  /// The only table whose columns have the types of the rows; nil for none or several. A row can
  /// have fewer values than columns, if a column was added later.
  func only(accepting rows: [BTreeReader.Row]) -> RecoveredTable? {
    let candidates = filter { $0.accepts(rows) }
    let complete = candidates.filter { table in
      rows.contains { $0.values.count == table.columns.count }
    }
    return candidates.count == 1 ? candidates[0] : complete.count == 1 ? complete[0] : nil
  }
}

extension BTreeReader.Row {
  /// Whether it seems to be the counter of an `AUTOINCREMENT` table, which is not recovered.
  var isCounter: Bool {
    guard values.count == 2, case .text = values[0], case .integer = values[1] else { return false }
    return true
  }
}

extension String {
  /// The name as an SQL identifier.
  var quoted: String { "\"\(replacingScalars { $0 == "\"" ? "\"\"" : nil })\"" }
}
