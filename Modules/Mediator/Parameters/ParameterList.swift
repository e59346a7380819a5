/// Reads a list from the values given for one field.
struct ParameterList: UnkeyedDecodingContainer {
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
    return try ParameterValues(values: [values[currentIndex]], key: key, isElement: true)
      .decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    throw nested(at: key)
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw nested(at: key) }

  func superDecoder() -> any Decoder { ParameterValues(values: values, key: key) }
}
