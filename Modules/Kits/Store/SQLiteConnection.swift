import CSQLite
import Foundation
import ModuleManager
import Platform

/// The error of a transaction on a database that another process has replaced, after it recovered
/// it.
struct ReplacedDatabase: Error {}

/// An open connection to a database. Its owner must ensure that only one thread at a time uses it.
final class SQLiteConnection {
  /// How thoroughly to check a database.
  enum IntegrityCheck: String {
    /// Checks every page.
    case quick = "PRAGMA quick_check(1)"
    /// Checks every page, and compares every index with its table.
    case full = "PRAGMA integrity_check(1)"
  }

  let id = UUID()
  let path: String
  /// Whether changes to the database are lost, because it is a copy in memory.
  let isCopy: Bool
  private let format: DatabaseFormat
  /// SQLite's handle, valid until `deinit` closes it.
  let handle: OpaquePointer
  /// Publishes an event that a registry contains.
  typealias Publication = @Sendable (any PublicationRegistry) -> Void

  /// What transactions need in order to publish events; nil if the database belongs to no module.
  var publicationContext: PublicationContext?
  /// The events of the open transaction.
  var publications: [Publication] = []
  /// Prepared statements that are not in use, by their text.
  private var cachedStatements: [String: OpaquePointer] = [:]

  /// - Parameter format: The format of the file; a new file gets it.
  init(
    path: String, format: DatabaseFormat = .checksums, busyTimeout: Duration
  ) throws(StoreError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let layer = format == .checksums ? ChecksumVFS.name : nil
    guard layer != nil || format == .plain else { throw .unverifiable(path) }
    let code = sqlite3_open_v2(path, &opened, flags, layer)
    guard let opened else { throw .unusable(path, reason: "out of memory") }
    self.path = path
    self.format = format
    handle = opened
    isCopy = false
    guard code == SQLITE_OK else { throw lastError(in: "") }
    // SQLite silently opens a file read-only when it may not write to it.
    guard sqlite3_db_readonly(handle, "main") == 0 else {
      guard access(path, W_OK) == 0 else { throw .readOnly(path) }
      throw .unusable(path, reason: "the file cannot be opened for writing")
    }
    waitWhenBusy(upTo: busyTimeout)
    do {
      if format == .checksums { try reserveChecksums() }
      try useWriteAheadLog(waitingUpTo: busyTimeout)
      try execute("PRAGMA synchronous = FULL")
      try configure()
    } catch .badStatement(_, let reason) {
      // The statements are right: this is SQLite's error for some damaged headers.
      throw .damaged(path, reason: reason)
    }
  }

  /// Opens a copy of a database in memory. Changes to it are lost.
  /// - Parameter path: The path of the database, for errors.
  init(copying image: DatabaseImage, path: String) throws(StoreError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      ":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else { throw .unusable(path, reason: "out of memory") }
    self.path = path
    format = image.usableSize == PageChecksum.pageSize ? .plain : .checksums
    handle = opened
    isCopy = true
    guard code == SQLITE_OK else { throw lastError(in: "") }
    if !image.pages.isEmpty { try load(image.bytes) }
    try configure()
  }

