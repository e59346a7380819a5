package import Foundation
public import ModuleManager
import Platform

/// A SQLite database in its own folder, which many tasks and processes can use at the same time.
///
/// ```swift
/// let database = Database(context, migrations: ["CREATE TABLE wish (title TEXT NOT NULL)"])
/// try await database.write { try $0.run("INSERT INTO wish VALUES (\(title))") }
/// let titles = try await database.read { transaction in
///   try transaction.rows("SELECT title FROM wish") { try $0["title"] as String }
/// }
/// ```
///
/// The tasks of one process share one connection and use it in turn. When `write` returns, the
/// transaction is on the disk. A database that turns out to be damaged is renamed, and every row
/// that can still be read is copied into a new database. The database is closed when the last
/// reference to it is released. A module that keeps one is a `DatabaseModule`.
public actor Database {
  /// The name of the database file in its folder.
  public static let fileName = "store.sqlite"

  /// Less than the deadline for the start of a module, so that the error names the lock.
  private static let moduleOpenTimeout = Duration.seconds(8)

  private var opened: OpenedDatabase
  /// Nil for a database that belongs to no module.
  let publicationContext: PublicationContext?

  /// Creates the database of a module, which is opened at its first use. Reports about a damaged
  /// database go to the log of the module.
  /// - Parameters:
  ///   - context: The context of the module: its folder and log.
  ///   - migrations: All statements that create or change tables, oldest first. Only append to this
  ///     list: the database stores how many of them it has run.
  public init(_ context: ModuleContext, migrations: [SQL]) {
    let publicationContext = PublicationContext(context)
    self.publicationContext = publicationContext
    opened = OpenedDatabase(
      DatabaseLocation(
        folder: context.folder, migrations: migrations, openTimeout: Self.moduleOpenTimeout,
        busyTimeout: .seconds(20)
      ) { [log = context.log] report in log.error("\(report)") }, publicationContext)
  }

  /// Opens the database in `folder`, which no other database uses.
  /// - Parameters:
  ///   - busyTimeout: How long to wait while another process writes.
  ///   - openTimeout: How long the opening waits for another process; nil for as long as later
  ///     work.
  ///   - onRecovery: Called after a damaged database was replaced.
  /// - Throws: As `open` does.
  package init(
    in folder: URL, migrations: [SQL], busyTimeout: Duration = .seconds(20),
    openTimeout: Duration? = nil,
    onRecovery: @escaping @Sendable (RecoveryReport) -> Void = { _ in }
  ) throws {
    publicationContext = nil
    var opened = OpenedDatabase(
      DatabaseLocation(
        folder: folder, migrations: migrations, openTimeout: openTimeout ?? busyTimeout,
        busyTimeout: busyTimeout, onRecovery: onRecovery), nil)
    try opened.open()
    self.opened = opened
  }

  /// Opens the database, unless it is open, and runs the migrations that it has not run yet.
  ///
  /// Creates the folder and the database when they do not exist. When this process may not write
  /// to them, or the disk is full, it reads from a copy in memory, which is empty when there is no
  /// database.
  /// - Throws: `StoreError.unusable` when the folder or the file cannot be used, and
  ///   `StoreError.unknownVersion`, without any change, when a newer program has migrated the
  ///   database.
  public func open() throws {
    guard try opened.open(), let context = publicationContext, let followers else { return }
    // Events whose follower the app did not have for a time.
    let due = try? opened.transaction(.read) { try $0.firstDue(for: followers) }
    if let due { try? context.waitingEvents.add(context.name, dueAt: due, at: context.now()) }
  }

  /// Closes the database; the next use opens it again.
  public func close() {
    opened.close()
  }

  /// Runs `body` in a read transaction, which sees one state of the database even while other
  /// processes write.
  /// - Throws: `StoreError`, or what `body` throws.
  public func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    try opened.transaction(.read, body)
  }

  /// Runs `body` in a write transaction, which is rolled back when `body` throws.
  /// - Throws: `StoreError.readOnly` when the database cannot be written, `.unusable` when there is
  ///   none and none can be created, another `StoreError`, or what `body` throws.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    let (result, publications) = try opened.write(body)
    for publish in publications { publish(self) }
    return result
  }

  /// Whether this process may write to the database.
  var canWrite: Bool {
    get throws { try opened.canWrite }
  }
}

/// A module that keeps its data in a database, which it opens when it starts and closes when it
/// stops.
public protocol DatabaseModule: Module, PublishingModule {
  /// The database of the module.
  var database: Database { get }
}

extension DatabaseModule {
  /// Opens the database.
  /// - Throws: `StoreError` when the folder or the database in it cannot be used.
  public func start() async throws { try await database.open() }

  /// Closes the database.
  public func stop() async { await database.close() }

  /// The events that were published in transactions of the database.
  public var publications: any PublicationRegistry { database }
}
