import Foundation
import ModuleManager

/// The folder and file of a database; opens connections to it and replaces it when it is damaged.
final class DatabaseLocation: Sendable {
  let file: URL
  /// Whether this process may not write to the folder or the file.
  let isReadOnly: Bool
  private let migrations: [SQL]
  private let busyTimeout: Duration
  private let onRecovery: @Sendable (RecoveryReport) -> Void
  /// A temporary copy of a read-only database: SQLite must write even to read a write-ahead log.
  private let copy: URL?

  init(
    _ folder: URL, _ migrations: [SQL], _ busyTimeout: Duration,
    _ onRecovery: @escaping @Sendable (RecoveryReport) -> Void
  ) throws(StoreError) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw .unusable(folder.path, reason: "the folder cannot be created")
    }
    file = folder.appendingPathComponent(Database.fileName)
    isReadOnly =
      access(file.path, F_OK) == 0
      && (access(folder.path, W_OK) != 0 || access(file.path, W_OK) != 0)
    copy = isReadOnly ? try file.temporaryCopyOfDatabase() : nil
    self.migrations = migrations
    self.busyTimeout = busyTimeout
    self.onRecovery = onRecovery
  }

  deinit {
    if let copy { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
  }

  /// Opens, checks and migrates the database, and recovers it when it is damaged.
  func connect() throws -> SQLiteConnection {
    do {
      let connection = try open()
      try connection.checkVersion(knownMigrations: migrations.count)
      try connection.checkIntegrity(.quick)
      try connection.run(migrations: migrations)
      return connection
    } catch StoreError.damaged(_, let reason) {
      return try recoverAndConnect(because: reason)
    }
  }

  /// Replaces the damaged database with a recovered one, and opens that.
  func recoverAndConnect(because reason: String) throws -> SQLiteConnection {
    guard !isReadOnly else { throw StoreError.damaged(file.path, reason: reason) }
    let report = try recover(because: reason)
    let connection = try open()
    try connection.checkVersion(knownMigrations: migrations.count)
    try connection.run(migrations: migrations)
    if let report { onRecovery(report) }
    return connection
  }

  /// Recovers the database under a lock; nil when another process has already recovered it.
  private func recover(because reason: String) throws -> RecoveryReport? {
    let folder = file.deletingLastPathComponent()
    do {
      return try FileLock.withLock(onFolder: folder) {
        guard (try? open().checkIntegrity(.full)) == nil else { return nil }
        return try DatabaseRecovery(file, migrations: migrations).recover(because: reason)
      }
    } catch is POSIXError {
      throw StoreError.unusable(folder.path, reason: "the folder cannot be locked")
    }
  }

  private func open() throws(StoreError) -> SQLiteConnection {
    try SQLiteConnection(path: (copy ?? file).path, busyTimeout: busyTimeout)
  }
}

extension URL {
  /// Copies the database and its write-ahead log into a temporary folder.
  fileprivate func temporaryCopyOfDatabase() throws(StoreError) -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID())")
    let copy = folder.appending(path: lastPathComponent)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for suffix in ["", "-wal"] where access(path + suffix, F_OK) == 0 {
        let bytes = try Data(contentsOf: URL(filePath: path + suffix))
        try bytes.write(to: URL(filePath: copy.path + suffix))
      }
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw .readOnly(path)
    }
    return copy
  }
}
