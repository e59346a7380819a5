import Foundation
import Mediator
import ModuleManager
import Platform

/// The result of replacing a damaged database with a new one.
package struct RecoveryReport: Sendable, Hashable, CustomStringConvertible {
  /// The new path of the damaged file.
  package let damagedFile: String
  /// How many rows were copied into the new database.
  package let recoveredRows: Int
  /// How many rows were lost, as far as their pages show.
  package let lostRows: Int
  /// How many pages of the file were damaged and could not be corrected.
  package let lostPages: Int
  /// What is damaged.
  package let reason: String

  package var description: String {
    let rows = lostRows == 1 ? "1 row" : "\(lostRows) rows"
    let pages = lostPages == 1 ? "1 damaged page" : "\(lostPages) damaged pages"
    let loss =
      switch (lostRows, lostPages) {
      case (0, 0): ""
      case (0, _): "; \(pages) could not be read"
      case (_, 0): "; \(rows) could not be read"
      case (_, _): "; \(rows) on \(pages) could not be read"
      }
    return "a database was damaged: \(reason); it was moved to '\(damagedFile)', "
      + "and \(recoveredRows) of its rows were recovered\(loss)"
  }
}

/// Replaces a damaged database with a new one that contains every row that can still be read.
struct DatabaseRecovery {
  let file: URL
  let migrations: [SQL]

  private var folder: URL { file.deletingLastPathComponent() }
  /// The new database while it is written, and when it is complete.
  private var newFile: URL { URL(filePath: file.path + ".new") }
  private var completeFile: URL { URL(filePath: file.path + ".recovered") }

  /// Whether a process was killed after it had begun to rename the damaged files. The log may then
  /// be missing, so the complete new database has more rows than the damaged one.
  var isInterrupted: Bool {
    var status = stat()
    return access(completeFile.path, F_OK) == 0 && stat(file.path, &status) == 0
      && status.st_nlink > 1
  }

  /// Moves the new database of an interrupted recovery to its path.
  func finish(because reason: String) throws -> RecoveryReport {
    let complete = try SQLiteConnection(path: completeFile.path, busyTimeout: .zero)
    let rows = try complete.transaction(.read) { transaction in
      try tableNames(in: transaction).reduce(0) { count, name in
        let query: SQL = "SELECT count(*) AS count FROM \(name: name)"
        return count + (try transaction.first(query) { try $0["count"] } ?? 0)
      }
    }
    try complete.removeLog()
    let damagedFile = damagedFile(unusedNumber - 1)
    try moveLog(to: damagedFile)
    let image = try DatabaseImage(of: damagedFile)
    guard rename(completeFile.path, file.path) == 0 else { throw renameError }
    return report(image, in: damagedFile, recovered: rows, because: reason)
  }

  /// Creates the new database, renames the damaged one, and moves the new one to its path. The path
  /// always leads to one of the two.
  /// - Throws: `StoreError.unknownVersion`, without any change, when a newer program has migrated
  ///   the database, and another `StoreError` when a file cannot be written or renamed.
  func recover(_ image: DatabaseImage, because reason: String) throws -> RecoveryReport {
    removeNewFiles()
    let (recovered, damaged): (Int, Int)
    do {
      (recovered, damaged) = try copyRows(of: image)
      guard rename(newFile.path, completeFile.path) == 0 else { throw renameError }
      // SQLite leaves these if it could not remove them.
      removeFiles(of: newFile)
    } catch {
      removeNewFiles()
      throw error
    }
    let damagedFile = damagedFile(unusedNumber)
    guard link(file.path, damagedFile.path) == 0 else {
      let error = renameError
      removeNewFiles()
      throw error
    }
    do {
      // `isInterrupted` needs the link if a power cut follows the next rename.
      DataFolder.synchronizeEntries(of: folder)
      try moveLog(to: damagedFile)
      DataFolder.synchronizeEntries(of: folder)
      guard rename(completeFile.path, file.path) == 0 else { throw renameError }
    } catch {
      // The next start finds both databases, or recovers again.
      rename(damagedFile.path + "-wal", file.path + "-wal")
      unlink(damagedFile.path)
      throw error
    }
    return report(
      image, in: damagedFile, recovered: recovered, damaged: damaged, because: reason)
  }

