/// Notes which fields are asked for.
struct ProbeFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: Probe
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool {
    probe.noteAbsence(of: key.stringValue)
    return true
  }

  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try probe.value(type, of: key.stringValue)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try probe.noteOptional(type, of: key.stringValue)
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> {
    probe.nested(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    probe.nested(key.stringValue).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { probe.nested("super") }
  func superDecoder(forKey key: Key) -> any Decoder { probe.nested(key.stringValue) }
}
