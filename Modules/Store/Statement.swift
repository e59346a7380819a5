import CSQLite

/// A prepared statement with its values bound; its connection keeps it for the next use.
@usableFromInline
final class Statement {
  @usableFromInline let pointer: OpaquePointer
  private let connection: SQLiteConnection
  private let sql: String

  init(_ sql: SQL, on connection: SQLiteConnection) throws(StoreError) {
    let idle = connection.takeStatement(sql.text)
    pointer = if let idle { idle } else { try Self.prepare(sql.text, on: connection) }
    self.connection = connection
    self.sql = sql.text
    for (index, value) in sql.values.enumerated() {
      guard value.bind(to: pointer, at: Int32(clamping: index + 1)) == SQLITE_OK else {
        throw connection.lastError(in: sql.text)
      }
    }
  }

  private static func prepare(
    _ sql: String, on connection: SQLiteConnection
  ) throws(StoreError) -> OpaquePointer {
    var prepared: OpaquePointer?
    let (code, rest) = sql.withCString { text in
      var rest: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(connection.pointer, text, -1, &prepared, &rest)
      return (code, rest.map { sql.utf8.dropFirst(text.distance(to: $0)) })
    }
    guard code == SQLITE_OK else { throw connection.lastError(in: sql) }
    guard let prepared else { throw .badStatement(sql, reason: "it is empty") }
    guard rest?.allSatisfy({ $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: ";") }) ?? true else {
      sqlite3_finalize(prepared)
      throw .badStatement(sql, reason: "it is more than one statement")
    }
    return prepared
  }

  deinit { connection.keep(pointer, sql) }

  /// Whether it leaves the database as it is.
  var isReadOnly: Bool { sqlite3_stmt_readonly(pointer) != 0 }

  /// The names of its columns.
  var columns: [String] {
    (0..<sqlite3_column_count(pointer)).map { index in
      sqlite3_column_name(pointer, index).map { String(cString: $0) } ?? ""
    }
  }

  /// Moves on to the next row; false when there is none.
  @usableFromInline
  func step() throws(StoreError) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.lastError(in: sql)
    }
  }
}
