/// The last changes of a table, which can be undone one by one.
///
/// A change is a step with a description and the rows that it adds, changes or removes. The log is
/// a table beside the one whose rows it stores; both are changed in one transaction.
///
/// ```swift
/// let log = UndoLog(of: "item", in: "item_change")  // its `migrations` create the log
/// try await database.write { transaction in
///   let change = try transaction.beginChange("removing 'Milk'", in: log)
///   try transaction.recordRemoval(of: 7, in: change)
///   try transaction.run("DELETE FROM item WHERE id = 7")
/// }
/// let undone = try await database.write { try $0.undo(log) }
/// print(undone?.description ?? "nothing to undo")  // removing 'Milk'
/// ```
public struct UndoLog: Sendable {
  /// The number of changes that can be undone; older ones are forgotten.
  static let maximumChanges = 50

  fileprivate let table: String
  fileprivate let log: String

  /// Creates a log of the changes of a table.
  /// - Parameters:
  ///   - table: A table whose primary key is the column `id INTEGER`. Migrations may add columns to
  ///     it later: they need a default value, which the recorded rows get. No column may be named
  ///     `step`, `what`, `after` or `before`, as those of the log are. No other table may refer to
  ///     it with `ON DELETE CASCADE`: an undo removes a row before it inserts the earlier one.
  ///   - log: The table that stores the changes.
  public init(of table: StaticString, in log: StaticString) {
    self.table = "\(table)"
    self.log = "\(log)"
  }

  /// The columns of the log that have a meaning of their own.
  fileprivate static let ownColumns: Set = ["step", "what", "after", "before"]

  /// The migrations that create the log, for the end of those of the module.
  public var migrations: [SQL] {
    [
      """
      CREATE TABLE \(name: log) (
        id INTEGER PRIMARY KEY, step INTEGER NOT NULL, what TEXT NOT NULL, after INTEGER,
        before INTEGER
      )
      """,
      "CREATE INDEX \(name: "\(log)_step") ON \(name: log) (step)",
    ]
  }
}

/// A change that can be undone.
public struct LoggedChange: Hashable, Sendable {
  fileprivate let number: Int
  /// The description of the change.
  public let description: String
}

extension Database {
  /// Runs `body` in a write transaction, as `write` does, and remembers the change that it records.
  /// - Parameters:
  ///   - log: The log in which `body` records its change, or of which it undoes one.
  ///   - known: What this process knows of the log. A transaction that fails adds no change to it;
  ///     after `StoreError.changedElsewhere`, the change of the other process counts as known.
  @discardableResult
  public func write<Result: Sendable>(
    in log: UndoLog, known: LastSeenChange,
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    let (result, previous, last) = try write { transaction in
      let previous = try transaction.lastChange(of: log)
      let result = try body(transaction)
      return (result, previous, try transaction.lastChange(of: log))
    }
    // The actor has run no other transaction since.
    known.didChange(from: previous, to: last)
    return result
  }
}

/// A change that is being recorded.
public struct OpenChange: Sendable {
  fileprivate let log: UndoLog
  fileprivate let number: Int
  fileprivate let description: String
  /// The columns of the table without `id`.
  fileprivate let columns: [String]
}

/// A change that was undone.
public struct UndoneChange: Hashable, Sendable {
  /// The description of the change.
  public let description: String
  /// The ids of the rows that undoing it removed or added.
  public let ids: [Int]
}

extension Transaction {
  /// Starts a change that can be undone. Rows that are recorded belong to it.
  /// - Parameter description: What the change does, in words such as `removing 'Milk'`.
  /// - Throws: `StoreError.badColumn` when the table has a column that the log cannot store.
  public borrowing func beginChange(
    _ description: String, in log: UndoLog
  ) throws -> OpenChange {
    let last = try lastChange(of: log)?.number ?? 0
    let oldest = last + 1 - UndoLog.maximumChanges
    try run("DELETE FROM \(name: log.log) WHERE step <= \(oldest)")
    return OpenChange(
      log: log, number: last + 1, description: description, columns: try preparedColumns(of: log))
  }

