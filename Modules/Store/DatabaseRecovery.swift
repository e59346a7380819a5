import Foundation

/// The result of replacing a damaged database with a new one.
public struct RecoveryReport: Sendable, Hashable, CustomStringConvertible {
  /// The new path of the damaged file.
  public let damagedFile: String
  /// How many rows were copied into the new database.
  public let recoveredRows: Int
  /// How many rows were lost, as far as their pages tell.
  public let lostRows: Int
  /// How many pages of the file were damaged and could not be corrected.
  public let lostPages: Int
  /// The damage, as SQLite describes it.
  public let reason: String

  public var description: String {
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
  private let file: URL
  private let migrations: [SQL]

  init(_ file: URL, migrations: [SQL]) {
    self.file = file
    self.migrations = migrations
  }

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
    let rows = try SQLiteConnection(path: completeFile.path, busyTimeout: .zero).withoutLog {
      try $0.transaction(.read) { transaction in
        try tableNames(in: transaction).reduce(0) { count, name in
          let count = try transaction.first(SQL("SELECT count(*) FROM \(name.quoted)", [])) {
            try $0[0] as Int
          }.map { $0 + count }
          return count ?? 0
        }
      }
    }
    let damagedFile = damagedFile(unusedNumber - 1)
    try moveLog(to: damagedFile)
    guard rename(completeFile.path, file.path) == 0 else { throw renameError }
    return RecoveryReport(
      damagedFile: damagedFile.path, recoveredRows: rows, lostRows: 0, lostPages: 0,
      reason: reason)
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
    } catch {
      removeNewFiles()
      throw error
    }
    let damagedFile = damagedFile(unusedNumber)
    guard link(file.path, damagedFile.path) == 0 else {
      removeNewFiles()
      throw renameError
    }
    do {
      try moveLog(to: damagedFile)
      guard rename(completeFile.path, file.path) == 0 else { throw renameError }
    } catch {
      // The next start finds both databases, or recovers again.
      rename(damagedFile.path + "-wal", file.path + "-wal")
      unlink(damagedFile.path)
      throw error
    }
    return RecoveryReport(
      damagedFile: damagedFile.path, recoveredRows: recovered,
      lostRows: image.damagedPages.reduce(damaged) { $0 + BTreeReader.rowCount(ofDamaged: $1) },
      lostPages: image.damagedPages.count, reason: reason)
  }

  private var renameError: StoreError {
    .unusable(file.path, reason: "it is damaged and cannot be renamed")
  }

  private func removeNewFiles() {
    for file in [newFile, completeFile] {
      for suffix in ["", "-wal", "-shm", "-journal"] { unlink(file.path + suffix) }
    }
  }

  /// SQLite would treat a log that remains as the log of the new database.
  private func moveLog(to damagedFile: URL) throws {
    guard rename(file.path + "-wal", damagedFile.path + "-wal") == 0 || errno == ENOENT else {
      throw renameError
    }
    unlink(file.path + "-shm")
  }

  private func damagedFile(_ number: Int) -> URL {
    file.deletingLastPathComponent().appending(path: "store-damaged-\(number).sqlite")
  }

  private var unusedNumber: Int {
    var number = 1
    while access(damagedFile(number).path, F_OK) == 0 { number += 1 }
    return number
  }

  /// Copies all rows that can be read into a new database, and returns their number and that of the
  /// damaged rows.
  private func copyRows(of image: DatabaseImage) throws -> (recovered: Int, damaged: Int) {
    let version = image.version ?? migrations.count
    guard version <= migrations.count else {
      throw StoreError.unknownVersion(file.path, found: version, known: migrations.count)
    }
    newFile.createPrivateFile()
    let new = try SQLiteConnection(path: newFile.path, busyTimeout: .zero)
    // The new tables must have the columns of the damaged ones; later migrations run afterwards.
    try new.run(migrations: Array(migrations.prefix(version)))
    return try new.withoutLog { new in
      try new.transaction(.write) { transaction in
        let names = try tableNames(in: transaction)
        let tables = try names.map { try RecoveredTable($0, in: new) }
        var reader = BTreeReader(image)
        var (count, unassigned) = (0, 0)
        // The schema is itself a table: type, name, table, page, statement.
        for row in reader.rows(inTreeAt: 1) where row.values.first == .text("table") {
          guard row.values.count == 5, case .integer(let root) = row.values[3] else { continue }
          let rows = reader.rows(inTreeAt: root)
          count += try tables.first { row.values[1] == .text($0.name) }?.insert(rows) ?? 0
        }
        for root in reader.unknownRoots {
          let rows = reader.rows(inTreeAt: root)
          if let table = tables.only(accepting: rows) {
            count += try table.insert(rows)
          } else if !rows.allSatisfy(\.isCounter) {
            unassigned += rows.count
          }
        }
        return (count, reader.damagedRows + unassigned)
      }
    }
  }

  private func tableNames(in transaction: borrowing Transaction) throws -> [String] {
    try transaction.rows(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite^_%' ESCAPE '^'
      ORDER BY rowid
      """
    ) { try $0[0] as String }
  }
}

/// A table of the new database.
private struct RecoveredTable {
  struct Column {
    let name: String
    let type: String
    let isRequired: Bool
    let isKey: Bool
  }

  let name: String
  private let connection: SQLiteConnection
  let columns: [Column]

  init(_ name: String, in connection: SQLiteConnection) throws {
    self.name = name
    self.connection = connection
    let statement = try Statement(
      SQL("SELECT name, type, \"notnull\", pk FROM pragma_table_info(?)", [.text(name)]),
      on: connection)
    var columns: [Column] = []
    while try statement.step() {
      guard case .text(let column) = statement.value(at: 0),
        case .text(let type) = statement.value(at: 1)
      else { continue }
      columns.append(
        Column(
          name: column, type: type.uppercased(), isRequired: statement.value(at: 2) == .integer(1),
          isKey: statement.value(at: 3) == .integer(1)))
    }
    self.columns = columns
  }

  /// Inserts rows, and returns how many of them the table accepted. Rows with damaged values can
  /// violate constraints.
  func insert(_ rows: [BTreeReader.Row]) throws -> Int {
    try rows.count { row in
      let columns = columns.prefix(row.values.count)
      let names = columns.map(\.name.quoted).joined(separator: ", ")
      let placeholders = columns.map { _ in "?" }.joined(separator: ", ")
      let insert = SQL(
        "INSERT OR IGNORE INTO \(name.quoted) (\(names)) VALUES (\(placeholders))",
        values(of: row))
      do {
        _ = try Statement(insert, on: connection).step()
        return true
      } catch StoreError.constraint, StoreError.badStatement {
        return false
      }
    }
  }

  /// Whether all rows have the types of the columns.
  func accepts(_ rows: [BTreeReader.Row]) -> Bool {
    rows.allSatisfy { row in
      row.values.count <= columns.count
        && zip(columns, values(of: row)).allSatisfy { column, value in
          switch value {
          case .null: !column.isRequired
          case .integer: ["INTEGER", "REAL"].contains(column.type)
          case .real: column.type == "REAL"
          case .text: column.type == "TEXT"
          case .blob: column.type == "BLOB"
          }
        }
    }
  }

  /// The values by column. The row number stands for a key that is null.
  private func values(of row: BTreeReader.Row) -> [StoreValue] {
    zip(columns, row.values).map { column, value in
      column.isKey && value == .null ? .integer(row.number) : value
    }
  }
}

extension [RecoveredTable] {
  /// The only table whose columns have the types of the rows; nil for none or several. A row can
  /// have fewer values than columns, if a column was added later.
  fileprivate func only(accepting rows: [BTreeReader.Row]) -> RecoveredTable? {
    let candidates = filter { $0.accepts(rows) }
    let complete = candidates.filter { table in
      rows.contains { $0.values.count == table.columns.count }
    }
    return candidates.count == 1 ? candidates[0] : complete.count == 1 ? complete[0] : nil
  }
}

extension BTreeReader.Row {
  /// Whether it seems to be the counter of an `AUTOINCREMENT` table, which is not recovered.
  fileprivate var isCounter: Bool {
    guard values.count == 2, case .text = values[0], case .integer = values[1] else { return false }
    return true
  }
}

extension String {
  /// The name as an SQL identifier.
  fileprivate var quoted: String { "\"\(replacing("\"", with: "\"\""))\"" }
}
