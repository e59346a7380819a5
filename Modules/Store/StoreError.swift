/// Why a database cannot be opened or used.
public enum StoreError: Error, Equatable {
  /// The folder or the file cannot be used.
  case unusable(String, reason: String)
  /// The folder or the file may only be read.
  case readOnly(String)
  /// The file is not a database, or no longer a sound one.
  case damaged(String, reason: String)
  /// The file is of a version that this program does not know.
  case unknownVersion(String, found: Int, known: Int)
  /// Another process kept writing for longer than the patience given.
  case busy(String)
  /// A value breaks a rule of its table.
  case constraint(String)
  /// A statement is not as SQLite wants it, or not allowed where it stands.
  case badStatement(String, reason: String)
  /// A row has no such column, or its value is of another type.
  case badColumn(String, reason: String)
}

extension StoreError: CustomStringConvertible {
  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .unusable(let path, let reason):
      "cannot keep data in '\(path)': \(reason); check that it can be written and the disk has room"
    case .readOnly(let path):
      "cannot keep data in '\(path)': it may only be read; allow to write there"
    case .damaged(let path, let reason):
      "'\(path)' is damaged: \(reason); put it aside, or a copy in its place"
    case .unknownVersion(let path, let found, let known):
      "'\(path)' is of version \(found), expected 0 to \(known); a newer program wrote it, use that"
    case .busy(let path):
      "'\(path)' is in use by another program; try again"
    case .constraint(let reason):
      "a value does not fit: \(reason)"
    case .badStatement(let sql, let reason):
      "bad statement '\(sql)': \(reason)"
    case .badColumn(let column, let reason):
      "bad column '\(column)': \(reason)"
    }
  }
}
