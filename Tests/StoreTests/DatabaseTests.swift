import Foundation
import ModuleTesting
import Testing

@testable import Store

private let migrations: [SQL] = [
  "CREATE TABLE line (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
  "ALTER TABLE line ADD COLUMN color TEXT NOT NULL DEFAULT 'grey'",
  """
  CREATE TABLE stop (
    name TEXT PRIMARY KEY, line INTEGER NOT NULL REFERENCES line (id) ON DELETE CASCADE
  )
  """,
]

private let entryTable: [SQL] = [
  "CREATE TABLE entry (id INTEGER PRIMARY KEY AUTOINCREMENT, writer INTEGER NOT NULL)"
]

private struct TestError: Error {}

@Suite(.timeLimit(.minutes(15))) struct DatabaseTests {
  let folder = TemporaryFolder()

  @Test func `a missing folder is created with its parent folders`() async throws {
    let nested = folder.url.appendingPathComponent("a/b")
    let database = try Database(in: nested, migrations: migrations)
    #expect(try await lineCount(of: database) == 0)
    let file = nested.appendingPathComponent(Database.fileName)
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test(arguments: ["", "-wal", "-shm", "-journal"])
  func `a pipe in the place of a file is an error, and not waited for`(suffix: String) async throws
  {
    try await Database(in: folder.url, migrations: migrations).write { _ in }
    let path = folder.url.appending(path: Database.fileName).path + suffix
    unlink(path)
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: StoreError.notAFile(path, kind: "a pipe")) {
      try Database(in: folder.url, migrations: migrations)
    }
  }

  @Test func `rows are still there when the database is opened again`() async throws {
    for round in 1...3 {
      let database = try Database(in: folder.url, migrations: migrations)
      let lines = try await database.write { transaction in
        try transaction.run("INSERT INTO line (name) VALUES (\("line \(round)"))")
        return try transaction.rows("SELECT name FROM line") { try $0["name"] as String }
      }
      #expect(lines == (1...round).map { "line \($0)" })
    }
  }

  @Test(arguments: 0...migrations.count)
  func `a database of any earlier version is migrated with its rows`(version: Int)
    async throws
  {
    do {
      let old = try Database(in: folder.url, migrations: Array(migrations.prefix(version)))
      guard version > 0 else { return }
      try await old.write { try $0.run("INSERT INTO line (name) VALUES ('A')") }
    }
    let new = try Database(in: folder.url, migrations: migrations)
    let lines = try await new.read { transaction in
      try transaction.rows("SELECT name, color FROM line") { row in
        "\(try row["name"] as String) \(try row["color"] as String)"
      }
    }
    #expect(lines == (version > 0 ? ["A grey"] : []))
  }

  @Test func `a database of a newer version is refused and not changed`() async throws {
    let newer = try Database(in: folder.url, migrations: migrations)
    try await newer.write { try $0.run("INSERT INTO line (name) VALUES ('A')") }
    let path = folder.url.appendingPathComponent(Database.fileName).path
    #expect(throws: StoreError.unknownVersion(path, found: 3, known: 1)) {
      try Database(in: folder.url, migrations: Array(migrations.prefix(1)))
    }
    let lines = try await newer.read { transaction in
      try transaction.rows("SELECT name FROM line") { try $0["name"] as String }
    }
    #expect(lines == ["A"])
  }

  @Test func `a negative version is refused`() async throws {
    try await Database(in: folder.url, migrations: migrations).write { transaction in
      try transaction.run("PRAGMA user_version = -1")
    }
    let path = folder.url.appendingPathComponent(Database.fileName).path
    #expect(throws: StoreError.unknownVersion(path, found: -1, known: 3)) {
      try Database(in: folder.url, migrations: migrations)
    }
  }

  @Test func `a failed migration leaves the database at the previous version`() async throws {
    _ = try Database(in: folder.url, migrations: Array(migrations.prefix(1)))
    #expect(throws: StoreError.self) {
      try Database(in: folder.url, migrations: [migrations[0], migrations[1], "CREATE nonsense"])
    }
    let database = try Database(in: folder.url, migrations: migrations)
    #expect(try await database.write { try $0.run("INSERT INTO line (name) VALUES ('A')") } == 1)
  }

  @Test func `a transaction that throws is rolled back, and the next one works`()
    async throws
  {
    let database = try Database(in: folder.url, migrations: migrations)
    await #expect(throws: TestError.self) {
      try await database.write { transaction in
        try transaction.run("INSERT INTO line (name) VALUES ('A')")
        throw TestError()
      }
    }
    #expect(try await lineCount(of: database) == 0)
    try await database.write { try $0.run("INSERT INTO line (name) VALUES ('B')") }
    #expect(try await lineCount(of: database) == 1)
  }

  @Test func `deleting a row deletes the rows that refer to it`() async throws {
    let database = try Database(in: folder.url, migrations: migrations)
    let stops = try await database.write { transaction in
      try transaction.run("INSERT INTO line (id, name) VALUES (1, 'A')")
      try transaction.run("INSERT INTO stop (name, line) VALUES ('Trindade', 1)")
      try transaction.run("DELETE FROM line")
      return try transaction.rows("SELECT name FROM stop") { try $0["name"] as String }
    }
    #expect(stops.isEmpty)
  }

  @Test func `many tasks with their own connections lose no entry`() async throws {
    let folder = folder.url
    let (writers, entries) = (8, 25)
    try await withThrowingTaskGroup { group in
      for writer in 0..<writers {
        group.addTask {
          // All tasks create, migrate and use the database at the same time.
          let database = try Database(in: folder, migrations: entryTable, busyTimeout: .seconds(60))
          for _ in 0..<entries {
            try await database.write { transaction in
              try transaction.run("INSERT INTO entry (writer) VALUES (\(writer))")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let database = try Database(in: folder, migrations: entryTable)
    let found = try await database.read { transaction in
      try transaction.rows("SELECT id FROM entry ORDER BY id") { try $0["id"] as Int }
    }
    #expect(found == Array(1...writers * entries))
  }

  @Test func `connections that create a database at the same time run each migration once`()
    async throws
  {
    for number in 0..<20 {
      let url = folder.url.appending(path: "\(number)")
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { _ = try Database(in: url, migrations: migrations) } }
        try await group.waitForAll()
      }
    }
  }

  @Test func `many tasks use one connection in turn`() async throws {
    let database = try Database(in: folder.url, migrations: entryTable)
    let versions = try await withThrowingTaskGroup(of: DataVersion.self) { group in
      for writer in 0..<50 {
        group.addTask {
          try await database.write { transaction in
            try transaction.run("INSERT INTO entry (writer) VALUES (\(writer))")
            return try transaction.dataVersion
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(versions.map(\.connection)).count == 1)
    let first = try #require(versions.map(\.own).min())
    #expect(versions.map(\.own).sorted() == Array(first..<first + 50))
    let writers = try await database.read { transaction in
      try transaction.rows("SELECT writer FROM entry") { try $0["writer"] as Int }
    }
    #expect(writers.sorted() == Array(0..<50))
  }

  @Test func `the error names a folder that cannot be created`() throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let file = folder.url.appendingPathComponent("file")
    try Data().write(to: file)
    let inside = file.appendingPathComponent("folder")
    #expect(
      throws: StoreError.unusable(
        inside.path, reason: "the folder cannot be created: not a directory")
    ) {
      try Database(in: inside, migrations: [])
    }
  }

  private func lineCount(of database: Database) async throws -> Int? {
    try await database.read { transaction in
      try transaction.first("SELECT count(*) AS count FROM line") { try $0["count"] }
    }
  }
}
