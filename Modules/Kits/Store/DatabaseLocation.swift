import Foundation
import Mediator
import ModuleManager
import Platform

/// The folder and file of a database; opens connections to it and replaces it when it is damaged.
struct DatabaseLocation {
  let folder: URL
  let migrations: [SQL]
  let openTimeout: Duration
  let busyTimeout: Duration
  let onRecovery: @Sendable (RecoveryReport) -> Void
  /// Whether this process was not allowed to write to the folder or the file when it connected.
  private(set) var isReadOnly = false
  var file: URL { folder.appendingPathComponent(Database.fileName) }

  /// Opens, checks and migrates the database, and recovers it when it is damaged. Opens a copy in
  /// memory when this process cannot write: SQLite must write even to read a write-ahead log. The
  /// copy of a database that does not exist is empty.
  mutating func connect() throws -> SQLiteConnection {
    isReadOnly =
      access(file.path, F_OK) == 0
      && (access(folder.path, W_OK) != 0 || access(file.path, W_OK) != 0)
    guard !isReadOnly else {
      try checkKind()
      return try copy()
    }
    do {
      return try connectToFile()
    } catch let error as StoreError {
      // The disk may be full.
      guard case .unusable = error, let copy = try? copy() else { throw error }
      return copy
    }
  }

  /// Opens, checks and migrates the database, and recovers it when it is damaged.
  func connectToFile() throws -> SQLiteConnection {
    try checkKind()
    try createFolder()
    do {
      if DatabaseRecovery(file: file, migrations: migrations).isInterrupted {
        throw StoreError.damaged(file.path, reason: "its recovery was interrupted")
      }
      let connection = try openWithChecksums()
      try connection.checkVersion(knownMigrations: migrations.count)
      try connection.checkIntegrity(.quick)
      try connection.run(migrations: migrations)
      connection.waitWhenBusy(upTo: busyTimeout)
      return connection
    } catch StoreError.damaged(_, let reason) {
      return try recoverAndConnect(because: reason)
    }
  }

  /// Opening a pipe would wait for a writer, and a device can have no end.
  /// - Throws: `StoreError.notAFile` when the database or a file beside it is no regular file.
  private func checkKind() throws(StoreError) {
    for path in ["", "-wal", "-shm", "-journal"].map({ file.path + $0 }) {
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      let kind: String
      switch status.st_mode & S_IFMT {
      case S_IFREG: continue
      case S_IFDIR: kind = "a folder"
      case S_IFIFO: kind = "a pipe"
      case S_IFSOCK: kind = "a socket"
      case _: kind = "a device"
      }
      throw .notAFile(path, kind: kind)
    }
  }

  private func createFolder() throws(StoreError) {
    do {
      try DataFolder(folder).create()
    } catch {
      let code = (error as? POSIXError)?.code
      let reason = code.map { ": \(String(cString: strerror($0.rawValue)).lowercased())" }
      throw .unusable(
        folder.path, reason: "the folder cannot be created" + (reason ?? ""))
    }
    folder.makePrivate()
  }

  /// Whether there is no file of the database, not even a link to one on another disk.
  private var isMissing: Bool {
    var status = stat()
    return lstat(file.path, &status) != 0 && errno == ENOENT
  }

  private func copy() throws -> SQLiteConnection {
    let image = isMissing ? DatabaseImage() : try image()
    guard image.damagedPages.isEmpty else {
      throw StoreError.damaged(file.path, reason: "the checksum of a page is wrong")
    }
    let connection = try SQLiteConnection(copying: image, path: file.path)
    try connection.checkVersion(knownMigrations: migrations.count)
    try connection.checkIntegrity(.quick)
    try connection.run(migrations: migrations)
    return connection
  }

  /// - Throws: `StoreError.unusable` with the system's reason when a file cannot be read.
  private func image() throws(StoreError) -> DatabaseImage {
    do {
      return try DatabaseImage(of: file)
    } catch {
      throw error as? StoreError ?? .unusable(file.path, reason: error.systemReason)
    }
  }

