import BookmarksInterface
import Foundation
import ModuleManager
import Store

/// Holds bookmarks and history in a database of their own.
actor Shelf {
  /// How many questions the history keeps.
  let historyLength: Int
  private let folder: URL
  private let log: Log
  private var opened: Database?
  /// What was read last.
  var reading: Reading?

  init(folder: URL, historyLength: Int, log: Log) {
    self.folder = folder
    self.historyLength = historyLength
    self.log = log
  }

  func open() throws {
    do {
      _ = try database
    } catch {
      throw shelfError(error)
    }
  }

  func close() {
    opened = nil
    reading = nil
  }

  /// Reads from one state of the database.
  func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result {
    do {
      return try await database.read(body)
    } catch {
      throw shelfError(error)
    }
  }

  /// Changes the database: all of it, or nothing when `body` throws. It tells the ids of the
  /// bookmarks that it touched, a few; nil means that it may have touched any.
  @discardableResult
  func write<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> (Result, touched: [Int]?)
  ) async throws -> Result {
    do {
      let (result, edit) = try await database.write { transaction in
        let before = try transaction.version
        let (result, touched) = try body(transaction)
        let rows = try touched?.map { ($0, try transaction.bookmark(at: $0)) }
        let after = try transaction.version
        return (result, rows.map { Reading.Edit(before: before, after: after, rows: $0) })
      }
      if let edit { reading?.apply(edit) }
      return result
    } catch {
      throw shelfError(error)
    }
  }

  /// The database, opened by the first who needs it.
  private var database: Database {
    get throws {
      if let opened { return opened }
      let database = try Database(in: folder, migrations: .migrations) { [log] salvage in
        log.error("\(salvage)")
      }
      opened = database
      return database
    }
  }

  private func shelfError(_ error: any Error) -> any Error {
    switch error as? StoreError {
    case nil: error
    case .unusable(_, let reason): BookmarksError.storage(folder.path, reason: reason)
    case .readOnly: BookmarksError.storage(folder.path, reason: "it may only be read")
    case .damaged, .unknownVersion, .busy, .constraint, .badStatement, .badColumn:
      BookmarksError.database(reason: "\(error)")
    }
  }
}
