/// Notes what elements are asked for; ends after the first.
struct ProbeList: UnkeyedDecodingContainer {
  let probe: Probe
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var isAtEnd: Bool { currentIndex > 0 }

  init(probe: Probe) {
    self.probe = probe
  }

  func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    return try probe.element(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedDecodingContainer<Nested> {
    currentIndex += 1
    return probe.nestedElement().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return probe.nestedElement().unkeyedContainer()
  }

  mutating func superDecoder() -> any Decoder { probe }
}
