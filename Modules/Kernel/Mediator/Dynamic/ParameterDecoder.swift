/// Decodes a flat `Decodable` value from parameters: each field from the values of its name, lists
/// from repeated names.
struct ParameterDecoder: Decoder {
  let reader: ParameterReader
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ParameterFieldDecoder(reader: reader))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw mismatch([Any].self, at: nil, "named parameters are not a list")
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw mismatch(String.self, at: nil, "named parameters are not a single value")
  }
}

private struct ParameterFieldDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: ParameterReader
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { reader.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { reader.contains(key.stringValue) }
  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try values(for: key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw nestedObjectError(at: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try values(for: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { ParameterDecoder(reader: reader) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }

  private func values(for key: Key) throws -> ParameterValueDecoder {
    let values = reader.values(for: key.stringValue)
    guard !values.isEmpty else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: [], debugDescription: "a value is missing"))
    }
    return ParameterValueDecoder(values: values, key: key)
  }
}

/// Finds parameters by name, and records which of them were read.
final class ParameterReader {
  private let items: [Parameters.Item]
  /// The names that were read.
  private var read: Set<String> = []
  private let onRead: (@Sendable (String) -> Void)?

  init(_ items: [Parameters.Item], onRead: (@Sendable (String) -> Void)? = nil) {
    self.items = items
    self.onRead = onRead
  }

  var names: [String] { items.map(\.name) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try Value(from: ParameterDecoder(reader: self))
    } catch let error as DecodingError {
      throw error.namingChoices(of: type) { name in
        let values = values(for: name)
        return values.count == 1 ? values[0] : nil
      }
    }
  }

  func contains(_ name: String) -> Bool {
    onRead?(name)
    return items.contains { $0.name == name }
  }

  /// All values of a name; an element is nil for a name without a value.
  func values(for name: String) -> [String?] {
    onRead?(name)
    read.insert(name)
    return items.filter { $0.name == name }.map(\.value)
  }

  /// - Throws: `DecodingError.dataCorrupted` naming the first parameter that was not read.
  func checkAllAreRead(fields: @autoclosure () -> [Schema.Field]) throws(DecodingError) {
    guard let name = items.map(\.name).first(where: { !read.contains($0) }) else { return }
    throw .dataCorrupted(
      .init(
        codingPath: [JSONKey(stringValue: name)],
        debugDescription: fields().reason(againstUnknown: name)))
  }
}

extension [Schema.Field] {
  /// Why a parameter that is none of the fields is refused.
  package func reason(againstUnknown name: String) -> String {
    "there is no such parameter" + map(\.name).nearest(to: name).first.suggestion(or: "remove it")
  }
}

func mismatch(
  _ type: any Any.Type, at key: (any CodingKey)?, _ reason: String
) -> DecodingError {
  .typeMismatch(type, .init(codingPath: key.map { [$0] } ?? [], debugDescription: reason))
}

func nestedObjectError(at key: any CodingKey) -> DecodingError {
  mismatch([String: Any].self, at: key, "an object within an object needs JSON")
}
