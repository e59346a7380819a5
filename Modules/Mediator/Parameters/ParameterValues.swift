import Foundation

/// Reads one field from the values given for it; a name that stands without a value is true.
struct ParameterValues: Decoder, SingleValueDecodingContainer {
  let values: [String?]
  let key: any CodingKey
  /// Whether it is one of a list, in which case it cannot be a list itself.
  var isElement = false
  var codingPath: [any CodingKey] { [key] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw nested(at: key)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard !isElement else { throw nested(at: key) }
    return ParameterList(values: values, key: key)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let known = try known(type) else { return try Value(from: self) }
    guard let value = known as? Value else { throw mismatch(type, at: key, "it is no \(type)") }
    return value
  }

  /// A value of a type that is read here: one that everything else is made of, or one of Foundation's
  /// that expects something else than a text.
  private func known(_ type: any Any.Type) throws -> Any? {
    switch type {
    case is String.Type: try text
    case is Bool.Type: try truth
    case let type as any FixedWidthInteger.Type: try read(.integer) { type.init($0) }
    case is Double.Type: try read(.number) { Double($0).flatMap { $0.isFinite ? $0 : nil } }
    case is Float.Type: try read(.number) { Float($0).flatMap { $0.isFinite ? $0 : nil } }
    // As JSON, since Decimal's own reading stops at what is no digit.
    case is Decimal.Type: try read(.number) { try? JSON.decode(Decimal.self, from: Data($0.utf8)) }
    case is Date.Type: try read(.text(.dateTime)) { Date(iso8601: $0) }
    case is URL.Type: try read(.text(.uri)) { URL(string: $0) }
    case is UUID.Type: try read(.text(.uuid)) { UUID(uuidString: $0) }
    case is Data.Type: try read(.text(.base64)) { Data(base64Encoded: $0) }
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

  private var truth: Bool {
    get throws {
      switch try single {
      case "true", nil: true
      case "false": false
      case let text?: throw mismatch(Bool.self, at: key, "expected true or false, not '\(text)'")
      }
    }
  }

  private func read<Value>(_ shape: Shape, _ value: (String) -> Value?) throws -> Value {
    let text = try text
    guard let value = value(text) else {
      throw mismatch(Value.self, at: key, "expected \(shape), not '\(text)'")
    }
    return value
  }
}
