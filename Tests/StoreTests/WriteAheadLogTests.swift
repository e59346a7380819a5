import Foundation
import ModuleTesting
import Testing

@testable import Store

struct WriteAheadLogTests {
  private let temporary = TemporaryFolder()

  @Test func `a log has no page of a transaction whose end is missing`() async throws {
    let database = try Database(
      in: temporary.url, migrations: ["CREATE TABLE line (name TEXT NOT NULL)"])
    let path = temporary.url.appending(path: Database.fileName + "-wal").path
    let before = try WriteAheadLog(at: path).pages
    try await database.write { transaction in
      for _ in 1...500 { try transaction.run("INSERT INTO line VALUES ('a name of some length')") }
    }
    let after = try WriteAheadLog(at: path).pages
    #expect(after.count > before.count + 2)
    let log = try Data(contentsOf: URL(filePath: path))
    let shortened = temporary.url.appending(path: "shortened")
    try log.dropLast(1).write(to: shortened)
    #expect(try WriteAheadLog(at: shortened.path).pages == before)
  }
}
