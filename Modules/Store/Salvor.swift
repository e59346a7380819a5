import Foundation

/// Makes a new database of what can be read of a damaged one.
struct Salvor {
  private let file: URL
  private let migrations: [SQL]

  init(_ file: URL, migrations: [SQL]) {
    self.file = file
    self.migrations = migrations
  }

  /// Puts the new database in the place of the damaged one, which lies under a name of its own then.
  /// The name in use leads to one of the two at every moment.
  /// - Throws: `StoreError.unknownVersion`, with nothing changed, when a newer program wrote it.
  func salvage(because reason: String) throws -> Salvage {
    let fresh = URL(filePath: file.path + ".new")
    do {
      for suffix in suffixes { try? FileManager.default.removeItem(atPath: fresh.path + suffix) }
      let rows = try rescue(into: fresh)
      let aside = freeName
      try FileManager.default.linkItem(at: file, to: aside)
      // A log must not be taken for the new database's.
      for suffix in suffixes.dropFirst() {
        try? FileManager.default.moveItem(atPath: file.path + suffix, toPath: aside.path + suffix)
      }
      guard rename(fresh.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
      return Salvage(aside: aside.path, rows: rows, reason: reason)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError.unusable(file.path, reason: "it is damaged and cannot be set aside")
    }
  }

  /// The file itself, its log and the log's index.
  private let suffixes = ["", "-wal", "-shm"]

  private var freeName: URL {
    let folder = file.deletingLastPathComponent()
    var number = 1
    func name() -> URL { folder.appending(path: "store-damaged-\(number).sqlite") }
    while FileManager.default.fileExists(atPath: name().path) { number += 1 }
    return name()
  }

  /// Returns how many rows the new database has.
  private func rescue(into fresh: URL) throws -> Int {
    let version = try version
    let new = try SQLiteConnection(path: fresh.path, patience: .zero)
    // Rows are of the shape that they had.
    try new.migrate(through: Array(migrations.prefix(version ?? migrations.count)))
    guard version != nil, let old = try? SQLiteConnection(path: file.path, patience: .zero) else {
      return 0
    }
    try? old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return try new.transaction(.write) { transaction in
      let tables = try transaction.rows(
        """
        SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite^_%' ESCAPE '^'
        ORDER BY rowid
        """
      ) { try $0[0] as String }
      return tables.reduce(0) { $0 + TableRescue($1, from: old, into: new).rescueRows() }
    }
  }

  /// The version in the file's header; nil when the file is no database.
  ///
  /// Source: SQLite, "Database File Format", 1.3.
  private var version: Int? {
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
