import BookmarksInterface
import Foundation
import ModuleManager
import Store

/// Stores bookmarks and the history in a database, which is opened at the first use.
actor BookmarkStore {
  /// The maximum number of entries in the history.
  let historyLength: Int
  /// The bookmarks that were read last.
  var cache: BookmarkCache?
  private let folder: URL
  private let log: Log
  private var openDatabase: Database?

  init(folder: URL, historyLength: Int, log: Log) {
    self.folder = folder
    self.historyLength = historyLength
    self.log = log
  }

  func open() throws {
    do {
      _ = try database
    } catch {
      throw bookmarksError(for: error)
    }
  }

  func close() {
    openDatabase = nil
    cache = nil
  }

  /// Runs `body` in a read transaction.
  func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result {
    do {
      return try await database.read(body)
    } catch {
      throw bookmarksError(for: error)
    }
  }

  /// Runs `body` in a write transaction, and updates the cache.
  ///
  /// `body` returns the ids of the few bookmarks that it changed, or nil when it may have changed
  /// any of them, so that the bookmarks must be read again.
  @discardableResult
  func write<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> (Result, changedIDs: [Int]?)
  ) async throws -> Result {
    do {
      let (result, update) = try await database.write { transaction in
        let before = try transaction.version
        let (result, changedIDs) = try body(transaction)
        let rows = try changedIDs?.map { ($0, try transaction.bookmark(at: $0)) }
        let after = try transaction.version
        return (result, rows.map { BookmarkCache.Update(from: before, to: after, rows: $0) })
      }
      if let update { cache?.apply(update) }
      return result
    } catch {
      throw bookmarksError(for: error)
    }
  }

  private var database: Database {
    get throws {
      if let openDatabase { return openDatabase }
      let database = try Database(in: folder, migrations: .migrations) { [log] report in
        log.error("\(report)")
      }
      openDatabase = database
      return database
    }
  }

  private func bookmarksError(for error: any Error) -> any Error {
    switch error as? StoreError {
    case nil: error
    case .unusable(_, let reason): BookmarksError.storage(folder.path, reason: reason)
    case .readOnly: BookmarksError.storage(folder.path, reason: "it is read-only")
    case .damaged, .unknownVersion, .busy, .constraint, .badStatement, .badColumn:
      BookmarksError.database(reason: "\(error)")
    }
  }
}