  private func load(_ bytes: [UInt8]) throws(StoreError) {
    // SQLite frees the memory when it closes the connection, or when it returns an error.
    let content = sqlite3_malloc64(UInt64(bytes.count))?.assumingMemoryBound(to: UInt8.self)
    guard let content else { throw .unusable(path, reason: "out of memory") }
    bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { content.update(from: start, count: bytes.count) }
    }
    let size = sqlite3_int64(bytes.count)
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    guard sqlite3_deserialize(handle, "main", content, size, size, flags) == SQLITE_OK else {
      throw lastError(in: "")
    }
  }

  private func configure() throws(StoreError) {
    try execute("PRAGMA foreign_keys = ON")
    // Overwrites removed rows with zeros.
    try execute("PRAGMA secure_delete = ON")
  }

  /// Makes pages that are written from now on, those of a new file or of `VACUUM`, leave space for
  /// their checksum.
  func reserveChecksums() throws(StoreError) {
    try execute("PRAGMA page_size = \(PageChecksum.pageSize)")
    var count = CInt(PageChecksum.size)
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    guard code == SQLITE_OK else { throw .unverifiable(path) }
  }

  /// The bytes of the database file, damaged ones included.
  var fileContent: [UInt8] {
    get throws {
      // Without checksums, SQLite reads the file through its standard layer.
      guard format == .checksums else { return [UInt8](try Data(contentsOf: URL(filePath: path))) }
      return try ChecksumVFS.content(of: handle, path: path)
    }
  }

  deinit {
    for statement in cachedStatements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Retries every 2 ms. SQLite's own handler waits longer after each attempt, so with many writers
  /// some never get a turn.
  func waitWhenBusy(upTo timeout: Duration) {
    let timeout = max(.zero, min(timeout, .seconds(3600)))
    // SQLite passes this pointer to the handler and never dereferences it: its address is the
    // maximum number of attempts.
    let attempts = UnsafeMutableRawPointer(bitPattern: Int(timeout / .milliseconds(2)))
    sqlite3_busy_handler(
      handle,
      { attempts, count in
        guard Int(count) < Int(bitPattern: attempts) else { return 0 }
        sqlite3_sleep(2)
        return 1
      }, attempts)
  }

  /// Switches to a write-ahead log. When several processes create a database at the same time, this
  /// fails with "busy" without calling the busy handler.
  private func useWriteAheadLog(waitingUpTo timeout: Duration) throws(StoreError) {
    let end = ContinuousClock.now + timeout
    while true {
      do {
        return try execute("PRAGMA journal_mode = WAL")
      } catch .busy where ContinuousClock.now < end {
        sqlite3_sleep(10)
      }
    }
  }

  /// Runs the migrations that the database has not run yet, in one transaction.
  func run(migrations: [SQL]) throws {
    guard try migrationCount(known: migrations.count) < migrations.count else { return }
    try transaction(.write) { transaction in
      // Another process may have run some of them before this transaction began.
      let count = try migrationCount(known: migrations.count)
      for migration in migrations.dropFirst(count) { try transaction.run(migration) }
      try execute("PRAGMA user_version = \(migrations.count)")
    }
  }

  /// - Throws: `StoreError.unknownVersion` when a newer program has migrated the database.
  func checkVersion(knownMigrations: Int) throws(StoreError) {
    _ = try migrationCount(known: knownMigrations)
  }

  /// - Throws: `StoreError.damaged` when the check finds an error.
  func checkIntegrity(_ check: IntegrityCheck) throws(StoreError) {
    let statement = try Statement(SQL(check.rawValue, []), on: self)
    guard try statement.step(), case .text(let report) = statement.value(at: 0), report != "ok"
    else { return }
    throw .damaged(path, reason: report.split(separator: "\n").last.map(String.init) ?? report)
  }

  /// Copies the database into a new file whose pages have checksums. From then on, no other process
  /// can use this database until the connection is closed.
  /// - Throws: `StoreError.busy` when another process uses it.
  func exportWithChecksums(to newFile: URL) throws {
    try execute("PRAGMA locking_mode = EXCLUSIVE")
    try removeLog()
    // The first transaction takes the exclusive lock.
    try execute("BEGIN EXCLUSIVE")
    try execute("COMMIT")
    try? FileManager.default.removeItem(at: newFile)
    newFile.createPrivateFile()
    try reserveChecksums()
    let export = try Statement(SQL("VACUUM INTO ?", [.text(newFile.path)]), on: self)
    while try export.step() {}
    let file = try FileHandle(forUpdating: newFile)
    defer { try? file.close() }
    var number = 1
    while var page = try file.read(upToCount: PageChecksum.pageSize), !page.isEmpty {
      guard page.count == PageChecksum.pageSize else { throw POSIXError(.EIO) }
      page.withUnsafeMutableBytes { PageChecksum.update($0, number: number) }
      try file.seek(toOffset: UInt64((number - 1) * PageChecksum.pageSize))
      try file.write(contentsOf: page)
      number += 1
    }
    try file.synchronize()
  }

  func transaction<Result>(
    _ kind: Transaction.Kind,
    _ body: (borrowing Transaction) throws -> Result
  ) throws -> Result {
    try execute(kind.rawValue)
    publications = []
    do {
      guard !wasMoved else { throw ReplacedDatabase() }
      // Without this variable, the optimizer of Swift 6.3 crashes.
      let transaction = Transaction(kind, on: self)
      let result = try body(transaction)
      try execute("COMMIT")
      return result
    } catch {
      // SQLite has already rolled back after some errors, such as a full disk.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Copies the write-ahead log into the file, and removes it.
  /// - Throws: `StoreError.busy` when another connection uses the database.
  func removeLog() throws {
    let statement = try Statement("PRAGMA journal_mode = DELETE", on: self)
    guard try statement.step(), statement.value(at: 0) == .text("delete") else {
      throw StoreError.busy(path)
    }
  }

  /// Whether the path leads to another file by now, because another process recovered the database.
  private var wasMoved: Bool {
    var moved: CInt = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK
      && moved != 0
  }

  /// How many rows this connection has inserted, updated or deleted since it was opened.
  var changedRowCount: Int { Int(sqlite3_total_changes(handle)) }

  func execute(_ sql: String) throws(StoreError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw lastError(in: sql) }
  }

  /// Removes a prepared statement from the cache; nil when there is none for this text.
  func takeStatement(_ text: String) -> OpaquePointer? {
    cachedStatements.removeValue(forKey: text)
  }

  /// Resets a prepared statement and puts it into the cache.
  func cache(_ statement: OpaquePointer, for text: String) {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    if let other = cachedStatements.updateValue(statement, forKey: text) {
      sqlite3_finalize(other)
    }
  }

  /// The last error of this connection, with SQLite's message.
  func lastError(in sql: String) -> StoreError {
    let reason = String(cString: sqlite3_errmsg(handle))
    return switch sqlite3_errcode(handle) {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy(path)
    case SQLITE_CONSTRAINT: .constraint(reason)
    case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_TOOBIG:
      .badStatement(sql, reason: reason)
    case SQLITE_NOTADB, SQLITE_CORRUPT: .damaged(path, reason: reason)
    case SQLITE_IOERR where sqlite3_extended_errcode(handle) == ChecksumVFS.checksumError:
      .damaged(path, reason: "the checksum of a page is wrong")
    case SQLITE_READONLY: .readOnly(path)
    default: .unusable(path, reason: systemReason ?? reason)
    }
  }

  /// The system's reason of the last error; nil if the error does not come from the system.
  private var systemReason: String? {
    let code = sqlite3_system_errno(handle)
    guard sqlite3_errcode(handle) == SQLITE_IOERR, code != 0 else { return nil }
    return String(cString: strerror(code)).lowercased()
  }

  /// How many migrations the database has run.
  private func migrationCount(known: Int) throws(StoreError) -> Int {
    let statement = try Statement("PRAGMA user_version", on: self)
    guard try statement.step(), case .integer(let count) = statement.value(at: 0) else {
      return 0
    }
    guard (0...known).contains(count) else {
      throw .unknownVersion(path, found: count, known: known)
    }
    return count
  }
}

extension StoreError {
  fileprivate static func unverifiable(_ path: String) -> StoreError {
    .unusable(path, reason: "this version of SQLite cannot verify checksums")
  }
}
