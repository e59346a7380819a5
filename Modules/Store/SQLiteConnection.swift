import CSQLite
import Foundation

/// An open connection; its owner sees to it that one thread at a time uses it.
final class SQLiteConnection {
  let id = UUID()
  let path: String
  let pointer: OpaquePointer
  /// Prepared statements that nobody uses at the moment, by their text.
  private var idle: [String: OpaquePointer] = [:]

  init(path: String, patience: Duration) throws(StoreError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw .unusable(path, reason: "out of memory") }
    self.path = path
    self.pointer = opened
    guard code == SQLITE_OK else { throw lastError(in: "") }
    // SQLite opens for reading what it may not write.
    guard sqlite3_db_readonly(pointer, "main") == 0 else { throw .readOnly(path) }
    let wait = max(.zero, min(patience, .seconds(3600)))
    // SQLite's own handler waits ever longer, so that of many writers the last ones starve.
    let naps = UnsafeMutableRawPointer(bitPattern: Int(wait / .milliseconds(2)))
    sqlite3_busy_handler(
      pointer,
      { naps, count in
        guard Int(count) < Int(bitPattern: naps) else { return 0 }
        sqlite3_sleep(2)
        return 1
      }, naps)
    try useWriteAheadLog(patience: wait)
    try execute("PRAGMA synchronous = FULL")
    try execute("PRAGMA foreign_keys = ON")
  }

  deinit {
    for statement in idle.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(pointer)
  }

  /// Runs the steps that the database has not seen, and remembers them, in one transaction.
  func migrate(through steps: [SQL]) throws {
    guard try version(knowing: steps.count) < steps.count else { return }
    try transaction(.write) { transaction in
      // Another process may have been quicker.
      for step in steps.dropFirst(try version(knowing: steps.count)) { try transaction.run(step) }
      try execute("PRAGMA user_version = \(steps.count)")
    }
  }

  /// - Throws: `StoreError.unknownVersion` when a newer program wrote the database.
  func refuseNewer(than known: Int) throws(StoreError) { _ = try version(knowing: known) }

  /// How thorough a check is.
  enum Check: String {
    /// Every page.
    case quick = "PRAGMA quick_check(1)"
    /// Every page, and every index against its table.
    case full = "PRAGMA integrity_check(1)"
  }

  /// - Throws: `StoreError.damaged` when something is not as it should be.
  func checkIntegrity(_ check: Check) throws(StoreError) {
    let statement = try Statement(SQL(check.rawValue, []), on: self)
    guard try statement.step(), case .text(let verdict) = StoreValue(in: statement.pointer, at: 0),
      verdict != "ok"
    else { return }
    throw .damaged(path, reason: verdict.split(separator: "\n").last.map(String.init) ?? verdict)
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

  /// How many rows it has inserted, updated or deleted since it was opened.
  var changes: Int { Int(sqlite3_total_changes(pointer)) }

  /// A prepared statement of that text, if one is idle.
  func takeStatement(_ text: String) -> OpaquePointer? {
    idle.removeValue(forKey: text)
  }

  /// Keeps a statement for its next use.
  func keep(_ statement: OpaquePointer, _ text: String) {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    if let former = idle.updateValue(statement, forKey: text) { sqlite3_finalize(former) }
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
    case SQLITE_READONLY: .readOnly(path)
    default: .unusable(path, reason: reason)
    }
  }

  func execute(_ sql: String) throws(StoreError) {
    guard sqlite3_exec(pointer, sql, nil, nil, nil) == SQLITE_OK else { throw lastError(in: sql) }
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
}
