public import Foundation

/// A SQLite database in its own folder, which many tasks and processes can use at the same time.
///
/// The tasks of one process share one connection and use it in turn. When `write` returns, the
/// transaction is on the disk. A database that turns out to be damaged is renamed, and every row
/// that can still be read is copied into a new database. The database is closed when the last
/// reference to it is released.
public actor Database {
  /// The name of the database file in its folder.
  public static let fileName = "store.sqlite"

  private let location: DatabaseLocation
  /// Nil after a failed attempt to connect.
  private var connection: SQLiteConnection?

  /// Opens the database in `folder` and runs the migrations that it has not run yet.
  ///
  /// Creates the folder and the database when they do not exist. When this process may not write
  /// to them, or the disk is full, it reads from a copy in memory, which is empty when there is no
  /// database.
  /// - Parameters:
  ///   - folder: A folder that no other database uses.
  ///   - migrations: All statements that create or change tables, oldest first. Only append to this
  ///     list: the database stores how many of them it has run.
  ///   - busyTimeout: How long to wait while another process writes.
  ///   - openTimeout: How long the opening waits for another process; nil for as long as later work.
  ///   - onRecovery: Called after a damaged database was replaced.
  /// - Throws: `StoreError.unusable` when the folder or the file cannot be used, and
  ///   `StoreError.unknownVersion`, without any change, when a newer program has migrated the
  ///   database.
  public init(
    in folder: URL, migrations: [SQL], busyTimeout: Duration = .seconds(20),
    openTimeout: Duration? = nil,
    onRecovery: @escaping @Sendable (RecoveryReport) -> Void = { _ in }
  ) throws {
    location = DatabaseLocation(
      folder, migrations, openTimeout: openTimeout ?? busyTimeout, busyTimeout, onRecovery)
    connection = try location.connect()
  }

  /// Runs `body` in a read transaction, which sees one state of the database even while other
  /// processes write.
  /// - Throws: `StoreError`, or what `body` throws.
  public func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    try transaction(.read, body)
  }

  /// Runs `body` in a write transaction, which is rolled back when `body` throws.
  /// - Throws: `StoreError.readOnly` when the database cannot be written, `.unusable` when there is none
  ///   and none can be created, another `StoreError`, or what `body` throws.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    guard !location.isReadOnly else { throw StoreError.readOnly(location.file.path) }
    return try transaction(.write, body)
  }

  /// Runs a transaction, and runs it again on the recovered database when damage was found.
  private func transaction<Result>(
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

  private func currentConnection(for kind: Transaction.Kind) throws -> SQLiteConnection {
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
