import CSQLite
public import Foundation

/// A value as SQLite stores it.
public enum StoreValue: Sendable, Hashable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int)
  /// A floating-point number; SQLite stores NaN as null.
  case real(Double)
  /// A text; its UTF-8 bytes are stored unchanged.
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

  // SQLite's pointers to a column are valid until the statement moves on; the following two copy
  // the bytes before they return.

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

  /// Reads a text from a column of the statement's current row; nil when it is no text.
  static func text(in statement: OpaquePointer, at index: Int32) -> String? {
    guard sqlite3_column_type(statement, index) == SQLITE_TEXT else { return nil }
    // Reads the text as a blob: for a text, SQLite would copy it to append a zero. SQLite requires
    // that the pointer is read before the count.
    let bytes = sqlite3_column_blob(statement, index)
    let count = Int(sqlite3_column_bytes(statement, index))
    return String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Binds the value to a parameter of a statement, counted from 1, and returns SQLite's code.
  ///
  /// SQLite copies texts and bytes during the call, and does not use the pointers later.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let number): return sqlite3_bind_int64(statement, index, Int64(number))
    case .real(let number): return sqlite3_bind_double(statement, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text64(
            statement, index, characters.baseAddress, UInt64(characters.count), copyBytes,
            UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let data):
      // SQLite would bind null for a null pointer.
      guard !data.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
      return data.withUnsafeBytes { bytes in
        sqlite3_bind_blob64(statement, index, bytes.baseAddress, UInt64(bytes.count), copyBytes)
      }
    }
  }
}

/// SQLITE_TRANSIENT: SQLite copies the bytes during the call. The C macro casts -1 to a function
/// pointer, which Swift cannot import; SQLite compares this pointer and never calls it.
private var copyBytes: sqlite3_destructor_type? {
  unsafeBitCast(-1, to: sqlite3_destructor_type?.self)
}

/// A type whose values can be stored in a database.
public protocol Storable: Sendable {
  /// The value as SQLite stores it.
  var stored: StoreValue { get }
  /// Converts a stored value; nil when it has another type.
  init?(stored value: StoreValue)
}

extension Int: Storable {
  /// The number as an integer.
  public var stored: StoreValue { .integer(self) }

  /// Converts an integer; nil for another type.
  public init?(stored value: StoreValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
}

extension Double: Storable {
  /// The number as a real number.
  public var stored: StoreValue { .real(self) }

  /// Converts a real number; nil for another type.
  public init?(stored value: StoreValue) {
    guard case .real(let number) = value else { return nil }
    self = number
  }
}

extension String: Storable {
  /// The string as a text.
  public var stored: StoreValue { .text(self) }

  /// Converts a text; nil for another type.
  public init?(stored value: StoreValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension Data: Storable {
  /// The bytes as a blob.
  public var stored: StoreValue { .blob(self) }

  /// Converts a blob; nil for another type.
  public init?(stored value: StoreValue) {
    guard case .blob(let bytes) = value else { return nil }
    self = bytes
  }
}

extension Optional: Storable where Wrapped: Storable {
  /// The wrapped value, or null for nil.
  public var stored: StoreValue { self?.stored ?? .null }

  /// Converts null to nil, and another value as the wrapped type does.
  public init?(stored value: StoreValue) {
    guard value != .null else {
      self = .none
      return
    }
    guard let wrapped = Wrapped(stored: value) else { return nil }
    self = .some(wrapped)
  }
}
