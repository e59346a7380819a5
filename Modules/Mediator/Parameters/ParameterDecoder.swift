/// Reads a flat `Decodable` value from parameters: a field for each name, scalars from their text,
/// arrays from repeated names.
struct ParameterDecoder: Decoder {
  let reader: ParameterReader
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ParameterFields(reader: reader))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw mismatch([Any].self, at: nil, "named parameters do not make a list")
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw mismatch(String.self, at: nil, "named parameters do not make a single value")
  }
}

private struct ParameterFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: ParameterReader
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { reader.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { reader.contains(key.stringValue) }
  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  // The commonest types have a short way of their own; the long one says what is wrong.

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try reader.text(for: key.stringValue) ?? values(for: key).decode(type)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try reader.text(for: key.stringValue).flatMap { Int($0) } ?? values(for: key).decode(type)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try values(for: key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw nested(at: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try values(for: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { ParameterDecoder(reader: reader) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }

  private func values(for key: Key) throws -> ParameterValues {
    let values = reader.values(for: key.stringValue)
    guard !values.isEmpty else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: [], debugDescription: "a value is missing"))
    }
    return ParameterValues(values: values, key: key)
  }
}

func mismatch(
  _ type: any Any.Type, at key: (any CodingKey)?, _ reason: String
) -> DecodingError {
  .typeMismatch(type, .init(codingPath: key.map { [$0] } ?? [], debugDescription: reason))
}

func nested(at key: any CodingKey) -> DecodingError {
  mismatch([String: Any].self, at: key, "a value within a value needs JSON")
}
