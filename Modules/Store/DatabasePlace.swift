import CSQLite
import Foundation

/// Where a database lies, and the way to a sound connection to it.
final class DatabasePlace: Sendable {
  /// The file that holds the data.
  let file: URL
  /// Whether nothing can be written to it.
  let isReadOnly: Bool
  private let migrations: [SQL]
  private let patience: Duration
  private let notify: @Sendable (Salvage) -> Void
  /// A copy in a place where SQLite can write, as even a reader of a write-ahead log must.
  private let copy: URL?

  init(
    _ folder: URL, _ migrations: [SQL], _ patience: Duration,
    _ notify: @escaping @Sendable (Salvage) -> Void
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
    copy = isReadOnly ? try file.copyOfDatabase() : nil
    self.migrations = migrations
    self.patience = patience
    self.notify = notify
  }

  deinit {
    if let copy { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
  }

  /// Opens the database and brings it up to date; sets a damaged one aside.
  func connect() throws -> SQLiteConnection {
    do {
      let connection = try open()
      try connection.refuseNewer(than: migrations.count)
      try connection.checkIntegrity(.quick)
      try connection.migrate(through: migrations)
      return connection
    } catch StoreError.damaged(_, let reason) {
      return try reconnect(because: reason)
    }
  }

  /// Puts what can be read of a damaged database into a new one, in its place.
  func reconnect(because reason: String) throws -> SQLiteConnection {
    guard !isReadOnly else { throw StoreError.damaged(file.path, reason: reason) }
    let salvage = try FolderLock(file.deletingLastPathComponent()).holding { () -> Salvage? in
      // Another process may have been quicker.
      guard (try? open().checkIntegrity(.full)) == nil else { return nil }
      return try Salvor(file, migrations: migrations).salvage(because: reason)
    }
    let connection = try open()
    try connection.refuseNewer(than: migrations.count)
    try connection.migrate(through: migrations)
    if let salvage { notify(salvage) }
    return connection
  }

  private func open() throws(StoreError) -> SQLiteConnection {
    try SQLiteConnection(path: (copy ?? file).path, patience: patience)
  }
}

extension URL {
  /// A copy of a database in a temporary folder, with what its log holds.
  fileprivate func copyOfDatabase() throws(StoreError) -> URL {
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
