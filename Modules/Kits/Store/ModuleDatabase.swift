import Foundation
import Mediator
public import ModuleManager
import Platform

/// The database of a module, which is opened at its first use.
///
/// ```swift
/// let database = ModuleDatabase(context, migrations: migrations)  // in the module's `init`
/// try await database.open()  // in `start`, so that the module fails early
/// await database.close()  // in `stop`
/// ```
public actor ModuleDatabase {
  /// Less than the deadline for the start of a module, so that the error names the lock.
  private static let openTimeout = Duration.seconds(8)

  private let folder: URL
  private let migrations: [SQL]
  private let log: Log
  private var opened: Database?

  /// Creates the database of a module without opening it. Reports about a damaged database go to the
  /// log of the module.
  /// - Parameters:
  ///   - context: The context of the module: its folder and log.
  ///   - migrations: All statements that create or change tables, oldest first; see `Database`.
  public init(_ context: ModuleContext, migrations: [SQL]) {
    self.init(in: context.folder, log: context.log, migrations: migrations)
  }

  init(in folder: URL, log: Log, migrations: [SQL]) {
    self.folder = folder
    self.migrations = migrations
    self.log = log
  }

  /// Opens the database, unless it is open.
  /// - Throws: `StoreError` when the folder or the database cannot be used.
  public func open() throws {
    _ = try database
  }

  /// Closes the database; the next use opens it again.
  public func close() {
    opened = nil
  }

  /// Runs `body` in a read transaction, as `Database.read` does.
  public func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result {
    try await database.read(body)
  }

  /// Runs `body` in a write transaction, as `Database.write` does.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result {
    try await database.write(body)
  }

  /// Runs `body` in a write transaction, and remembers the change that it records, as
  /// `Database.write(in:known:_:)` does.
  @discardableResult
  public func write<Result: Sendable>(
    in log: UndoLog, known: LastSeenChange,
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result {
    try await database.write(in: log, known: known, body)
  }

  /// Returns the changes of other processes from now on, for example to show them. The database is
  /// polled only while the next element is awaited. The stream ends when the database is closed.
  /// - Parameter interval: The polling interval.
  public func changesByOthers(
    every interval: Duration = .milliseconds(500), clock: any Clock<Duration> = .continuous
  ) async -> AsyncStream<Void> {
    let known = Lock(try? await version)
    return AsyncStream { [weak self] in
      while !Task.isCancelled, let self, await opened != nil {
        // A database that cannot be read now may be readable later.
        if let version = try? await version {
          let previous = known.withLock { known in
            defer { known = version }
            return known
          }
          if let previous, previous.differsByOthers(from: version) { return () }
        }
        try? await clock.sleep(for: interval)
      }
      return nil
    }
  }

  /// Nil if the database is closed.
  private var version: DataVersion? {
    get async throws { try await opened?.read { try $0.version } }
  }

  private var database: Database {
    get throws {
      if let opened { return opened }
      let database = try Database(
        in: folder, migrations: migrations, openTimeout: Self.openTimeout
      ) { [log] report in
        log.error("\(report)")
      }
      opened = database
      return database
    }
  }
}
