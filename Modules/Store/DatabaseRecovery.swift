import Foundation

/// The result of replacing a damaged database with a new one.
public struct RecoveryReport: Sendable, Hashable, CustomStringConvertible {
  /// The new path of the damaged file.
  public let damagedFile: String
  /// How many rows were copied into the new database.
  public let recoveredRows: Int
  /// The damage, as SQLite describes it.
  public let reason: String

  public var description: String {
    "a database was damaged: \(reason); it was moved to '\(damagedFile)', "
      + "and \(recoveredRows) of its rows were recovered"
  }
}

/// Replaces a damaged database with a new one that contains every row that can still be read.
struct DatabaseRecovery {
  /// The database file, its write-ahead log and the index of that log.
  private static let suffixes = ["", "-wal", "-shm"]

  private let file: URL
  private let migrations: [SQL]

  init(_ file: URL, migrations: [SQL]) {
    self.file = file
    self.migrations = migrations
  }

  /// Creates the new database, renames the damaged one, and moves the new one to its path. The path
  /// always leads to one of the two.
  /// - Throws: `StoreError.unknownVersion`, without any change, when a newer program has migrated
  ///   the database.
  func recover(because reason: String) throws -> RecoveryReport {
    let newFile = URL(filePath: file.path + ".new")
    do {
      for suffix in Self.suffixes {
        try? FileManager.default.removeItem(atPath: newFile.path + suffix)
      }
      let rows = try copyRows(into: newFile)
      let damagedFile = unusedName
      try FileManager.default.linkItem(at: file, to: damagedFile)
      // SQLite would treat a log that remains here as the log of the new database.
      for suffix in Self.suffixes.dropFirst() {
        try? FileManager.default.moveItem(
          atPath: file.path + suffix, toPath: damagedFile.path + suffix)
      }
      guard rename(newFile.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
      return RecoveryReport(damagedFile: damagedFile.path, recoveredRows: rows, reason: reason)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError.unusable(file.path, reason: "it is damaged and cannot be renamed")
    }
  }

  private var unusedName: URL {
    let folder = file.deletingLastPathComponent()
    var number = 1
    func name() -> URL { folder.appending(path: "store-damaged-\(number).sqlite") }
    while FileManager.default.fileExists(atPath: name().path) { number += 1 }
    return name()
  }

  /// Copies all rows that can be read into a new database, and returns their number.
  private func copyRows(into newFile: URL) throws -> Int {
    let version = try storedVersion
    let new = try SQLiteConnection(path: newFile.path, busyTimeout: .zero)
    // The new tables must have the columns of the damaged ones; later migrations run afterwards.
    try new.run(migrations: Array(migrations.prefix(version ?? migrations.count)))
    guard version != nil, let old = try? SQLiteConnection(path: file.path, busyTimeout: .zero)
    else { return 0 }
    try? old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return try new.transaction(.write) { transaction in
      let tables = try transaction.rows(
        """
        SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite^_%' ESCAPE '^'
        ORDER BY rowid
        """
      ) { try $0[0] as String }
      return tables.reduce(0) { $0 + TableRecovery($1, from: old, into: new).copyRows() }
    }
  }

  /// The number of migrations stored in the header of the file; nil when the file is no database.
  ///
  /// Source: SQLite, "Database File Format", 1.3.
  private var storedVersion: Int? {
    get throws {
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      let header = try handle.read(upToCount: 100) ?? Data()
      guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else { return nil }
      let version = header[60..<64].reduce(0) { $0 << 8 | Int($1) }
      guard version <= migrations.count else {
        throw StoreError.unknownVersion(file.path, found: version, known: migrations.count)
      }
      return version
    }
  }
}
