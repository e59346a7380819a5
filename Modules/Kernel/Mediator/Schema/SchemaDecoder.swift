/// A decoder without data: it returns sample values and records what was decoded.
final class SchemaDecoder: Decoder {
  private let name: String
  private let path: SchemaPath
  /// The schema of a type that is not an object.
  private var valueSchema: (() -> Schema?)?
  private var fields:
    [(name: String, schema: () -> Schema?, isOptional: Bool, description: FieldDescription?)]?
  private var possiblyAbsent: Set<String> = []
  /// The error of the first part that has no schema.
  private(set) var failure: SchemaError?

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ name: String, at path: SchemaPath) {
    self.name = name
    self.path = path
  }

  /// The schema of what was decoded so far; nil when nothing was.
  var schema: Schema? {
    guard let fields else { return valueSchema?() }
    return .object(
      name: name,
      fields.compactMap { field in
        field.schema().map {
          Schema.Field(
            name: field.name, schema: $0, isOptional: field.isOptional,
            description: field.description)
        }
      })
  }

  /// Whether the type decodes itself from fields. It may have more fields than it has decoded so
  /// far.
  var isObject: Bool { fields != nil }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    fields = fields ?? []
    return KeyedDecodingContainer(SchemaFieldDecoder(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { SchemaListDecoder(decoder: self) }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// A decoder for a field that is decoded by a nested container.
  fileprivate func nested(_ name: String) -> SchemaDecoder {
    let nested = SchemaDecoder(name, at: path.field(name))
    record(name) { nested.schema }
    return nested
  }

  /// A decoder for the elements of a list that are decoded by a nested container.
  fileprivate func nestedElement() -> SchemaDecoder {
    let nested = SchemaDecoder(name, at: path.element)
    record { nested.schema.map(Schema.list) }
    return nested
  }

  /// Records that the type checks whether a field exists, so that it may be absent.
  fileprivate func recordAbsence(of name: String) { possiblyAbsent.insert(name) }

  /// Records a required field, and returns a value for it.
  fileprivate func value<Value: Decodable>(_ type: Value.Type, of name: String) throws -> Value {
    let path = path.field(name)
    let sample = try sample(type, at: path)
    record(name, of: type) { sample.schema }
    return try value(of: sample, at: path)
  }

  fileprivate func recordOptional<Value: Decodable>(_ type: Value.Type, of name: String) throws {
    let sample = try sample(type, at: path.field(name))
    record(name, of: type, isOptional: true) { sample.schema }
  }

  /// Records a list, and returns a value for its first element.
  fileprivate func element<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let sample = try sample(type, at: path.element)
    record { .list(sample.schema) }
    return try value(of: sample, at: path.element)
  }

  private func record(
    _ name: String, of type: (any Decodable.Type)? = nil, isOptional: Bool = false,
    _ schema: @escaping () -> Schema?
  ) {
    guard fields?.contains(where: { $0.name == name }) == false else { return }
    let description = (type as? any SchemaDescribing.Type)?.valueDescription
    fields?.append((name, schema, isOptional || possiblyAbsent.contains(name), description))
  }

  private func record(_ schema: @escaping () -> Schema?) { valueSchema = valueSchema ?? schema }

  private func sample<Value: Decodable>(
    _ type: Value.Type, at path: SchemaPath
  ) throws(SchemaError) -> SchemaSample<Value> {
    do {
      return try SchemaSample(type, at: path)
    } catch {
      failure = failure ?? error
      throw error
    }
  }

  /// The value of a sample, for a field that is required.
  private func value<Value>(
    of sample: SchemaSample<Value>, at path: SchemaPath
  ) throws(SchemaError) -> Value {
    guard let value = sample.value else {
      let error = path.indescribable(Value.self)
      failure = failure ?? error
      throw error
    }
    return value
  }
}

extension SchemaDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let sample = try sample(type, at: path)
    record { sample.schema }
    return try value(of: sample, at: path)
  }
}

private struct SchemaFieldDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: SchemaDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool {
    decoder.recordAbsence(of: key.stringValue)
    return true
  }

  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.value(type, of: key.stringValue)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try decoder.recordOptional(type, of: key.stringValue)
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> {
    decoder.nested(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    decoder.nested(key.stringValue).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder.nested("super") }
  func superDecoder(forKey key: Key) -> any Decoder { decoder.nested(key.stringValue) }
}

/// Records the elements of a list. It ends after the first element.
private struct SchemaListDecoder: UnkeyedDecodingContainer {
  let decoder: SchemaDecoder
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var isAtEnd: Bool { currentIndex > 0 }

  init(decoder: SchemaDecoder) {
    self.decoder = decoder
  }

  func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    return try decoder.element(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedDecodingContainer<Nested> {
    currentIndex += 1
    return decoder.nestedElement().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return decoder.nestedElement().unkeyedContainer()
  }

  mutating func superDecoder() -> any Decoder { decoder }
}
