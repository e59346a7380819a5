import BookmarksInterface
import ModuleManager
import Store

extension UndoLog {
  /// The changes of bookmarks; the table is older than this type, so that a migration of its own
  /// creates it.
  static let bookmarks = UndoLog(of: "bookmark", in: "change")
}

/// Stores bookmarks and the history in a database.
actor BookmarkStore {
  /// The maximum number of entries in the history.
  let historyLength: Int
  /// The bookmarks that were read last.
  var cache: BookmarkCache?
  nonisolated let database: Database
  nonisolated let known = LastSeenChange()

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

  /// Runs `body` in a write transaction, and updates the cache.
  ///
  /// `body` returns the ids of the few bookmarks that it changed, or nil when it may have changed
  /// any of them, so that the bookmarks must be read again.
  @discardableResult
  func write<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> (Result, changedIDs: [Int]?)
  ) async throws -> Result {
    let (result, update) = try await database.write(in: .bookmarks, known: known) { transaction in
      let before = try transaction.dataVersion
      let (result, changedIDs) = try body(transaction)
      let rows = try changedIDs?.map { ($0, try transaction.bookmark(at: $0)) }
      let after = try transaction.dataVersion
      return (result, rows.map { BookmarkCache.Update(from: before, to: after, rows: $0) })
    }
    if let update { cache?.apply(update) }
    return result
  }
}
