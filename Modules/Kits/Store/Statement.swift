import CSQLite
import Foundation

/// A prepared statement with its values bound. When it is released, its connection caches the
/// prepared statement for the next use.
@usableFromInline
final class Statement {
  /// SQLite's handle, valid as long as this object exists.
  @usableFromInline let handle: OpaquePointer
  private let connection: SQLiteConnection
  private let sql: String
  /// The columns that were read. A literal has the same address for each row. Only `index(of:)`
  /// uses the following two, and calls nothing meanwhile, so that no access overlaps another.
  @exclusivity(unchecked) private var known: [(name: UnsafePointer<UInt8>, index: Int32)] = []
  /// The position in `known` of the column that is read next if each row is read in the same order.
  @exclusivity(unchecked) private var next = 0

  init(_ sql: SQL, on connection: SQLiteConnection) throws(StoreError) {
    let cached = connection.takeStatement(sql.text)
    handle = if let cached { cached } else { try Self.prepare(sql.text, on: connection) }
    self.connection = connection
    self.sql = sql.text
    for (index, value) in sql.values.enumerated() {
      guard value.bind(to: handle, at: Int32(clamping: index + 1)) == SQLITE_OK else {
        throw connection.lastError(in: sql.text)
      }
    }
  }

  private static func prepare(
    _ sql: String, on connection: SQLiteConnection
  ) throws(StoreError) -> OpaquePointer {
    var prepared: OpaquePointer?
    // SQLite sets `end` to the end of the first statement; that pointer is used only in this
    // closure, while `text` is valid.
    let (code, rest) = sql.withCString { text in
      var end: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(connection.handle, text, -1, &prepared, &end)
      return (code, end.map { sql.utf8.dropFirst(text.distance(to: $0)) })
    }
    guard code == SQLITE_OK else { throw connection.lastError(in: sql) }
    guard let prepared else { throw .badStatement(sql, reason: "it is empty") }
    guard rest?.allSatisfy({ $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: ";") }) ?? true else {
      sqlite3_finalize(prepared)
      throw .badStatement(sql, reason: "it is more than one statement")
    }
    return prepared
  }

  deinit { connection.cache(handle, for: sql) }

  /// Whether the statement cannot change the database.
  var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// The index of the first column with a name.
  func index(of name: StaticString) throws(StoreError) -> Int32 {
    let start = name.utf8Start
    // An iterator would retain the array for each value.
    for _ in known.indices {
      if next == known.count { next = 0 }
      let column = known[next]
      next += 1
      if column.name == start { return column.index }
    }
    // Both texts end with a zero, and stay valid during the comparison.
    let text = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
    let index = (0..<sqlite3_column_count(handle)).first { index in
      sqlite3_column_name(handle, index).map { strcmp($0, text) == 0 } ?? false
    }
    guard let index else {
      throw .badColumn("\(name)", reason: "the result has no column with this name")
    }
    known.append((start, index))
    next = known.count
    return index
  }

  /// Moves to the next row; false when there is none.
  @usableFromInline
  func step() throws(StoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.lastError(in: sql)
    }
  }

  /// The value in a column of the current row, counted from 0.
  func value(at index: Int) -> StoreValue {
    StoreValue(in: handle, at: Int32(clamping: index))
  }
}
