import Store
import TestSupport
import Testing

struct RowTests {
  let folder = TemporaryFolder()

  @Test func `columns are read by position`() async throws {
    let database = try Database(in: folder.url, migrations: [])
    let texts = try await database.read { transaction in
      try transaction.rows("SELECT 1 AS one, 'zwei' AS two UNION SELECT 2, NULL") { row in
        "\(try row[0] as Int) \(try row[1] as String? ?? "none")"
      }
    }
    #expect(texts == ["1 zwei", "2 none"])
  }

  @Test func `a column that is not there or of another type is named`() async throws {
    let database = try Database(in: folder.url, migrations: [])
    let wrong: [(@Sendable (borrowing Row) throws -> Void, StoreError)] = [
      ({ _ = try $0[2] as Int }, .badColumn("2", reason: "expected 0 to 1")),
      ({ _ = try $0[-1] as Int }, .badColumn("-1", reason: "expected 0 to 1")),
      (
        { _ = try $0[0] as String },
        .badColumn("one", reason: "expected String, found an integer")
      ),
      ({ _ = try $0[1] as Double }, .badColumn("two", reason: "expected Double, found null")),
    ]
    for (decode, error) in wrong {
      await #expect(throws: error) {
        try await database.read { transaction in
          try transaction.rows("SELECT 1 AS one, NULL AS two", decode)
        }
      }
    }
  }
}
