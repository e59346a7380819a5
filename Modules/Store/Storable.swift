public import Foundation

/// A type whose values a database can store.
public protocol Storable: Sendable {
  /// The value as SQLite stores it.
  var stored: StoreValue { get }
  /// Takes a stored value; nil when it is of another type.
  init?(stored value: StoreValue)
}

extension Int: Storable {
  /// The number as SQLite stores it.
  public var stored: StoreValue { .integer(self) }

  /// Takes an integer.
  public init?(stored value: StoreValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
}

extension Double: Storable {
  /// The number as SQLite stores it.
  public var stored: StoreValue { .real(self) }

  /// Takes a real number.
  public init?(stored value: StoreValue) {
    guard case .real(let number) = value else { return nil }
    self = number
  }
}

extension String: Storable {
  /// The text as SQLite stores it.
  public var stored: StoreValue { .text(self) }

  /// Takes text.
  public init?(stored value: StoreValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension Data: Storable {
  /// The bytes as SQLite stores them.
  public var stored: StoreValue { .blob(self) }

  /// Takes a blob.
  public init?(stored value: StoreValue) {
    guard case .blob(let bytes) = value else { return nil }
    self = bytes
  }
}

extension Optional: Storable where Wrapped: Storable {
  /// The value as SQLite stores it; null for nil.
  public var stored: StoreValue { self?.stored ?? .null }

  /// Takes null, or what the wrapped type takes.
  public init?(stored value: StoreValue) {
    guard value != .null else {
      self = .none
      return
    }
    guard let wrapped = Wrapped(stored: value) else { return nil }
    self = .some(wrapped)
  }
}
