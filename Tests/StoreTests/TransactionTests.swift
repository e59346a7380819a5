import ModuleTesting
import Store
import Testing

private let tables: [SQL] = ["CREATE TABLE line (name TEXT NOT NULL UNIQUE)"]

struct TransactionTests {
  let folder = TemporaryFolder()

  @Test func `a statement returns how many rows it changed`() async throws {
    let database = try Database(in: folder.url, migrations: tables)
    let changed = try await database.write { transaction in
      try transaction.run("INSERT INTO line VALUES ('A'), ('B'), ('C')")
      return try transaction.run("DELETE FROM line WHERE name < \("C")")
    }
    #expect(changed == 2)
  }

  @Test func `the first row is decoded, or nil when there is none`() async throws {
    let database = try Database(in: folder.url, migrations: tables)
    try await database.write { try $0.run("INSERT INTO line VALUES ('B'), ('A')") }
    let (first, none) = try await database.read { transaction in
      (
        try transaction.first("SELECT name FROM line ORDER BY name") { try $0["name"] as String },
        try transaction.first("SELECT name FROM line WHERE name = 'Z'") { try $0["name"] as String }
      )
    }
    #expect(first == "A")
    #expect(none == nil)
  }

  @Test func `the error names the constraint that a value violates`() async throws {
    let database = try Database(in: folder.url, migrations: tables)
    await #expect(throws: StoreError.constraint("UNIQUE constraint failed: line.name")) {
      try await database.write { try $0.run("INSERT INTO line VALUES ('A'), ('A')") }
    }
  }

  @Test(
    arguments: [
      ("INSERT INTO line VALUES ('A')", "it writes in a transaction that reads"),
      ("SELECT 1; DELETE FROM line", "it is more than one statement"),
      ("SELECT 1 \0 hidden", "it is more than one statement"),
      ("", "it is empty"),
      ("SELEC", "near \"SELEC\": syntax error"),
    ] as [(SQL, String)]
  )
  func `a statement that cannot run throws the reason`(sql: SQL, reason: String)
    async throws
  {
    let database = try Database(in: folder.url, migrations: tables)
    await #expect {
      try await database.read { try $0.run(sql) }
    } throws: { error in
      guard case .badStatement(_, reason) = error as? StoreError else { return false }
      return true
    }
  }

  @Test func `columns are read by name`() async throws {
    let database = try Database(in: folder.url, migrations: [])
    let texts = try await database.read { transaction in
      try transaction.rows("SELECT 1 AS one, 'zwei' AS two UNION SELECT 2, NULL") { row in
        "\(try row["one"] as Int) \(try row["two"] as String? ?? "none")"
      }
    }
    #expect(texts == ["1 zwei", "2 none"])
  }

  @Test func `the error names a column that is missing or has another type`() async throws {
    let database = try Database(in: folder.url, migrations: [])
    let wrong: [(@Sendable (borrowing Row) throws -> Void, StoreError)] = [
      (
        { _ = try $0["three"] as Int },
        .badColumn("three", reason: "the result has no column with this name")
      ),
      (
        { _ = try $0["one"] as String },
        .badColumn("one", reason: "expected String, found an integer")
      ),
      ({ _ = try $0["two"] as Double }, .badColumn("two", reason: "expected Double, found null")),
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
