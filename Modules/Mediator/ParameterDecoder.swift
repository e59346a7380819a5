/// Reads a flat `Decodable` value from parameters: a field for each name, scalars from their text,
/// arrays from repeated names.
struct ParameterDecoder: Decoder {
  let parameters: Parameters
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Fields(parameters: parameters))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw mismatch([Any].self, at: [], "named parameters do not make a list")
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw mismatch(String.self, at: [], "named parameters do not make a single value")
  }
}

private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let parameters: Parameters
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { parameters.values.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { parameters.values[key.stringValue] != nil }
  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let texts = parameters.values[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: [key], debugDescription: "a value is missing"))
    }
    return try Value(from: TextDecoder(texts: texts, codingPath: [key]))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw mismatch([String: Any].self, at: [key], "a nested value needs JSON")
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    Texts(texts: parameters.values[key.stringValue] ?? [], codingPath: [key])
  }

  func superDecoder() throws -> any Decoder { ParameterDecoder(parameters: parameters) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }
}

/// The text or texts given for one name.
private struct TextDecoder: Decoder {
  let texts: [String]
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw mismatch([String: Any].self, at: codingPath, "a nested value needs JSON")
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    Texts(texts: texts, codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard texts.count == 1, let text = texts.first else {
      throw mismatch(String.self, at: codingPath, "given \(texts.count) times; once is expected")
    }
    return Text(text: text, codingPath: codingPath)
  }
}

private struct Texts: UnkeyedDecodingContainer {
  let texts: [String]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0
  var count: Int? { texts.count }
  var isAtEnd: Bool { currentIndex >= texts.count }

  init(texts: [String], codingPath: [any CodingKey]) {
    self.texts = texts
    self.codingPath = codingPath
  }

  func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard !isAtEnd else { throw mismatch(type, at: codingPath, "there are no more values") }
    defer { currentIndex += 1 }
    return try Value(from: TextDecoder(texts: [texts[currentIndex]], codingPath: codingPath))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    throw mismatch([String: Any].self, at: codingPath, "a nested value needs JSON")
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw mismatch([Any].self, at: codingPath, "a nested list needs JSON")
  }

  func superDecoder() -> any Decoder { TextDecoder(texts: texts, codingPath: codingPath) }
}

private struct Text: SingleValueDecodingContainer {
  let text: String
  let codingPath: [any CodingKey]

  func decodeNil() -> Bool { false }
  func decode(_ type: String.Type) -> String { text }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch text {
    case "true": true
    case "false": false
    default: throw mismatch(type, at: codingPath, "expected true or false, not '\(text)'")
    }
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let number = Double(text), number.isFinite else {
      throw mismatch(type, at: codingPath, "expected a number, not '\(text)'")
    }
    return number
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: TextDecoder(texts: [text], codingPath: codingPath))
  }

  private func integer<Number: FixedWidthInteger>() throws -> Number {
    guard let number = Number(text) else {
      throw mismatch(Number.self, at: codingPath, "expected a whole number, not '\(text)'")
    }
    return number
  }
}

private func mismatch(
  _ type: any Any.Type, at path: [any CodingKey], _ reason: String
) -> DecodingError {
  .typeMismatch(type, .init(codingPath: path, debugDescription: reason))
}
