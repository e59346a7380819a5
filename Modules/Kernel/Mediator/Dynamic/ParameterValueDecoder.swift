import Foundation

/// Decodes one field from the values of its name. A name without a value is true.
struct ParameterValueDecoder: Decoder, SingleValueDecodingContainer {
  /// All of them, because the first cast to a protocol takes longer than a call by name.
  private static let integers: [any (FixedWidthInteger & Sendable).Type] = [
    Int.self, UInt.self, Int64.self, UInt64.self, Int32.self, UInt32.self, Int16.self, UInt16.self,
    Int8.self, UInt8.self, Int128.self, UInt128.self,
  ]

  let values: [String?]
  let key: any CodingKey
  /// Whether it decodes one element of a list, which cannot be a list itself.
  var isElement = false
  var codingPath: [any CodingKey] { [key] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw nestedObjectError(at: key)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard !isElement else { throw nestedObjectError(at: key) }
    return ParameterListDecoder(values: values, key: key)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let scalar = try scalar(type) else { return try Value(from: self) }
    guard let value = scalar as? Value else { throw mismatch(type, at: key, "it is no \(type)") }
    return value
  }

  /// Parses a basic type, or one of Foundation's types that do not decode themselves from a text;
  /// nil for all other types.
  private func scalar(_ type: any Any.Type) throws -> Any? {
    if let integer = Self.integers.first(where: { $0 == type }) {
      return try parse(.integer) { integer.init($0) }
    }
    return switch type {
    case is String.Type: try text
    case is Bool.Type: try boolean
    case is Double.Type: try parse(.number) { Double($0).flatMap { $0.isFinite ? $0 : nil } }
    case is Float.Type: try parse(.number) { Float($0).flatMap { $0.isFinite ? $0 : nil } }
    // As JSON, because Decimal's own parser ignores what follows the digits.
    case is Decimal.Type: try parse(.number) { try? JSON.decode(Decimal.self, from: Data($0.utf8)) }
    case is Date.Type: try parse(.text(.dateTime)) { Date(iso8601: $0) }
    case is URL.Type: try parse(.text(.uri)) { URL(string: $0) }
    case is UUID.Type: try parse(.text(.uuid)) { UUID(uuidString: $0) }
    case is Data.Type: try parse(.text(.base64)) { Data(base64Encoded: $0) }
    default: nil
    }
  }

  private var single: String? {
    get throws {
      guard values.count == 1 else {
        throw mismatch(String.self, at: key, "given \(values.count) times; once is expected")
      }
      return values[0]
    }
  }

  private var text: String {
    get throws {
      guard let text = try single else {
        throw mismatch(String.self, at: key, "a value is missing")
      }
      return text
    }
  }

  private var boolean: Bool {
    get throws {
      switch try single {
      case "true", nil: true
      case "false": false
      case let text?: throw mismatch(Bool.self, at: key, "expected true or false, not '\(text)'")
      }
    }
  }

  private func parse<Value>(_ schema: Schema, _ value: (String) -> Value?) throws -> Value {
    let text = try text
    guard let value = value(text) else {
      throw mismatch(Value.self, at: key, "expected \(schema), not '\(text)'")
    }
    return value
  }
}

/// Decodes a list from the values of one name.
private struct ParameterListDecoder: UnkeyedDecodingContainer {
  let values: [String?]
  let key: any CodingKey
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [key] }
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex >= values.count }

  init(values: [String?], key: any CodingKey) {
    self.values = values
    self.key = key
  }

  func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard !isAtEnd else { throw mismatch(type, at: key, "there are no more values") }
    defer { currentIndex += 1 }
    return try ParameterValueDecoder(values: [values[currentIndex]], key: key, isElement: true)
      .decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    throw nestedObjectError(at: key)
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw nestedObjectError(at: key)
  }

  func superDecoder() -> any Decoder { ParameterValueDecoder(values: values, key: key) }
}
