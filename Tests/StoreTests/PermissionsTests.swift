import Foundation
import ModuleTesting
import Store
import Testing

private let tables: [SQL] = ["CREATE TABLE line (name TEXT)"]

/// Only the user can read what a database contains.
struct PermissionsTests {
  private let temporary = TemporaryFolder()
  private var folder: URL { temporary.url.appending(path: "module") }

  private static func mode(_ url: URL) -> mode_t {
    var status = stat()
    return lstat(url.path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func `a new database is private even if the user's mask allows everything`() async throws {
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      umask(0)
      let folder = URL(filePath: path)
      let database = try Database(in: folder, migrations: tables)
      try await database.write { try $0.run("INSERT INTO line VALUES ('A')") }
      try #require(Self.mode(folder) == 0o700)
      for suffix in ["", "-wal", "-shm"] {
        let file = folder.appending(path: Database.fileName + suffix)
        try #require(Self.mode(file) == 0o600, "\(suffix)")
      }
      withExtendedLifetime(database) {}
    }
  }

  @Test func `the files of an earlier version become private`() async throws {
    do {
      let database = try Database(in: folder, migrations: tables)
      try await database.write { try $0.run("INSERT INTO line VALUES ('A')") }
    }
    let backup = folder.appending(path: "store-damaged-1.sqlite")
    let other = folder.appending(path: "other.json")
    for file in [backup, other] { try Data().write(to: file) }
    let files = [folder.appending(path: Database.fileName), backup]
    for file in files + [other] { #expect(chmod(file.path, 0o666) == 0) }
    #expect(chmod(folder.path, 0o777) == 0)
    _ = try Database(in: folder, migrations: tables)
    #expect(Self.mode(folder) == 0o700)
    #expect(files.map(Self.mode) == [0o600, 0o600])
    #expect(Self.mode(other) == 0o666)
  }

  @Test func `a recovered database and its damaged file are private`() async throws {
    do { _ = try Database(in: folder, migrations: tables) }
    let file = folder.appending(path: Database.fileName)
    let size = try Data(contentsOf: file).count
    try Data(repeating: 7, count: size).write(to: file)
    _ = try Database(in: folder, migrations: tables)
    let damaged = folder.appending(path: "store-damaged-1.sqlite")
    #expect([file, damaged].map(Self.mode) == [0o600, 0o600])
  }
}
