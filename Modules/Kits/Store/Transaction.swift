import CSQLite
import Foundation

/// Runs statements in an open transaction. It cannot be stored, and therefore not used after the
/// transaction.
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
  /// - Throws: `StoreError.constraint` when a value violates a constraint of the table.
  @discardableResult
  public func run(_ sql: SQL) throws(StoreError) -> Int {
    let statement = try prepare(sql)
    while try statement.step() {}
    return Int(sqlite3_changes(connection.handle))
  }

  /// Decodes every row of a query's result.
  /// - Throws: `StoreError`, or what `decode` throws.
  @inlinable  // Specialized for the type of the rows, of which there can be very many.
  public func rows<Value>(
    _ sql: SQL,
    _ decode: (borrowing Row) throws -> Value
  ) throws -> [Value] {
    let statement = try prepare(sql)
    var values: [Value] = []
    while try statement.step() {
      let row = Row(of: statement)
      values.append(try decode(row))
    }
    return values
  }

  /// Decodes the first row of a query's result; nil when there is none.
  /// - Throws: `StoreError`, or what `decode` throws.
  public func first<Value>(
    _ sql: SQL,
    _ decode: (borrowing Row) throws -> Value
  ) throws -> Value? {
    let statement = try prepare(sql)
    guard try statement.step() else { return nil }
    let row = Row(of: statement)
    return try decode(row)
  }

  /// The state of the database that the transaction sees.
  /// - Throws: `StoreError`
  public var dataVersion: DataVersion {
    get throws(StoreError) {
      let statement = try prepare("PRAGMA data_version")
      var others = 0
      if try statement.step(), case .integer(let version) = statement.value(at: 0) {
        others = version
      }
      return DataVersion(connection: connection.id, others: others, own: connection.changedRowCount)
    }
  }

  var publicationContext: PublicationContext? { connection.publicationContext }

  func afterCommit(_ publish: @escaping SQLiteConnection.Publication) {
    connection.publications.append(publish)
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

/// One row of a query's result. It cannot be stored, and therefore not read after the query has
/// moved to the next row.
public struct Row: ~Copyable {
  private let statement: Statement

  @usableFromInline
  init(of statement: Statement) {
    self.statement = statement
  }

  // The subscripts for texts avoid an intermediate `StoreValue`: most columns are texts.

  /// The text in the column with a name.
  /// - Throws: `StoreError.badColumn` when there is no such column or it contains no text.
  public subscript(_ name: StaticString) -> String {
    get throws(StoreError) {
      let index = try statement.index(of: name)
      if let text = StoreValue.text(in: statement.handle, at: index) { return text }
      return try value(index, name)
    }
  }

  /// The text in the column with a name; nil for null.
  /// - Throws: `StoreError.badColumn` when there is no such column or it contains something else.
  public subscript(_ name: StaticString) -> String? {
    get throws(StoreError) {
      let index = try statement.index(of: name)
      if let text = StoreValue.text(in: statement.handle, at: index) { return text }
      return try value(index, name)
    }
  }

  /// The value in the column with a name.
  /// - Throws: `StoreError.badColumn` when there is no such column or its value has another type.
  public subscript<Value: Storable>(_ name: StaticString) -> Value {
    get throws(StoreError) { try value(statement.index(of: name), name) }
  }

  private func value<Value: Storable>(
    _ index: Int32, _ name: StaticString
  ) throws(StoreError) -> Value {
    let found = StoreValue(in: statement.handle, at: index)
    guard let value = Value(stored: found) else {
      throw .badColumn("\(name)", reason: "expected \(Value.self), found \(found.typeName)")
    }
    return value
  }
}

/// Identifies one state of a database as one connection sees it. Data that was read in an equal
/// state is still current.
public struct DataVersion: Hashable, Sendable {
  /// The connection; the following two numbers cannot be compared between connections.
  let connection: UUID
  /// SQLite's `data_version`, which differs after another connection has changed the database.
  let others: Int
  /// How many rows this connection has changed.
  let own: Int
}
