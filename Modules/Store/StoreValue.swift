import CSQLite
public import Foundation

/// A value as SQLite stores it.
public enum StoreValue: Sendable, Hashable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int)
  /// A floating-point number; SQLite stores "not a number" as null.
  case real(Double)
  /// Text, kept byte for byte.
  case text(String)
  /// Bytes.
  case blob(Data)
}

extension StoreValue {
  var typeName: String {
    switch self {
    case .null: "null"
    case .integer: "an integer"
    case .real: "a real number"
    case .text: "text"
    case .blob: "a blob"
    }
  }

  /// Reads a column of the statement's current row.
  init(in statement: OpaquePointer, at index: Int32) {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: self = .integer(Int(sqlite3_column_int64(statement, index)))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, index))
    case SQLITE_TEXT: self = .text(Self.text(in: statement, at: index) ?? "")
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(statement, index)
      let count = Int(sqlite3_column_bytes(statement, index))
      self = .blob(Data(UnsafeRawBufferPointer(start: bytes, count: count)))
    default: self = .null
    }
  }

  /// The text in a column of the statement's current row; nil where there is none.
  static func text(in statement: OpaquePointer, at index: Int32) -> String? {
    guard sqlite3_column_type(statement, index) == SQLITE_TEXT else { return nil }
    // As a blob, SQLite need not copy it to end it with a zero. The pointer comes before the count.
    let bytes = sqlite3_column_blob(statement, index)
    let count = Int(sqlite3_column_bytes(statement, index))
    return String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Binds the value to a parameter of a statement, counted from 1; returns SQLite's code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let number): return sqlite3_bind_int64(statement, index, Int64(number))
    case .real(let number): return sqlite3_bind_double(statement, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text64(
            statement,
            index,
            characters.baseAddress,
            UInt64(characters.count),
            copied,
            UInt8(SQLITE_UTF8)
          )
        }
      }
    case .blob(let data):
      // SQLite takes no bytes at no address for null.
      guard !data.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
      return data.withUnsafeBytes { bytes in
        sqlite3_bind_blob64(statement, index, bytes.baseAddress, UInt64(bytes.count), copied)
      }
    }
  }
}

/// SQLITE_TRANSIENT, a C macro that Swift does not see: SQLite copies the bytes at once.
private var copied: sqlite3_destructor_type? {
  unsafeBitCast(-1, to: sqlite3_destructor_type?.self)
}
