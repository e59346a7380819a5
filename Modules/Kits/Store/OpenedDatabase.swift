import Foundation
import ModuleManager

/// A database with the only connection of this process to it. Its owner must ensure that only one
/// thread at a time uses it.
struct OpenedDatabase {
  private var location: DatabaseLocation
  private let publicationContext: PublicationContext?
  /// Nil while the database is closed, and after a failed attempt to connect.
  private var connection: SQLiteConnection? {
    didSet { connection?.publicationContext = publicationContext }
  }
  private var isOpen = false

  init(_ location: DatabaseLocation, _ publicationContext: PublicationContext?) {
    self.location = location
    self.publicationContext = publicationContext
  }

  /// Connects, unless the database is open.
  /// - Returns: Whether it has connected.
  @discardableResult
  mutating func open() throws -> Bool {
    guard !isOpen else { return false }
    connection = try location.connect()
    isOpen = true
    return true
  }

  mutating func close() { (connection, isOpen) = (nil, false) }

  /// Whether this process may write to the database, which is opened.
  var canWrite: Bool {
    mutating get throws {
      try open()
      return !location.isReadOnly
    }
  }

  /// Runs a write transaction.
  /// - Returns: What `body` returns, and what publishes its events.
  mutating func write<Result>(
    _ body: (borrowing Transaction) throws -> Result
  ) throws -> (Result, publications: [SQLiteConnection.Publication]) {
    guard try canWrite else { throw StoreError.readOnly(location.file.path) }
    let result = try transaction(.write, body)
    defer { connection?.publications = [] }
    return (result, connection?.publications ?? [])
  }

  /// Runs a transaction, and runs it again on the recovered database when damage was found.
  mutating func transaction<Result>(
    _ kind: Transaction.Kind, _ body: (borrowing Transaction) throws -> Result
  ) throws -> Result {
    do {
      return try currentConnection(for: kind).transaction(kind, body)
    } catch is ReplacedDatabase {
      connection = nil
      return try currentConnection(for: kind).transaction(kind, body)
    } catch StoreError.damaged(_, let reason) {
      // The recovery reads the file, which this process may not have open.
      connection = nil
      let recovered = try location.recoverAndConnect(because: reason)
      connection = recovered
      return try recovered.transaction(kind, body)
    }
  }

  private mutating func currentConnection(
    for kind: Transaction.Kind
  ) throws -> SQLiteConnection {
    try open()
    if let connection, !connection.isCopy || location.isReadOnly { return connection }
    do {
      // The disk may have space again.
      let new = try location.connectToFile()
      connection = new
      return new
    } catch let error as StoreError {
      guard case .read = kind, case .unusable = error, let connection else { throw error }
      return connection
    }
  }
}
