import CSQLite

/// An open connection; its owner sees to it that one thread at a time uses it.
final class SQLiteConnection {
  let path: String
  let pointer: OpaquePointer

  init(path: String, patience: Duration) throws(StoreError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw .unusable(path, reason: "out of memory") }
    self.path = path
    self.pointer = opened
    guard code == SQLITE_OK else { throw lastError(in: "") }
    // SQLite opens for reading what it may not write.
    guard sqlite3_db_readonly(pointer, "main") == 0 else {
      throw .unusable(path, reason: "the file cannot be written")
    }
    let wait = max(.zero, min(patience, .seconds(3600)))
    sqlite3_busy_timeout(pointer, Int32(wait / .milliseconds(1)))
    try useWriteAheadLog(patience: wait)
    try execute("PRAGMA synchronous = FULL")
    try execute("PRAGMA foreign_keys = ON")
  }

  deinit { sqlite3_close_v2(pointer) }

  /// Runs the steps that the database has not seen, and remembers them, in one transaction.
  func migrate(through steps: [SQL]) throws {
    guard try version(knowing: steps.count) < steps.count else { return }
    try transaction(.write) { transaction in
      // Another process may have been quicker.
      for step in steps.dropFirst(try version(knowing: steps.count)) { try transaction.run(step) }
      try execute("PRAGMA user_version = \(steps.count)")
    }
  }

  func transaction<Result>(
    _ kind: Transaction.Kind,
    _ body: (borrowing Transaction) throws -> Result
  ) throws -> Result {
    try execute(kind.rawValue)
    do {
      // As a temporary, it crashes the optimiser of Swift 6.3.
      let transaction = Transaction(kind, on: self)
      let result = try body(transaction)
      try execute("COMMIT")
      return result
    } catch {
      // A full disk, for one, makes SQLite roll back by itself.
      if sqlite3_get_autocommit(pointer) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// What went wrong last, in the words of SQLite.
  func lastError(in sql: String) -> StoreError {
    let reason = String(cString: sqlite3_errmsg(pointer))
    return switch sqlite3_errcode(pointer) {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy(path)
    case SQLITE_CONSTRAINT: .constraint(reason)
    case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_TOOBIG:
      .badStatement(sql, reason: reason)
    case SQLITE_NOTADB, SQLITE_CORRUPT: .damaged(path, reason: reason)
    default: .unusable(path, reason: reason)
    }
  }

  /// Several that create one database at once turn each other away here, whatever SQLite's time-out.
  private func useWriteAheadLog(patience: Duration) throws(StoreError) {
    let end = ContinuousClock.now + patience
    while true {
      do {
        return try execute("PRAGMA journal_mode = WAL")
      } catch .busy where ContinuousClock.now < end {
        sqlite3_sleep(10)
      }
    }
  }

  private func version(knowing known: Int) throws(StoreError) -> Int {
    let statement = try Statement("PRAGMA user_version", on: self)
    guard try statement.step() else { return 0 }
    let version = Int(sqlite3_column_int64(statement.pointer, 0))
    guard (0...known).contains(version) else {
      throw .unknownVersion(path, found: version, known: known)
    }
    return version
  }

  private func execute(_ sql: String) throws(StoreError) {
    guard sqlite3_exec(pointer, sql, nil, nil, nil) == SQLITE_OK else { throw lastError(in: sql) }
  }
}
