import ModuleTesting
import Testing

@testable import Store

struct UndoLogTests {
  private static let log = UndoLog(of: "item", in: "item_change")
  private static let tables: [SQL] =
    ["CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL)"] + log.migrations
  private let temporary = TemporaryFolder()

  private func open(_ migrations: [SQL] = tables) throws -> Database {
    try Database(in: temporary.url, migrations: migrations)
  }

  private func add(_ id: Int, _ name: String, to database: Database) async throws {
    try await database.write { transaction in
      let change = try transaction.beginChange("adding '\(name)'", in: Self.log)
      try transaction.run("INSERT INTO item (id, name, price) VALUES (\(id), \(name), \(0.1))")
      try transaction.recordAddition(of: id, in: change)
    }
  }

  private func items(in database: Database) async throws -> [String] {
    try await database.read { transaction in
      try transaction.rows("SELECT * FROM item ORDER BY id") { row in
        let (id, name, price): (Int, String, Double?) = (
          try row["id"], try row["name"], try row["price"]
        )
        return "\(id) \(name) \(price ?? 0)"
      }
    }
  }

  private func undo(in database: Database) async throws -> UndoneChange? {
    try await database.write { try $0.undo(Self.log) }
  }

  @Test func `changes are undone one by one, the last one first`() async throws {
    let database = try open()
    try await add(1, "Milk", to: database)
    try await add(2, "Tea", to: database)
    try await database.write { transaction in
      let change = try transaction.beginChange("renaming 'Milk'", in: Self.log)
      try transaction.recordChange(of: 1, to: 7, in: change)
      try transaction.run("UPDATE item SET id = 7, name = 'Oat milk' WHERE id = 1")
    }
    try await database.write { transaction in
      let change = try transaction.beginChange("removing everything", in: Self.log)
      for id in [2, 7] { try transaction.recordRemoval(of: id, in: change) }
      try transaction.run("DELETE FROM item")
    }
    let undone: [(UndoneChange, [String])] = [
      (
        UndoneChange(description: "removing everything", ids: [2, 7]),
        ["2 Tea 0.1", "7 Oat milk 0.1"]
      ),
      (UndoneChange(description: "renaming 'Milk'", ids: [1, 7]), ["1 Milk 0.1", "2 Tea 0.1"]),
      (UndoneChange(description: "adding 'Tea'", ids: [2]), ["1 Milk 0.1"]),
      (UndoneChange(description: "adding 'Milk'", ids: [1]), []),
    ]
    for (step, rest) in undone {
      #expect(try await undo(in: database) == step)
      #expect(try await items(in: database) == rest)
    }
    #expect(try await undo(in: database) == nil)
  }

  @Test func `rows that were added together are removed together`() async throws {
    let database = try open()
    try await add(1, "Milk", to: database)
    try await database.write { transaction in
      let change = try transaction.beginChange("importing", in: Self.log)
      for id in 2...9 {
        try transaction.run("INSERT INTO item (id, name) VALUES (\(id), 'Tea')")
      }
      try transaction.recordAdditions(from: 2, in: change)
    }
    #expect(try await undo(in: database)?.ids == Array(2...9))
    #expect(try await items(in: database) == ["1 Milk 0.1"])
  }

  @Test func `only the last 50 changes can be undone`() async throws {
    let database = try open()
    for id in 1...60 { try await add(id, "Milk", to: database) }
    for _ in 1...UndoLog.maximumChanges { #expect(try await undo(in: database) != nil) }
    #expect(try await undo(in: database) == nil)
    #expect(try await items(in: database).count == 10)
  }

  @Test func `a row that was recorded before a migration gets the default of a new column`()
    async throws
  {
    try await add(1, "Milk", to: open())
    try await open().write { transaction in
      let change = try transaction.beginChange("removing 'Milk'", in: Self.log)
      try transaction.recordRemoval(of: 1, in: change)
      try transaction.run("DELETE FROM item")
    }
    let database = try open(
      Self.tables + ["ALTER TABLE item ADD COLUMN shop TEXT NOT NULL DEFAULT 'any shop'"])
    #expect(try await undo(in: database)?.description == "removing 'Milk'")
    let shops = try await database.read { transaction in
      try transaction.rows("SELECT shop FROM item") { try $0["shop"] as String }
    }
    #expect(shops == ["any shop"])
  }

  @Test func `a change that fails is not recorded`() async throws {
    let database = try open()
    await #expect(throws: StoreError.self) {
      try await database.write { transaction in
        _ = try transaction.beginChange("adding nothing", in: Self.log)
        try transaction.run("INSERT INTO item (id) VALUES (1)")
      }
    }
    #expect(try await undo(in: database) == nil)
  }

  @Test(arguments: ["step", "what", "after", "Before"])
  func `a column with the name of one of the log is rejected`(column: String) async throws {
    let name = SQL("ALTER TABLE item ADD COLUMN \"\(column)\" TEXT", [])
    let database = try open(Self.tables + [name])
    let reason = "the log of changes uses this name; choose another name"
    await #expect(throws: StoreError.badColumn(column, reason: reason)) {
      try await add(1, "Milk", to: database)
    }
    #expect(try await items(in: database).isEmpty)
  }
}
