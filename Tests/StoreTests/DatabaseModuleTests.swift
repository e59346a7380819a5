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

  @Test func `changes of other connections are noticed, own ones are not`() async throws {
    let (database, other) = (database(), database())
    func version() async throws -> DataVersion { try await database.read { try $0.dataVersion } }
    try await other.open()
    let first = try await version()
    try await database.write { try $0.run("INSERT INTO entry VALUES (-1)") }
    let second = try await version()
    #expect(first != second && !first.differsByOthers(from: second))
    try await other.write { try $0.run("INSERT INTO entry VALUES (-2)") }
    #expect(second.differsByOthers(from: try await version()))
  }

  @Test func `the stream has an element after each change by others`() async throws {
    let (database, other) = (database(), database())
    let changes = Recorder<Int>()
    try await database.open()
    let stream = await database.changesByOthers(every: .zero)
    let task = Task {
      for await _ in stream { changes.record(1) }
    }
    var number = 0
    while changes.values.count < 3 {
      try Task.checkCancellation()
      number += 1
      try await other.write { [number] in try $0.run("INSERT INTO entry VALUES (\(number))") }
      await Task.yield()
    }
    task.cancel()
    await task.value
    #expect(changes.values.count <= number)
  }

  @Test func `an own change is not in the stream`() async throws {
    let database = database()
    let clock = ManualClock()
    try await database.open()
    let stream = await database.changesByOthers(clock: clock)
    try await database.write { try $0.run("INSERT INTO entry VALUES (7)") }
    let changes = Task {
      var count = 0
      for await _ in stream { count += 1 }
      return count
    }
    // After each look, it sleeps.
    for _ in 0..<2 {
      try await wait { clock.sleeperCount == 1 }
      clock.advance(by: .milliseconds(500))
    }
    try await wait { clock.sleeperCount == 1 }
    await database.close()
    clock.advance(by: .milliseconds(500))
    #expect(await changes.value == 0)
  }

  @Test func `a change before the first look at the stream is in it`() async throws {
    let (database, other) = (database(), database())
    try await database.open()
    let stream = await database.changesByOthers(every: .zero)
    try await other.write { try $0.run("INSERT INTO entry VALUES (7)") }
    var changes = stream.makeAsyncIterator()
    #expect(await changes.next() != nil)
  }

  @Test func `the stream ends when the database is closed, and does not open it`() async throws {
    let database = database()
    let closed = await database.changesByOthers(every: .zero)
    for await _ in closed { Issue.record("the database was never open") }
    #expect(!FileManager.default.fileExists(atPath: temporary.url.path))
    try await database.open()
    let stream = await database.changesByOthers(every: .zero)
    await database.close()
    for await _ in stream { Issue.record("nobody else changed the database") }
  }
}
