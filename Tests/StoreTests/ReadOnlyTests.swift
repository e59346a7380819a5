import Foundation
import Store
import TestSupport
import Testing

private let tables: [SQL] = ["CREATE TABLE line (name TEXT)"]

/// Places where nothing can be written, met by a process without privileges.
struct ReadOnlyTests {
  private let temporary = TemporaryFolder()
  private var folder: URL { temporary.url }

  private func allow(_ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
  }

  @Test func `what may only be read is read, with what its log holds, and not written`()
    async throws
  {
    // Open, so that the row is in the log alone.
    let database = try Database(in: folder, migrations: tables)
    try await database.write { try $0.run("INSERT INTO line VALUES ('A')") }
    let path = folder.path
    try allow(0o555)
    await #expect(processExitsWith: .success) { [path = path as String] in
      try dropPrivileges()
      let newer: [SQL] = tables + ["ALTER TABLE line ADD COLUMN color TEXT"]
      let database = try Database(in: URL(filePath: path), migrations: newer)
      let lines = try await database.read { transaction in
        try transaction.rows("SELECT name, color FROM line") { try $0[0] as String }
      }
      try #require(lines == ["A"])
      await #expect(throws: StoreError.readOnly(path + "/" + Database.fileName)) {
        try await database.write { try $0.run("DELETE FROM line") }
      }
    }
    try allow(0o755)
    withExtendedLifetime(database) {}
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(files.allSatisfy { $0.hasPrefix(Database.fileName) })
  }

  @Test func `where nothing is and nothing can be written, the folder is named`() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.path
    try allow(0o555)
    await #expect(processExitsWith: .success) { [path = path as String] in
      try dropPrivileges()
      let error = #expect(throws: StoreError.self) {
        try Database(in: URL(filePath: path), migrations: tables)
      }
      try #require(error?.description.contains(path) == true)
    }
    try allow(0o755)
  }

  @Test func `a full disk is told, and what was there stays`() async throws {
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let database = try Database(in: URL(filePath: path), migrations: tables)
      try await database.write { try $0.run("INSERT INTO line VALUES ('A')") }
      // No file may grow beyond this, as on a disk without room.
      signal(SIGXFSZ, SIG_IGN)
      try limitFiles(to: 100_000)
      let long = String(repeating: "x", count: 1 << 20)
      let error = await #expect(throws: StoreError.self) {
        try await database.write { try $0.run("INSERT INTO line VALUES (\(long))") }
      }
      guard case .unusable(path + "/" + Database.fileName, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      try limitFiles(to: .max)
      try await database.write { try $0.run("INSERT INTO line VALUES ('B')") }
    }
    let lines = try await Database(in: folder, migrations: tables).read { transaction in
      try transaction.rows("SELECT name FROM line") { try $0[0] as String }
    }
    #expect(lines == ["A", "B"])
  }
}

/// Lets a process of root, for whom nothing is read-only, be nobody's.
private func dropPrivileges() throws {
  guard geteuid() == 0 else { return }
  try #require(setgid(65_534) == 0 && setuid(65_534) == 0)
}

/// Lets no file of this process grow beyond a number of bytes.
private func limitFiles(to bytes: rlim_t) throws {
  var limit = rlimit(rlim_cur: bytes, rlim_max: rlim_t.max)
  #if canImport(Glibc)
    let code = setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  #else
    let code = setrlimit(RLIMIT_FSIZE, &limit)
  #endif
  try #require(code == 0)
}
