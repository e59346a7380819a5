import Console
import DeadlineInterface
import Foundation
import ModuleManager
import Store

/// Keeps the items in a database.
struct DeadlineStore: Sendable {
  let database: ModuleDatabase
  private let now: @Sendable () -> Date

  init(_ context: ModuleContext) {
    database = ModuleDatabase(context, migrations: .migrations)
    now = context.now
  }

  private var today: CalendarDate { CalendarDate(of: now(), in: .current) }

  var items: [DeadlineItem] {
    get async throws {
      let today = today
      return try await database.read { transaction in
        try transaction.rows("SELECT * FROM item ORDER BY date IS NULL, date, id") {
          try DeadlineItem($0, today: today)
        }
      }
    }
  }

  func add(_ request: AddDeadlineItem) async throws -> DeadlineItem {
    let today = today
    let title = try request.title.validTitle
    let date = request.date?.date(today: today).description
    return try await database.write { transaction in
      let change = try transaction.beginChange("adding '\(title)'", in: .items)
      let item = try transaction.item(
        "INSERT INTO item (title, date) VALUES (\(title), \(orNull: date)) RETURNING *", today)
      guard let item else { throw DeadlineError.emptyTitle }
      try transaction.recordAddition(of: item.id, in: change)
      return item
    }
  }

  func change(_ request: ChangeDeadlineItem) async throws -> DeadlineItem {
    let today = today
    let title = try request.title?.validTitle
    let date = request.date?.date(today: today).description
    return try await database.write { transaction in
      let old = try transaction.item(request.id, today)
      let change = try transaction.beginChange("changing '\(old.title)'", in: .items)
      try transaction.recordChange(of: old.id, in: change)
      try transaction.run(
        """
        UPDATE item SET title = coalesce(\(orNull: title), title),
          date = coalesce(\(orNull: date), date) WHERE id = \(old.id)
        """)
      return try transaction.item(old.id, today)
    }
  }

  func remove(_ id: Int) async throws -> DeadlineItem {
    let today = today
    return try await database.write { transaction in
      let item = try transaction.item(id, today)
      let change = try transaction.beginChange("removing '\(item.title)'", in: .items)
      try transaction.recordRemoval(of: id, in: change)
      try transaction.run("DELETE FROM item WHERE id = \(id)")
      return item
    }
  }

  func undo() async throws -> UndoneDeadlineChange {
    try await database.write { transaction in
      guard let undone = try transaction.undo(.items) else { throw DeadlineError.nothingToUndo }
      return UndoneDeadlineChange(change: undone.description)
    }
  }
}

extension [SQL] {
  /// All migrations of the database, oldest first. Only append to this list.
  fileprivate static let migrations: [SQL] =
    ["CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT NOT NULL, date TEXT)"]
    + UndoLog.items.migrations
}

extension UndoLog {
  fileprivate static let items = UndoLog(of: "item", in: "item_change")
}

extension Transaction {
  /// - Throws: `DeadlineError.unknownItem`
  fileprivate borrowing func item(_ id: Int, _ today: CalendarDate) throws -> DeadlineItem {
    guard let item = try item("SELECT * FROM item WHERE id = \(id)", today) else {
      throw DeadlineError.unknownItem(id)
    }
    return item
  }

  fileprivate borrowing func item(_ sql: SQL, _ today: CalendarDate) throws -> DeadlineItem? {
    try first(sql) { try DeadlineItem($0, today: today) }
  }
}

extension DeadlineItem {
  fileprivate init(_ row: borrowing Row, today: CalendarDate) throws {
    let date: String? = try row["date"]
    self.init(
      id: try row["id"], title: try row["title"], date: date.flatMap { CalendarDate($0) },
      today: today)
  }
}

extension String {
  /// The title in one line and without surrounding white space.
  /// - Throws: `DeadlineError.emptyTitle` and `DeadlineError.longTitle`
  fileprivate var validTitle: String {
    get throws(DeadlineError) {
      let title = printable.trimmingCharacters(in: .whitespaces)
      guard title.count <= DeadlineError.maximumTitleLength else {
        throw .longTitle(String(title.prefix(20)), count: title.count)
      }
      guard !title.isEmpty else { throw .emptyTitle }
      return title
    }
  }
}
