import CSQLite

/// The way to a database while a transaction lasts; it cannot be kept beyond.
public struct Transaction: ~Copyable {
  enum Kind: String {
    case read = "BEGIN"
    case write = "BEGIN IMMEDIATE"
  }

  private let kind: Kind
  private let connection: SQLiteConnection

  init(_ kind: Kind, on connection: SQLiteConnection) {
    self.kind = kind
    self.connection = connection
  }

  /// Runs one statement and returns how many rows it inserted, updated or deleted.
  /// - Throws: `StoreError.constraint` when a value breaks a rule of the table.
  @discardableResult
  public func run(_ sql: SQL) throws(StoreError) -> Int {
    let statement = try prepare(sql)
    while try statement.step() {}
    return Int(sqlite3_changes(connection.pointer))
  }

  /// Decodes every row that a query finds.
  /// - Throws: `StoreError`, or what `decode` throws.
  @inlinable  // Many rows want code for their type.
  public func rows<Value>(
    _ sql: SQL,
    _ decode: (borrowing Row) throws -> Value
  ) throws -> [Value] {
    let statement = try prepare(sql)
    var values: [Value] = []
    while try statement.step() {
      let row = Row(of: statement.pointer)
      values.append(try decode(row))
    }
    return values
  }

  /// Decodes the first row that a query finds; nil when it finds none.
  /// - Throws: `StoreError`, or what `decode` throws.
  public func first<Value>(
    _ sql: SQL,
    _ decode: (borrowing Row) throws -> Value
  ) throws -> Value? {
    let statement = try prepare(sql)
    guard try statement.step() else { return nil }
    let row = Row(of: statement.pointer)
    return try decode(row)
  }

  /// What the transaction sees; the same as long as no process changes it.
  /// - Throws: `StoreError`
  public var version: DataVersion {
    get throws(StoreError) {
      let statement = try prepare("PRAGMA data_version")
      let others = try statement.step() ? Int(sqlite3_column_int64(statement.pointer, 0)) : 0
      return DataVersion(connection: connection.id, others: others, own: connection.changes)
    }
  }

  @usableFromInline
  func prepare(_ sql: SQL) throws(StoreError) -> Statement {
    let statement = try Statement(sql, on: connection)
    guard kind == .write || statement.isReadOnly else {
      throw .badStatement(sql.text, reason: "it writes in a transaction that reads")
    }
    return statement
  }
}
