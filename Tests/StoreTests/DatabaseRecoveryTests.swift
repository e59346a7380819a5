import Foundation
import ModuleTesting
import Store
import TestSupport
import Testing

private let tables: [SQL] = [
  "CREATE TABLE line (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
  "ALTER TABLE line ADD COLUMN color TEXT NOT NULL DEFAULT 'grey'",
]

@Suite(.timeLimit(.minutes(15))) struct DatabaseRecoveryTests {
  private let temporary = TemporaryFolder()
  private let reports = Recorder<RecoveryReport>()
  private var file: URL { temporary.url.appending(path: Database.fileName) }

  private func open(_ migrations: [SQL] = tables) throws -> Database {
    try Database(in: temporary.url, migrations: migrations) { reports.record($0) }
  }

  /// Creates a database with rows of about 100 bytes, and closes it.
  private func fill(_ rows: Int, _ migrations: [SQL] = tables) async throws {
    try await open(migrations).write { transaction in
      for id in 1...rows {
        try transaction.run("INSERT INTO line (id, name) VALUES (\(id), \(name(id)))")
      }
    }
  }

  /// Overwrites pages of the file, counted from 0, with one byte.
  private func damage(_ pages: [Int], with byte: UInt8 = 0xAA) throws {
    let handle = try FileHandle(forUpdating: file)
    for page in pages {
      try handle.seek(toOffset: UInt64(page * 4096))
      try handle.write(contentsOf: Data(repeating: byte, count: 4096))
    }
    try handle.close()
  }

  @Test func `a file that is no database is renamed unchanged, and the new name is reported`()
    async throws
  {
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
    let content = Data(repeating: 7, count: 10_000)
    for number in 1...2 {
      try content.write(to: file)
      let damagedFile = temporary.url.appending(path: "store-damaged-\(number).sqlite")
      #expect(try await ids(in: open()) == [])
      let report = try #require(reports.values.last)
      #expect(
        report.description
          == "a database was damaged: the checksum of a page is wrong; it was moved to "
          + "'\(damagedFile.path)', and 0 of its rows were recovered; "
          + "2 damaged pages could not be read")
      #expect(try Data(contentsOf: damagedFile) == content)
    }
  }

  @Test(arguments: [1, 3, 20])
  func `rows around damaged pages are copied in order`(pages: Int) async throws {
    try await fill(3000)
    let size = try Data(contentsOf: file).count / 4096
    var random = SplitMix64(seed: pages)
    let damaged = (0..<pages).map { _ in Int.random(in: 4..<size, using: &random) }
    try damage(damaged)
    let bytes = try Data(contentsOf: file)
    let database = try open()
    let found = try await ids(in: database)
    // A page has about 35 rows, and half of the pages belong to the index.
    #expect(found.count > 3000 - 60 * pages && found.count < 3000, "seed \(pages)")
    #expect(found == found.sorted())
    let report = try #require(reports.values.first)
    #expect(report.recoveredRows == found.count && reports.values.count == 1)
    #expect(try Data(contentsOf: URL(filePath: report.damagedFile)) == bytes)
    try await database.write { try $0.run("INSERT INTO line (id, name) VALUES (9999, 'new')") }
    #expect(try await ids(in: open()) == found + [9999])
    #expect(reports.values.count == 1)
  }

  @Test func `a page of zeros is detected anywhere in the file`() async throws {
    try await fill(300)
    let sound = try Data(contentsOf: file)
    for page in 0..<sound.count / 4096 {
      try sound.write(to: file)
      try damage([page], with: 0)
      let found = try await ids(in: open())
      #expect(found.allSatisfy { 1...300 ~= $0 }, "page \(page)")
      #expect(reports.values.count == page + 1, "page \(page)")
    }
  }

  @Test func `damage that a read discovers is repaired during that read`() async throws {
    try await fill(24_000)
    let database = try open()
    let version = try await database.read { try $0.dataVersion }
    let size = try Data(contentsOf: file).count / 4096
    try damage(Array(size / 4..<size / 4 + 8))
    let found = try await ids(in: database)
    #expect(found.count > 23_000 && found.count < 24_000)
    #expect(reports.values.map(\.recoveredRows) == [found.count])
    #expect(try await database.read { try $0.dataVersion } != version)
    try await database.write { try $0.run("DELETE FROM line") }
    #expect(try await ids(in: database).isEmpty)
  }

  @Test func `a connection from before a recovery goes on with the recovered database`()
    async throws
  {
    try await fill(24_000)
    let (database, other) = (try open(), try open())
    _ = try await ids(in: other)
    let size = try Data(contentsOf: file).count / 4096
    try damage(Array(size / 4..<size / 4 + 8))
    let found = try await ids(in: database)
    #expect(reports.values.count == 1)
    try await other.write { try $0.run("INSERT INTO line (id, name) VALUES (99999, 'other')") }
    for connection in [database, other] {
      let (count, last): (Int?, Int?) = try await connection.read { transaction in
        (
          try transaction.first("SELECT count(*) AS count FROM line") { try $0["count"] },
          try transaction.first("SELECT max(id) AS last FROM line") { try $0["last"] }
        )
      }
      #expect(count == found.count + 1 && last == 99999)
    }
  }

  @Test func `rows of an earlier version are recovered before a migration moves them`() async throws
  {
    try await fill(1000, [tables[0]])
    try damage([9])
    let database = try open([
      tables[0], "CREATE TABLE track (id INTEGER PRIMARY KEY, name TEXT)",
      "INSERT INTO track SELECT id, name FROM line", "DROP TABLE line",
    ])
    let count = try await database.read { transaction in
      try transaction.first("SELECT count(*) AS count FROM track") { try $0["count"] as Int }
    }
    #expect(reports.values.map(\.recoveredRows) == [count])
    #expect((901..<1000).contains(count ?? 0))
  }

  @Test func `rows that refer to lost rows do not prevent the recovery`() async throws {
    let tables = [
      tables[0], "CREATE TABLE stop (id INTEGER PRIMARY KEY, line INTEGER REFERENCES line (id))",
    ]
    try await fill(1000, tables)
    try await open(tables).write { transaction in
      try transaction.run("INSERT INTO stop SELECT id, id FROM line")
    }
    try damage([10])
    let database = try open(tables)
    let found = try await ids(in: database)
    #expect(found.count > 900 && found.count < 1000)
    let stops = try await database.read { transaction in
      try transaction.rows("SELECT line FROM stop ORDER BY id") { try $0["line"] as Int }
    }
    #expect(stops == found)
    #expect(reports.values.map(\.recoveredRows) == [2 * found.count])
    #expect(reports.values.map(\.lostRows) == [1000 - found.count])
  }

  @Test func `rows of an earlier version are recovered and migrated`() async throws {
    try await fill(1000, Array(tables.prefix(1)))
    try damage([9])
    let database = try open()
    let colors = try await database.read { transaction in
      try transaction.rows("SELECT DISTINCT color FROM line") { try $0["color"] as String }
    }
    #expect(colors == ["grey"])
    #expect(reports.values.count == 1)
  }

  @Test func `files of an interrupted recovery do not disturb the next one`() async throws {
    try await fill(1000)
    try damage([9])
    for suffix in ["", "-wal", "-shm"] {
      try Data(repeating: 7, count: 10_000).write(to: URL(filePath: file.path + ".new" + suffix))
    }
    let found = try await ids(in: open())
    #expect(found.count > 900 && reports.values.map(\.recoveredRows) == [found.count])
    let files = try FileManager.default.contentsOfDirectory(atPath: temporary.url.path)
    #expect(!files.contains { $0.hasPrefix(Database.fileName + ".new") })
  }

  @Test(arguments: [nil, Data("a log".utf8)])
  func `a recovery that was interrupted after its last row is finished`(log: Data?) async throws {
    try await fill(100)
    let recovered = URL(filePath: file.path + ".recovered")
    try FileManager.default.moveItem(at: file, to: recovered)
    // The damaged file has a second name, and its log was perhaps moved away.
    try await fill(10)
    let (logPath, damagedLog) = (file.path + "-wal", "store-damaged-1.sqlite-wal")
    try log?.write(to: URL(filePath: logPath))
    let damagedFile = temporary.url.appending(path: "store-damaged-1.sqlite")
    try FileManager.default.linkItem(at: file, to: damagedFile)
    #expect(try await ids(in: open()) == Array(1...100))
    #expect(reports.values.map(\.recoveredRows) == [100])
    #expect(reports.values.map(\.damagedFile) == [damagedFile.path])
    let files = try FileManager.default.contentsOfDirectory(atPath: temporary.url.path)
    #expect(
      files.sorted() == ["store-damaged-1.sqlite"] + (log == nil ? [] : [damagedLog]) + [
        Database.fileName
      ])
    if let log {
      #expect(try Data(contentsOf: temporary.url.appending(path: damagedLog)) == log)
    }
  }

  @Test func `a recovery without space changes nothing, and succeeds later`() async throws {
    try await fill(3000)
    try damage([9])
    let path = temporary.url.path
    let bytes = try Data(contentsOf: file)
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      try limitFiles(to: 100_000)
      #expect(throws: StoreError.self) { try Database(in: URL(filePath: path), migrations: tables) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [Database.fileName])
    #expect(try Data(contentsOf: file) == bytes)
    #expect(try await ids(in: open()).count > 2900)
  }

  @Test func `a damaged database of a newer version is not changed`() async throws {
    try await fill(1000, tables + ["SELECT 1"])
    try damage([9])
    let bytes = try Data(contentsOf: file)
    #expect(throws: StoreError.unknownVersion(file.path, found: 3, known: 2)) { try open() }
    #expect(try Data(contentsOf: file) == bytes && reports.values.isEmpty)
  }

  @Test func `one of many connections that find the damage recovers the database`() async throws {
    try await fill(1000)
    try damage([9])
    let found = try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { try await ids(in: open()) } }
      return try await group.reduce(into: Set<[Int]>()) { $0.insert($1) }
    }
    #expect(found.count == 1 && (found.first?.count ?? 0) > 900)
    #expect(reports.values.count == 1)
  }

  private func ids(in database: Database) async throws -> [Int] {
    let rows = try await database.read { transaction in
      try transaction.rows("SELECT id, name FROM line ORDER BY id") { row in
        (id: try row["id"] as Int, name: try row["name"] as String)
      }
    }
    #expect(rows.allSatisfy { $0.id == 9999 || $0.name == name($0.id) })
    return rows.map(\.id)
  }
}

private func name(_ id: Int) -> String {
  "\(id) 西直门 西直门 西直门 西直门 西直门 西直门 西直门 西直门 西直门"
}