  private func report(
    _ image: DatabaseImage, in damagedFile: URL, recovered: Int, damaged: Int = 0,
    because reason: String
  ) -> RecoveryReport {
    RecoveryReport(
      damagedFile: damagedFile.path, recoveredRows: recovered,
      lostRows: image.damagedPages.reduce(damaged) { $0 + BTreeReader.rowCount(ofDamaged: $1) },
      lostPages: image.damagedPages.count, reason: reason)
  }

  /// The error of a call that has just failed.
  private var renameError: StoreError {
    .unusable(
      file.path, reason: "it is damaged and cannot be renamed (\(POSIXError.last.systemReason))")
  }

  private func removeNewFiles() {
    for file in [newFile, completeFile] { removeFiles(of: file) }
  }

  private func removeFiles(of database: URL) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(database.path + suffix) }
  }

  /// SQLite would treat a log that remains as the log of the new database.
  private func moveLog(to damagedFile: URL) throws {
    guard rename(file.path + "-wal", damagedFile.path + "-wal") == 0 || errno == ENOENT else {
      throw renameError
    }
    unlink(file.path + "-shm")
  }

  private func damagedFile(_ number: Int) -> URL {
    folder.appending(path: "store-damaged-\(number).sqlite")
  }

  private var unusedNumber: Int {
    var number = 1
    while access(damagedFile(number).path, F_OK) == 0 { number += 1 }
    return number
  }

  /// Copies all rows that can be read into a new database, and returns their number and that of the
  /// damaged rows.
  private func copyRows(of image: DatabaseImage) throws -> (recovered: Int, damaged: Int) {
    let count = image.migrationCount ?? migrations.count
    guard count <= migrations.count else {
      throw StoreError.unknownVersion(file.path, found: count, known: migrations.count)
    }
    newFile.createPrivateFile()
    let new = try SQLiteConnection(path: newFile.path, busyTimeout: .zero)
    // The new tables must have the columns of the damaged ones; later migrations run afterwards.
    try new.run(migrations: Array(migrations.prefix(count)))
    let counts = try new.transaction(.write) { transaction in
      var reader = BTreeReader(image)
      let schema = reader.rows(inTreeAt: 1)
      if schema.isEmpty
        || schema.contains(where: { $0.values.dropFirst().first == .text(DeliveryTable.name) })
      {
        try transaction.createDeliveryTable()
      }
      let names = try tableNames(in: transaction)
      let tables = try names.map { try RecoveredTable($0, in: new) }
      var (count, lost) = (0, 0)
      func copy(_ rows: [BTreeReader.Row], to table: RecoveredTable?) throws {
        let inserted = try table?.insert(rows) ?? 0
        count += inserted
        lost += rows.count - inserted
      }
      // The schema is itself a table: type, name, table, page, statement.
      for row in schema where row.values.first == .text("table") {
        guard row.values.count == 5, case .integer(let root) = row.values[3] else { continue }
        let rows = reader.rows(inTreeAt: root)
        let isInternal = rows.allSatisfy(\.isCounter)
        let table = tables.first { row.values[1] == .text($0.name) }
        if table != nil || !isInternal { try copy(rows, to: table) }
      }
      for root in reader.unknownRoots {
        let rows = reader.rows(inTreeAt: root)
        let table = tables.only(accepting: rows)
        if table != nil || !rows.allSatisfy(\.isCounter) { try copy(rows, to: table) }
      }
      return (recovered: count, damaged: reader.damagedRows + lost)
    }
    try new.removeLog()
    return counts
  }

  private func tableNames(in transaction: borrowing Transaction) throws -> [String] {
    try transaction.rows(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite^_%' ESCAPE '^'
      ORDER BY rowid
      """
    ) { try $0["name"] as String }
  }
}
