import Foundation
import ModuleTesting
import Store
import Testing

private let tables: [SQL] = ["CREATE TABLE entry (number INTEGER PRIMARY KEY, text TEXT)"]

/// SQLite coordinates processes by locks on the file, which POSIX releases as soon as a process
/// closes any descriptor of the file. A process that reads the file beside SQLite therefore loses
/// what it commits afterwards.
@Suite(.timeLimit(.minutes(15))) struct SharedDatabaseTests {
  private let temporary = TemporaryFolder()

  /// Opens the database in another process, adds `number`, closes the database, and compares the
  /// numbers from 1000.
  private func addElsewhere(_ number: Int, expecting expected: [Int]) async {
    let path = temporary.url.path
    await #expect(processExitsWith: .success) {
      [path = path as String, number = number as Int, expected = expected as [Int]] in
      let database = try Database(in: URL(filePath: path), migrations: tables)
      try await database.write { try $0.run("INSERT INTO entry VALUES (\(number), 'other')") }
      let found = try await numbers(in: database)
      try #require(found == expected)
    }
  }

  @Test(arguments: [false, true])
  func `all processes see what each of them commits, also after one recovered the database`(
    isDamaged: Bool
  ) async throws {
    let text = String(repeating: "x", count: 90)
    try await Database(in: temporary.url, migrations: tables).write { transaction in
      for number in 1...500 {
        try transaction.run("INSERT INTO entry VALUES (\(number), \(text))")
      }
    }
    if isDamaged {
      let handle = try FileHandle(
        forUpdating: temporary.url.appending(path: Database.fileName))
      try handle.seek(toOffset: 4 * 4096)
      try handle.write(contentsOf: Data(repeating: 0xAA, count: 4096))
      try handle.close()
    }
    let reports = Recorder<RecoveryReport>()
    let database = try Database(in: temporary.url, migrations: tables) { reports.record($0) }
    await addElsewhere(1000, expecting: [1000])
    try await database.write { try $0.run("INSERT INTO entry VALUES (1001, 'own')") }
    await addElsewhere(1002, expecting: [1000, 1001, 1002])
    #expect(try await numbers(in: database) == [1000, 1001, 1002])
    #expect(reports.values.count == (isDamaged ? 1 : 0))
  }
}

private func numbers(in database: Database) async throws -> [Int] {
  try await database.read { transaction in
    try transaction.rows("SELECT number FROM entry WHERE number >= 1000 ORDER BY number") {
      try $0["number"] as Int
    }
  }
}