  /// Records a row before it is changed.
  /// - Parameter newID: The id of the row after the change, if that changes, too.
  public borrowing func recordChange(
    of id: Int, to newID: Int? = nil, in change: OpenChange
  ) throws {
    try record(id, newID: newID ?? id, in: change)
  }

  /// Records a row before it is removed.
  public borrowing func recordRemoval(of id: Int, in change: OpenChange) throws {
    try record(id, newID: nil, in: change)
  }

  /// Records that a row was added.
  public borrowing func recordAddition(of id: Int, in change: OpenChange) throws {
    try run(
      """
      INSERT INTO \(name: change.log.log) (step, what, after)
        VALUES (\(change.number), \(change.description), \(id))
      """)
  }

  /// Records that all rows with `id` or a larger one were added.
  public borrowing func recordAdditions(from id: Int, in change: OpenChange) throws {
    try run(
      """
      INSERT INTO \(name: change.log.log) (step, what, after)
        SELECT \(change.number), \(change.description), id
        FROM \(name: change.log.table) WHERE id >= \(id)
      """)
  }

  /// The last change that can be undone; nil when none is left.
  public borrowing func lastChange(of log: UndoLog) throws -> LoggedChange? {
    try first("SELECT step, what FROM \(name: log.log) ORDER BY step DESC LIMIT 1") { row in
      LoggedChange(number: try row["step"], description: try row["what"])
    }
  }

  /// Undoes the last change; nil when none is left.
  /// - Parameter known: What this process knows of the log; nil to undo a change of any process.
  /// - Throws: `StoreError.changedElsewhere` when another process has made the last change since.
  public borrowing func undo(_ log: UndoLog, known: LastSeenChange? = nil) throws -> UndoneChange? {
    guard let last = try lastChange(of: log) else { return nil }
    try known?.check(last)
    let (columns, step) = (try preparedColumns(of: log), last.number)
    let ids = try rows("SELECT before, after FROM \(name: log.log) WHERE step = \(step)") {
      [try $0["before"] as Int?, try $0["after"] as Int?].compactMap(\.self)
    }
    try run(
      """
      DELETE FROM \(name: log.table)
        WHERE id IN (SELECT after FROM \(name: log.log) WHERE step = \(step))
      """)
    try run(
      """
      INSERT INTO \(name: log.table) (id, \(names: columns))
        SELECT before, \(names: columns) FROM \(name: log.log)
        WHERE step = \(step) AND before IS NOT NULL
      """)
    try run("DELETE FROM \(name: log.log) WHERE step = \(step)")
    return UndoneChange(description: last.description, ids: Array(Set(ids.joined())).sorted())
  }

  private borrowing func record(_ id: Int, newID: Int?, in change: OpenChange) throws {
    try run(
      """
      INSERT INTO \(name: change.log.log) (step, what, after, before, \(names: change.columns))
        SELECT \(change.number), \(change.description), \(orNull: newID), id,
          \(names: change.columns)
        FROM \(name: change.log.table) WHERE id = \(id)
      """)
  }

  /// Adds the columns of the table to the log that it does not have yet, and returns them without
  /// `id`.
  private borrowing func preparedColumns(of log: UndoLog) throws -> [String] {
    func columns(_ table: String) throws -> [(name: String, value: String?)] {
      try rows("SELECT name, dflt_value FROM pragma_table_info(\(table))") { row in
        (name: try row["name"], value: try row["dflt_value"])
      }
    }
    let recorded = Set(try columns(log.log).map(\.name))
    let own = try columns(log.table).filter { $0.name != "id" }
    // SQLite ignores the second value for a column, so that an undo would restore a wrong value.
    for column in own where UndoLog.ownColumns.contains(column.name.lowercased()) {
      throw StoreError.badColumn(
        column.name, reason: "the log of changes uses this name; choose another name")
    }
    for column in own where !recorded.contains(column.name) {
      let value = column.value.map { " DEFAULT \($0)" } ?? ""
      try run(SQL("ALTER TABLE \(log.log.quoted) ADD COLUMN \(column.name.quoted)\(value)", []))
    }
    return own.map(\.name)
  }
}
