import CSQLite

/// A prepared statement with its values bound; it is finalised when it goes.
final class Statement {
  let pointer: OpaquePointer
  private let connection: SQLiteConnection
  private let sql: String

  init(_ sql: SQL, on connection: SQLiteConnection) throws(StoreError) {
    var prepared: OpaquePointer?
    let (code, rest) = sql.text.withCString { text in
      var rest: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(connection.pointer, text, -1, &prepared, &rest)
      return (code, rest.map { sql.text.utf8.dropFirst(text.distance(to: $0)) })
    }
    guard code == SQLITE_OK else { throw connection.lastError(in: sql.text) }
    guard let prepared else { throw .badStatement(sql.text, reason: "it is empty") }
    self.pointer = prepared
    self.connection = connection
    self.sql = sql.text
    guard rest?.allSatisfy({ $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: ";") }) ?? true else {
      throw .badStatement(sql.text, reason: "it is more than one statement")
    }
    for (index, value) in sql.values.enumerated() {
      guard value.bind(to: pointer, at: Int32(clamping: index + 1)) == SQLITE_OK else {
        throw connection.lastError(in: sql.text)
      }
    }
  }

  deinit { sqlite3_finalize(pointer) }

  /// Whether it leaves the database as it is.
  var isReadOnly: Bool { sqlite3_stmt_readonly(pointer) != 0 }

  /// The names of its columns.
  var columns: [String] {
    (0..<sqlite3_column_count(pointer)).map { index in
      sqlite3_column_name(pointer, index).map { String(cString: $0) } ?? ""
    }
  }

  /// Moves on to the next row; false when there is none.
  func step() throws(StoreError) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.lastError(in: sql)
    }
  }
}
