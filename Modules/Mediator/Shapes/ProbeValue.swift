/// Notes as what a single value is asked for.
struct ProbeValue: SingleValueDecodingContainer {
  let probe: Probe
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let sample = try probe.sample(type, of: nil)
    probe.note { sample.shape }
    return try probe.value(sample, of: nil)
  }
}