  /// Replaces the damaged database with a recovered one, and opens that. This process must have no
  /// connection to the database.
  func recoverAndConnect(because reason: String) throws -> SQLiteConnection {
    guard !isReadOnly else { throw StoreError.damaged(file.path, reason: reason) }
    let report: RecoveryReport?
    do {
      report = try withLock { try recover(because: reason) }
    } catch let error as CocoaError {
      throw StoreError.unusable(file.path, reason: error.systemReason)
    }
    // No later start reports it, so it is reported even if the new database cannot be opened.
    if let report { onRecovery(report) }
    let connection = try open()
    try connection.checkVersion(knownMigrations: migrations.count)
    try connection.run(migrations: migrations)
    connection.waitWhenBusy(upTo: busyTimeout)
    return connection
  }

  /// Recovers the database; nil when another process has already recovered it.
  private func recover(because reason: String) throws -> RecoveryReport? {
    let recovery = DatabaseRecovery(file: file, migrations: migrations)
    guard !recovery.isInterrupted else { return try recovery.finish(because: reason) }
    let connection = try openForRecovery()
    let isIntact = connection.map { (try? $0.checkIntegrity(.full)) != nil } ?? false
    guard !isIntact else { return nil }
    let image = try DatabaseImage(of: file, through: connection)
    // The connection must be closed after the file was moved: it would remove the log.
    defer { withExtendedLifetime(connection) {} }
    return try recovery.recover(image, because: reason)
  }

  /// Opens the database so that no other process writes until the connection is closed; nil when
  /// the damage does not allow that.
  private func openForRecovery() throws -> SQLiteConnection? {
    do {
      let connection = try open()
      try connection.execute("BEGIN IMMEDIATE")
      return connection
    } catch StoreError.damaged {
      return nil
    }
  }

  /// Opens the database, and first adds the checksums to one of an earlier version of this package.
  private func openWithChecksums() throws -> SQLiteConnection {
    guard DatabaseFormat(ofFileAt: file) == .plain else { return try open() }
    // The lock ensures that no process opens the file in the earlier format while another one
    // replaces it.
    return try withLock {
      if DatabaseFormat(ofFileAt: file) == .plain { try addChecksums() }
      return try open()
    }
  }

  /// Replaces a database of an earlier version with one that has checksums. When this fails, for
  /// example because the database is in use or there is no space, the next start tries again.
  private func addChecksums() throws {
    let newFile = URL(filePath: file.path + ".new")
    defer { unlink(newFile.path) }
    do {
      let connection = try SQLiteConnection(
        path: file.path, format: .plain, busyTimeout: .zero)
      try connection.checkVersion(knownMigrations: migrations.count)
      try connection.checkIntegrity(.quick)
      try connection.exportWithChecksums(to: newFile)
      guard rename(newFile.path, file.path) == 0 else { throw POSIXError(.EIO) }
      // The connection, which no other process can disturb, is closed after that.
      withExtendedLifetime(connection) {}
    } catch let error as StoreError {
      switch error {
      case .damaged, .unknownVersion: throw error
      case .unusable, .notAFile, .readOnly, .busy, .constraint, .badStatement, .badColumn,
        .changedElsewhere, .noMediator, .nothingToUndo, .unknownItem:
        return
      }
    } catch {}
  }

  private func withLock<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try FileLock.withLock(onFolder: folder, body)
    } catch is POSIXError {
      throw StoreError.unusable(folder.path, reason: "the folder cannot be locked")
    }
  }

  private func open() throws(StoreError) -> SQLiteConnection {
    file.createPrivateFile()
    return try SQLiteConnection(
      path: file.path, format: DatabaseFormat(ofFileAt: file), busyTimeout: openTimeout)
  }
}

extension URL {
  /// Creates an empty file that only the current user can read, unless there is a file already.
  /// SQLite gives its other files the same permissions.
  func createPrivateFile() {
    let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Lets only the current user read the folder and the databases in it. Earlier versions of this
  /// package left that to the user's settings.
  fileprivate func makePrivate() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let databases = names.filter { $0.hasPrefix("store") && $0.contains(".sqlite") }
    for path in [path] + databases.map({ appending(path: $0).path }) {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 != 0,
        [S_IFDIR, S_IFREG].contains(status.st_mode & S_IFMT)
      else { continue }
      chmod(path, status.st_mode & 0o700)
    }
  }
}
