import Foundation

/// A type whose text in URLs and on command lines differs from its JSON, such as a time that is a
/// number of seconds in JSON and `08:00` in a URL. It must be able to decode itself from that text.
public protocol ParameterTextConvertible {
  /// The value in URLs and on command lines.
  var parameterText: String { get }
}

extension Parameters {
  /// Encodes a value as parameters from which it can be decoded, in the order in which the value
  /// encodes its fields. Fields without a value are omitted.
  /// - Throws: `SchemaError.needsJSON` for objects within objects.
  public init<Value: Encodable>(encoding value: Value) throws {
    let writer = ParameterWriter(type: "\(Value.self)")
    try value.encode(to: ParameterEncoder(writer: writer))
    if let failure = writer.failure { throw failure }
    self = writer.parameters
    // A dictionary has no order of its own.
    if Mirror(reflecting: value).displayStyle == .dictionary { sortByName() }
  }
}

/// Collects the parameters of one value. Creating the containers below cannot throw, so the writer
/// also records the first failure.
private final class ParameterWriter {
  private let type: String
  private(set) var parameters = Parameters()
  private(set) var failure: SchemaError?

  init(type: String) {
    self.type = type
  }

  func write<Value: Encodable>(_ value: Value, for field: String?, isElement: Bool) throws {
    guard let field, let text = try text(of: value) else {
      return try value.encode(
        to: ParameterEncoder(writer: self, field: field, isElement: isElement))
    }
    parameters.append(text, for: field)
  }

  func fail(at field: String?) { failure = failure ?? .needsJSON(type: type, field: field) }

  /// The text of the types that `ParameterValueDecoder` parses; nil for all other types.
  private func text(of value: any Encodable) throws -> String? {
    switch value {
    case let value as any ParameterTextConvertible: value.parameterText
    case let value as String: value
    case let value as Bool: "\(value)"
    case let value as any FixedWidthInteger: "\(value)"
    case let value as any BinaryFloatingPoint: try text(ofNumber: value)
    case let value as Decimal: "\(value)"
    case let value as Date: value.formatted(.iso8601)
    case let value as URL: value.absoluteString
    case let value as UUID: value.uuidString
    case let value as Data: value.base64EncodedString()
    default: nil
    }
  }

  private func text(ofNumber number: some BinaryFloatingPoint) throws -> String {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number, .init(codingPath: [], debugDescription: "expected a finite number"))
    }
    return Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

/// Encodes a whole value, or the value of one field.
private struct ParameterEncoder: Encoder {
  let writer: ParameterWriter
  /// The field; nil for the whole value.
  var field: String?
  /// Whether it encodes one element of a list, which cannot be a list itself.
  var isElement = false
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if field != nil { writer.fail(at: field) }
    return KeyedEncodingContainer(ParameterFieldEncoder(writer: writer))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if field == nil || isElement { writer.fail(at: field) }
    return ParameterListEncoder(writer: writer, field: field)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    if field == nil { writer.fail(at: field) }
    return self
  }
}

extension ParameterEncoder: SingleValueEncodingContainer {
  func encodeNil() throws {
    if isElement { writer.fail(at: field) }
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    // The whole value has already failed. Encoding it again would recurse forever.
    guard field != nil else { return }
    try writer.write(value, for: field, isElement: isElement)
  }
}

private struct ParameterFieldEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: ParameterWriter
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws {}

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try writer.write(value, for: key.stringValue, isElement: false)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(for: key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(for: key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { ParameterEncoder(writer: writer) }
  func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }

  private func encoder(for field: String) -> ParameterEncoder {
    ParameterEncoder(writer: writer, field: field)
  }
}

private struct ParameterListEncoder: UnkeyedEncodingContainer {
  let writer: ParameterWriter
  let field: String?
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(writer: ParameterWriter, field: String?) {
    self.writer = writer
    self.field = field
  }

  mutating func encodeNil() throws { writer.fail(at: field) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    count += 1
    guard field != nil else { return }
    try writer.write(value, for: field, isElement: true)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    element.container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    element.unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { element }

  private var element: ParameterEncoder {
    ParameterEncoder(writer: writer, field: field, isElement: true)
  }
}
