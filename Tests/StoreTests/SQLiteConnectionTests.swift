import Foundation
import ModuleTesting
import Testing

@testable import Store

struct SQLiteConnectionTests {
  let folder = TemporaryFolder()

  @Test func `commits are written to the disk, and foreign keys are checked`() throws {
    let connection = try open()
    let settings = try connection.transaction(.write) { transaction in
      [
        try transaction.first("PRAGMA journal_mode") { try $0["journal_mode"] as String },
        try transaction.first("PRAGMA synchronous") { "\(try $0["synchronous"] as Int)" },
        try transaction.first("PRAGMA foreign_keys") { "\(try $0["foreign_keys"] as Int)" },
      ]
    }
    #expect(settings == ["wal", "2", "1"])
  }

  @Test func `during a write, others read the previous state and cannot write`() throws {
    let (first, second) = (try open(), try open())
    try first.run(migrations: ["CREATE TABLE line (name TEXT)"])
    try first.transaction(.write) { writing in
      try writing.run("INSERT INTO line VALUES ('A')")
      let seen = try second.transaction(.read) { transaction in
        try transaction.first("SELECT count(*) AS count FROM line") { try $0["count"] as Int }
      }
      #expect(seen == 0)
      #expect(throws: StoreError.busy(second.path)) {
        try second.transaction(.write) { try $0.run("INSERT INTO line VALUES ('B')") }
      }
    }
    let count = try second.transaction(.write) { transaction in
      try transaction.run("INSERT INTO line VALUES ('B')")
      return try transaction.first("SELECT count(*) AS count FROM line") { try $0["count"] as Int }
    }
    #expect(count == 2)
  }

  private func open() throws -> SQLiteConnection {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let file = folder.url.appendingPathComponent(Database.fileName)
    return try SQLiteConnection(path: file.path, busyTimeout: .zero)
  }
}
