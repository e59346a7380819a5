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

  // The most frequent types are decoded directly. If that fails, the general way throws the error.

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
  // Bits instead of an array: allocating one would cost a tenth of a call by name.
  private var readBits: UInt64 = 0
  private var readAfterBits: Set<Int> = []

  private let onRead: (@Sendable (String) -> Void)?

  init(_ items: [Parameters.Item], onRead: (@Sendable (String) -> Void)? = nil) {
    self.items = items
    self.onRead = onRead
  }

  var names: [String] { items.map(\.name) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try Value(from: ParameterDecoder(reader: self))
    } catch {
      let located = FieldLocator.locating(error, of: type) {
        try $0.init(from: ParameterDecoder(reader: self))
      }
      throw (located as? DecodingError)?.namingChoices(of: type) { text(for: $0) } ?? located
    }
  }

  func contains(_ name: String) -> Bool {
    onRead?(name)
    return items.contains { $0.name == name }
  }

  /// All values of a name; an element is nil for a name without a value.
  func values(for name: String) -> [String?] {
    onRead?(name)
    var values: [String?] = []
    for index in items.indices where items[index].name == name {
      markRead(index)
      values.append(items[index].value)
    }
    return values
  }

  /// The value of a name; nil unless it has exactly one.
  func text(for name: String) -> String? {
    onRead?(name)
    var found: Int?
    for index in items.indices where items[index].name == name {
      guard found == nil else { return nil }
      found = index
    }
    guard let found else { return nil }
    markRead(found)
    return items.value(at: found)
  }

  private func markRead(_ index: Int) {
    if index < 64 { readBits |= 1 << index } else { readAfterBits.insert(index) }
  }

  private func isRead(_ index: Int) -> Bool {
    index < 64 ? readBits & 1 << index != 0 : readAfterBits.contains(index)
  }

  /// - Throws: `DecodingError.dataCorrupted` naming the first parameter that was not read.
  func checkAllAreRead(fields: @autoclosure () -> [Schema.Field]) throws(DecodingError) {
    guard let index = items.indices.first(where: { !isRead($0) }) else { return }
    let name = items[index].name
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

extension [Parameters.Item] {
  /// Without a copy of the whole item, which a subscript of the array would make.
  fileprivate func value(at index: Int) -> String? { span[index].value }
}

func mismatch(
  _ type: any Any.Type, at key: (any CodingKey)?, _ reason: String
) -> DecodingError {
  .typeMismatch(type, .init(codingPath: key.map { [$0] } ?? [], debugDescription: reason))
}

func nestedObjectError(at key: any CodingKey) -> DecodingError {
  mismatch([String: Any].self, at: key, "an object within an object needs JSON")
}
