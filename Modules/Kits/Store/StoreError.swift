public import Mediator

/// Why a database cannot be opened or used. Modules let it reach their callers: it names the
/// remedy.
public enum StoreError: ModuleError {
  /// The folder or the file cannot be used.
  case unusable(String, reason: String)
  /// Something else than a file is in the place of the database, such as `a pipe`.
  case notAFile(String, kind: String)
  /// The folder or the file is read-only.
  case readOnly(String)
  /// The file is damaged, or not a database.
  case damaged(String, reason: String)
  /// The database has run more migrations than this program knows.
  case unknownVersion(String, found: Int, known: Int)
  /// Another process was still writing when the time limit was reached.
  case busy(String)
  /// A value violates a constraint of its table.
  case constraint(String)
  /// SQLite refused the statement, or the transaction does not allow it.
  case badStatement(String, reason: String)
  /// Another process has changed the data since; `last` describes the last change.
  case changedElsewhere(last: String)
  /// The database belongs to no module, so that its transactions cannot publish events.
  case noMediator
  /// There is no change that can be undone.
  case nothingToUndo
  /// No item of a `StoredList` has this number; `noun` is what the person calls an item.
  case unknownItem(Int, noun: String)
  /// The row has no such column, or its value has another type.
  case badColumn(String, reason: String)
}

extension StoreError {
  public var kind: FailureKind {
    switch self {
    case .constraint: .badInput
    case .unknownItem: .notFound
    case .unusable, .notAFile, .readOnly, .damaged, .unknownVersion, .busy, .badStatement,
      .changedElsewhere, .noMediator, .nothingToUndo, .badColumn:
      .failed
    }
  }

  public var description: String {
    switch self {
    case .unusable(let path, let reason):
      "cannot store data in '\(path)': \(reason); "
        + "check that it can be written and that the disk has space"
    case .notAFile(let path, let kind):
      "'\(path)' is \(kind), expected a file with a database; move it away"
    case .readOnly(let path):
      "cannot store data in '\(path)': it is read-only; allow writing to it"
    case .damaged(let path, let reason):
      "'\(path)' is damaged: \(reason); replace it with a copy, or move it away"
    case .unknownVersion(let path, let found, let known):
      "'\(path)' has version \(found), expected 0 to \(known); use the newer program that wrote it"
    case .busy(let path):
      "'\(path)' is in use by another program; end that program, or try again later"
    case .constraint(let reason):
      "a value does not fit: \(reason)"
    case .badStatement(let sql, let reason):
      "bad statement '\(sql)': \(reason)"
    case .changedElsewhere(let last):
      "another program has changed the data since; undo again to undo \(last)"
    case .noMediator:
      "a transaction cannot publish events; create the database with the context of a module"
    case .nothingToUndo:
      "nothing to undo; only the last \(UndoLog.maximumChanges) changes can be undone"
    case .unknownItem(let id, let noun):
      "no \(noun) has the number '\(id)'; the list shows the numbers"
    case .badColumn(let column, let reason):
      "bad column '\(column)': \(reason)"
    }
  }
}
