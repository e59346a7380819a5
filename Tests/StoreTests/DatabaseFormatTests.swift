import Foundation
import ModuleTesting
import Testing

@testable import Store

private let tables: [SQL] = [
  "CREATE TABLE line (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
  "ALTER TABLE line ADD COLUMN color TEXT NOT NULL DEFAULT 'grey'",
]

/// Databases without checksums, of earlier versions of the package.
@Suite(.timeLimit(.minutes(15))) struct DatabaseFormatTests {
  private let temporary = TemporaryFolder()
  private var file: URL { temporary.url.appending(path: Database.fileName) }

  private func makePlainDatabase(rows: Int) throws -> SQLiteConnection {
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
    let connection = try SQLiteConnection(path: file.path, format: .plain, busyTimeout: .zero)
    try connection.run(migrations: Array(tables.prefix(1)))
    try connection.transaction(.write) { transaction in
      for id in 0..<rows {
        try transaction.run("INSERT INTO line VALUES (\(id), \("Line \(id)"))")
      }
    }
    return connection
  }

  private func names() async throws -> [String] {
    let database = try Database(in: temporary.url, migrations: tables) { Issue.record("\($0)") }
    return try await database.read { transaction in
      try transaction.rows("SELECT name FROM line ORDER BY id") { try $0["name"] as String }
    }
  }

  @Test func `a wrong bit in the header does not make a database one without checksums`() throws {
    _ = try Database(in: temporary.url, migrations: tables)
    var bytes = [UInt8](try Data(contentsOf: file))
    // The number of bytes that each page leaves free.
    #expect(bytes[20] == 8)
    bytes[20] = 0
    #expect(DatabaseFormat(ofContent: bytes) == .checksums)
  }

  @Test(arguments: [0, 1, 5000])
  func `a database without checksums gets them, and keeps its rows`(rows: Int) async throws {
    _ = try makePlainDatabase(rows: rows)
    #expect(DatabaseFormat(ofFileAt: file) == .plain)
    #expect(try await names() == (0..<rows).map { "Line \($0)" })
    #expect(DatabaseFormat(ofFileAt: file) == .checksums)
    let bytes = [UInt8](try Data(contentsOf: file))
    for page in 1...bytes.count / PageChecksum.pageSize {
      let content = bytes[((page - 1) * PageChecksum.pageSize)...].prefix(PageChecksum.pageSize)
      #expect(content.withUnsafeBytes { PageChecksum.isValid($0, number: page) }, "page \(page)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: temporary.url.path)
    #expect(files == [Database.fileName])
  }

  @Test func `a database that is in use gets the checksums later`() async throws {
    var earlier: SQLiteConnection? = try makePlainDatabase(rows: 9)
    _ = try earlier?.transaction(.write) { try $0.run("INSERT INTO line VALUES (9, 'Line 9')") }
    #expect(try await names().count == 10)
    #expect(DatabaseFormat(ofFileAt: file) == .plain)
    _ = try earlier?.transaction(.write) { try $0.run("DELETE FROM line WHERE id = 0") }
    earlier = nil
    #expect(try await names().count == 9)
    #expect(DatabaseFormat(ofFileAt: file) == .checksums)
  }

  @Test func `many connections at the same time add the checksums once`() async throws {
    _ = try makePlainDatabase(rows: 100)
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          #expect(try await names().count == 100)
          let database = try Database(in: temporary.url, migrations: tables)
          try await database.write { try $0.run("UPDATE line SET color = 'red'") }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await names().count == 100)
    #expect(DatabaseFormat(ofFileAt: file) == .checksums)
  }

  @Test func `the damaged rows of a database without checksums are not copied`() async throws {
    _ = try makePlainDatabase(rows: 2000)
    var bytes = [UInt8](try Data(contentsOf: file))
    // Pages with rows and pages of the index.
    for offset in 3 * 4096..<7 * 4096 { bytes[offset] = 0xAA }
    try Data(bytes).write(to: file)
    let reports = Recorder<RecoveryReport>()
    let database = try Database(in: temporary.url, migrations: tables) { reports.record($0) }
    let count = try await database.read { transaction in
      try transaction.first("SELECT count(*) AS count FROM line") { try $0["count"] as Int }
    }
    #expect(count == reports.values.first?.recoveredRows)
    #expect(1000..<2000 ~= count ?? 0, "\(reports.values)")
    #expect(DatabaseFormat(ofFileAt: file) == .checksums)
  }
}
