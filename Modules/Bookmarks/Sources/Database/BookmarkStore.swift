import BookmarksInterface
import ModuleManager
import Store

extension UndoLog {
  /// The changes of bookmarks; the table is older than this type, so that a migration of its own
  /// creates it.
  static let bookmarks = UndoLog(of: "bookmark", in: "change")
}

/// Stores bookmarks and the history in a database.
struct BookmarkStore: Sendable {
  /// The maximum number of entries in the history.
  let historyLength: Int
  let database: Database
  let known = LastSeenChange()

  init(_ context: ModuleContext, historyLength: Int) {
    self.historyLength = historyLength
    database = Database(context, migrations: .migrations)
  }

  /// Opens the database, and updates the keys that an earlier version of the program stored.
  /// - Throws: `StoreError` when the folder or the database in it cannot be used.
  func open() async throws {
    try await database.open()
    guard try await database.read({ try $0.hasOutdatedKeys }) else { return }
    try await database.write { try $0.updateKeys() }
  }

  /// Runs `body` in a write transaction.
  @discardableResult
  func write<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result {
    try await database.write(in: .bookmarks, known: known, body)
  }
}
