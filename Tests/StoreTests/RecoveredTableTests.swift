import ModuleTesting
import TestSupport
import Testing

@testable import Store

@Suite struct RecoveredTableTests {
  @Test func `SQLite reads a quoted name as the name`() async throws {
    var texts = JoinedText(special: "\"\"';-", seed: 5)
    let names = Set((0..<200).map { "t\(texts.next())\($0)" })
    let folder = TemporaryFolder()
    let tables = names.sorted().map { SQL("CREATE TABLE \($0.quoted) (id INTEGER)", []) }
    let database = try Database(in: folder.url, migrations: tables)
    let found = try await database.read { transaction in
      try transaction.rows("SELECT name FROM sqlite_master") { try $0["name"] as String }
    }
    #expect(names.isSubset(of: found))
  }
}
