public import Foundation

/// A SQLite database in a folder of its own, for as many tasks and processes at once as like.
///
/// Tasks of one process take turns at one connection. What a transaction wrote is on the disk when
/// `write` returns. The database closes when nobody refers to it any more.
public actor Database {
  /// The name of the database's file in its folder.
  public static let fileName = "store.sqlite"

  private let connection: SQLiteConnection

  /// Opens the database in `folder`, both created when missing, and brings it up to date.
  /// - Parameters:
  ///   - folder: A folder that no other database uses.
  ///   - migrations: All statements that ever shaped the database, the oldest first. They are only
  ///     added to: the database remembers how many of them it has seen.
  ///   - patience: How long to wait for another process that is writing.
  /// - Throws: `StoreError.unusable` when the folder or the file cannot be used, and
  ///   `StoreError.unknownVersion`, with nothing changed, when a newer program has been there.
  public init(
    in folder: URL,
    migrations: [SQL],
    patience: Duration = .seconds(5)
  ) throws {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw StoreError.unusable(folder.path, reason: "the folder cannot be created")
    }
    let file = folder.appendingPathComponent(Self.fileName)
    connection = try SQLiteConnection(path: file.path, patience: patience)
    try connection.migrate(through: migrations)
  }

  /// Reads in one transaction: `body` sees one state of the database, whoever writes meanwhile.
  /// - Throws: `StoreError`, or what `body` throws.
  public func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    try connection.transaction(.read, body)
  }

  /// Reads and writes in one transaction: all of it is kept, or nothing when `body` throws.
  /// - Throws: `StoreError`, or what `body` throws.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    try connection.transaction(.write, body)
  }
}
