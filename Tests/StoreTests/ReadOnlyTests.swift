import Foundation
import ModuleTesting
import Store
import Testing

private let tables: [SQL] = ["CREATE TABLE line (name TEXT)"]

/// Databases that a process without privileges cannot write.
@Suite(.timeLimit(.minutes(15))) struct ReadOnlyTests {
  private let temporary = TemporaryFolder()
  private var folder: URL { temporary.url }

  private func setPermissions(_ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
  }

  @Test(.enabled(if: isEnteredByEverybody))
  func `a read-only database is read with the rows in its log, and writing throws`()
    async throws
  {
    // As long as the database is open, the row is only in the log.
    let database = try Database(in: folder, migrations: tables)
    try await database.write { try $0.run("INSERT INTO line VALUES ('A')") }
    let path = folder.path
    // Only the owner can read the files of a database, unless the owner allows it.
    for suffix in ["", "-wal"] {
      #expect(chmod(path + "/" + Database.fileName + suffix, 0o444) == 0)
    }
    try setPermissions(0o555)
    await #expect(processExitsWith: .success) { [path = path as String] in
      try dropPrivileges()
      let newer: [SQL] = tables + ["ALTER TABLE line ADD COLUMN color TEXT"]
      let database = try Database(in: URL(filePath: path), migrations: newer)
      let lines = try await database.read { transaction in
        try transaction.rows("SELECT name, color FROM line") { try $0["name"] as String }
      }
      try #require(lines == ["A"])
      await #expect(throws: StoreError.readOnly(path + "/" + Database.fileName)) {
        try await database.write { try $0.run("DELETE FROM line") }
      }
    }
    try setPermissions(0o755)
    withExtendedLifetime(database) {}
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(files.allSatisfy { $0.hasPrefix(Database.fileName) })
  }

  @Test(.enabled(if: isEnteredByEverybody))
  func `the error of a database that cannot be read gives the reason of the system`() async throws {
    do { _ = try Database(in: folder, migrations: tables) }
    let path = folder.path
    // As after a run with `sudo`.
    #expect(chmod(path + "/" + Database.fileName, 0) == 0)
    try setPermissions(0o755)
    await #expect(processExitsWith: .success) { [path = path as String] in
      try dropPrivileges()
      let file = path + "/" + Database.fileName
      #expect(throws: StoreError.unusable(file, reason: "permission denied")) {
        try Database(in: URL(filePath: path), migrations: tables)
      }
    }
  }

  @Test(.enabled(if: isEnteredByEverybody))
  func `without a database, a read-only folder has no rows, and the error of a write names it`()
    async throws
  {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.path
    try setPermissions(0o555)
    await #expect(processExitsWith: .success) { [path = path as String] in
      try dropPrivileges()
      for path in [path, path + "/missing"] {
        let database = try Database(in: URL(filePath: path), migrations: tables)
        for _ in 1...2 {
          let count = try await database.read { transaction in
            try transaction.rows("SELECT name FROM line") { try $0["name"] as String }.count
          }
          try #require(count == 0)
          let error = await #expect(throws: StoreError.self) {
            try await database.write { try $0.run("INSERT INTO line VALUES ('A')") }
          }
          try #require(error?.description.contains(path) == true)
        }
      }
    }
    try setPermissions(0o755)
  }

  @Test(.enabled(if: isEnteredByEverybody))
  func `a link to a database on another disk that is missing is no empty database`() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.path
    #expect(symlink("/missing/store.sqlite", path + "/" + Database.fileName) == 0)
    try setPermissions(0o555)
    await #expect(processExitsWith: .success) { [path = path as String] in
      try dropPrivileges()
      #expect(throws: StoreError.self) {
        try Database(in: URL(filePath: path), migrations: tables)
      }
    }
    try setPermissions(0o755)
  }

  @Test func `without a database, a full disk has no rows, and space is used when there is some`()
    async throws
  {
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      try limitFiles(to: 0)
      let database = try Database(in: URL(filePath: path), migrations: tables)
      let count = try await database.read { transaction in
        try transaction.rows("SELECT name FROM line") { try $0["name"] as String }.count
      }
      try #require(count == 0)
      await #expect(throws: StoreError.self) {
        try await database.write { try $0.run("INSERT INTO line VALUES ('A')") }
      }
      try limitFiles(to: .max)
      try await database.write { try $0.run("INSERT INTO line VALUES ('A')") }
    }
    let lines = try await Database(in: folder, migrations: tables).read { transaction in
      try transaction.rows("SELECT name FROM line") { try $0["name"] as String }
    }
    #expect(lines == ["A"])
  }

  @Test func `a full disk is an error, and the stored rows remain`() async throws {
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let database = try Database(in: URL(filePath: path), migrations: tables)
      try await database.write { try $0.run("INSERT INTO line VALUES ('A')") }
      // A limited file size has the same effect as a full disk.
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
      try transaction.rows("SELECT name FROM line") { try $0["name"] as String }
    }
    #expect(lines == ["A", "B"])
  }

  @Test func `a database on a full disk is read, also when it is opened only then`() async throws {
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let folder = URL(filePath: path)
      do {
        let database = try Database(in: folder, migrations: tables)
        try await database.write { try $0.run("INSERT INTO line VALUES ('A')") }
      }
      signal(SIGXFSZ, SIG_IGN)
      try limitFiles(to: 0)
      let database = try Database(in: folder, migrations: tables)
      for _ in 1...2 {
        let lines = try await database.read { transaction in
          try transaction.rows("SELECT name FROM line") { try $0["name"] as String }
        }
        try #require(lines == ["A"])
        let error = await #expect(throws: StoreError.self) {
          try await database.write { try $0.run("INSERT INTO line VALUES ('B')") }
        }
        guard case .unusable(path + "/" + Database.fileName, _) = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
      try limitFiles(to: .max)
      try await database.write { try $0.run("INSERT INTO line VALUES ('B')") }
    }
    let lines = try await Database(in: folder, migrations: tables).read { transaction in
      try transaction.rows("SELECT name FROM line") { try $0["name"] as String }
    }
    #expect(lines == ["A", "B"])
  }
}

/// Whether the user "nobody" may enter the folder of temporary files; only a root process becomes
/// that user.
private let isEnteredByEverybody =
  geteuid() != 0
  || sequence(first: FileManager.default.temporaryDirectory) {
    $0.path == "/" ? nil : $0.deletingLastPathComponent()
  }.allSatisfy {
    var status = stat()
    return stat($0.path, &status) == 0 && status.st_mode & S_IXOTH != 0
  }

/// Makes a root process run as the user "nobody", because root can write everywhere.
private func dropPrivileges() throws {
  guard geteuid() == 0 else { return }
  try #require(setgid(65_534) == 0 && setuid(65_534) == 0)
}

/// Limits the size of the files that this process writes.
func limitFiles(to bytes: rlim_t) throws {
  var limit = rlimit(rlim_cur: bytes, rlim_max: rlim_t.max)
  #if canImport(Glibc)
    let code = setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  #else
    let code = setrlimit(RLIMIT_FSIZE, &limit)
  #endif
  try #require(code == 0)
}
