import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import Store

private let tables: [SQL] = ["CREATE TABLE entry (number INTEGER PRIMARY KEY)"]

@Suite(.timeLimit(.minutes(15))) struct DatabaseModuleTests {
  private let temporary = TemporaryFolder()
  private let messages = Recorder<String>()

  private func database() -> Database {
    let log = Log(level: .debug) { [messages] level, message in
      messages.record("\(level): \(message)")
    }
    return Database(
      ModuleContext(mediator: Mediator(), folder: temporary.url, log: log), migrations: tables)
  }

  @Test func `the database is opened at its first use, and again after it was closed`()
    async throws
  {
    let file = temporary.url.appending(path: Database.fileName)
    let database = database()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    for number in 1...2 {
      try await database.write { try $0.run("INSERT INTO entry VALUES (\(number))") }
      await database.close()
    }
    let count = try await database.read {
      try $0.first("SELECT count(*) AS count FROM entry") { try $0["count"] as Int }
    }
    #expect(count == 2)
  }

  @Test func `the recovery of a damaged database is logged`() async throws {
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
    try Data(repeating: 7, count: 5000)
      .write(to: temporary.url.appending(path: Database.fileName))
    try await database().open()
    #expect(messages.values.count == 1)
    #expect(messages.values.first?.hasPrefix("error: a database was damaged") == true)
  }

  @Test func `the version of the data differs after each change, by whomever`() async throws {
    let (database, other) = (database(), database())
    func version() async throws -> DataVersion { try await database.read { try $0.dataVersion } }
    try await other.open()
    let first = try await version()
    #expect(try await version() == first)
    try await database.write { try $0.run("INSERT INTO entry VALUES (-1)") }
    let second = try await version()
    #expect(first != second)
    try await other.write { try $0.run("INSERT INTO entry VALUES (-2)") }
    #expect(try await version() != second)
  }
}
