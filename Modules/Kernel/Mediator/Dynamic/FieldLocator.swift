import Platform

/// Finds the field whose decoding has thrown an error without a path: an error of a type's own, or
/// one of Foundation about a number that does not fit.
///
/// The value is decoded once more, by decoders that note where an error is thrown.
final class FieldLocator: Sendable {
  /// A place at which an error was thrown.
  private struct Place {
    let path: [any CodingKey]
    /// Why a number does not fit; nil for another value.
    let reason: String?
    /// The text of the error, by which it is known when it is thrown on.
    let error: String
  }

  /// The depth of the search: each level takes as long as decoding the value in it.
  private static let maximumDepth = 16

  @TaskLocal private static var current: FieldLocator?

  private let place = Lock<Place?>(nil)

  /// The error with the path of the field.
  /// - Parameter decode: Decodes the value as a type that does the same as the one that has failed.
  static func locating<Value: Decodable>(
    _ error: any Error, of type: Value.Type,
    decode: (LocatedValue<Value>.Type) throws -> LocatedValue<Value>
  ) -> any Error {
    let decodingError = error as? DecodingError
    guard decodingError?.problem.field == nil else { return error }
    let locator = FieldLocator()
    _ = $current.withValue(locator) { try? decode(LocatedValue<Value>.self) }
    guard let place = locator.place.withLock(\.self) else { return error }
    if let decodingError {
      let reason = place.reason ?? decodingError.problem.reason
      return DecodingError.dataCorrupted(.init(codingPath: place.path, debugDescription: reason))
    }
    guard !place.path.isEmpty else { return error }
    return DecodingError.dataCorrupted(
      .init(
        codingPath: place.path, debugDescription: error.plainText,
        underlyingError: RejectedValue(error: error)))
  }

  /// Decodes a value at a path, and notes it if that throws.
  fileprivate static func decode<Value: Decodable>(
    _ type: Value.Type, at path: [any CodingKey], _ value: () throws -> Value,
    deeper: (LocatedValue<Value>.Type) throws -> Void, number: () throws -> Double
  ) throws -> Value {
    do {
      return try value()
    } catch {
      let scalar = ScalarSchema(type)
      // A scalar decodes itself from itself, so that the search would not end.
      if scalar == nil, path.count < maximumDepth { try? deeper(LocatedValue<Value>.self) }
      current?.note(error, at: path, scalar?.schema.reason(for: try? number()))
      throw error
    }
  }

  /// Notes the path of an error, unless it is the one that was thrown deeper in the value.
  private func note(_ error: any Error, at path: [any CodingKey], _ reason: String?) {
    let text = "\(error)"
    place.withLock { place in
      let isDeeper = place.map { $0.error == text && $0.path.count > path.count } ?? false
      if !isDeeper { place = Place(path: path, reason: reason, error: text) }
    }
  }
}

/// An error of a type that has rejected its value.
struct RejectedValue: Error {
  let error: any Error
}

/// A value that is decoded only to find where that fails.
struct LocatedValue<Value: Decodable>: Decodable {
  init(from decoder: any Decoder) throws { _ = try Value(from: LocatingDecoder(base: decoder)) }
}

extension Schema {
  /// Why a number does not fit; nil for other values.
  /// - Parameter given: The number as far as it can be read.
  fileprivate func reason(for given: Double?) -> String? {
    guard self == .integer || self == .number else { return nil }
    guard let given else { return "expected \(self)" }
    let text = Int(exactly: given).map { "\($0)" } ?? "\(given)"
    let isOutside = self == .number || given == given.rounded()
    return isOutside ? "\(text) is too large or too small" : "expected \(self), not \(text)"
  }
}

private struct LocatingDecoder: Decoder {
  let base: any Decoder
  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(LocatingFields(base: try base.container(keyedBy: type)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    LocatingList(base: try base.unkeyedContainer())
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    LocatingSingleValue(base: try base.singleValueContainer())
  }
}

private struct LocatingFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>
  var codingPath: [any CodingKey] { base.codingPath }
  var allKeys: [Key] { base.allKeys }

  func contains(_ key: Key) -> Bool { base.contains(key) }
  func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try FieldLocator.decode(type, at: codingPath + [key]) {
      try base.decode(type, forKey: key)
    } deeper: {
      _ = try base.decode($0, forKey: key)
    } number: {
      try base.decode(Double.self, forKey: key)
    }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(
      LocatingFields<Nested>(base: try base.nestedContainer(keyedBy: type, forKey: key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    LocatingList(base: try base.nestedUnkeyedContainer(forKey: key))
  }

  func superDecoder() throws -> any Decoder { try base.superDecoder() }
  func superDecoder(forKey key: Key) throws -> any Decoder { try base.superDecoder(forKey: key) }
}

private struct LocatingList: UnkeyedDecodingContainer {
  var base: any UnkeyedDecodingContainer
  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int? { base.count }
  var isAtEnd: Bool { base.isAtEnd }
  var currentIndex: Int { base.currentIndex }

  mutating func decodeNil() throws -> Bool { try base.decodeNil() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // An element that cannot be decoded is not skipped, and can be decoded again.
    var (container, again) = (base, base)
    defer { base = container }
    let path = codingPath + [JSONKey(intValue: currentIndex)]
    return try FieldLocator.decode(type, at: path) {
      try container.decode(type)
    } deeper: {
      _ = try again.decode($0)
    } number: {
      try again.decode(Double.self)
    }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(LocatingFields<Nested>(base: try base.nestedContainer(keyedBy: type)))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    LocatingList(base: try base.nestedUnkeyedContainer())
  }

  mutating func superDecoder() throws -> any Decoder { try base.superDecoder() }
}

private struct LocatingSingleValue: SingleValueDecodingContainer {
  let base: any SingleValueDecodingContainer
  var codingPath: [any CodingKey] { base.codingPath }

  func decodeNil() -> Bool { base.decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try FieldLocator.decode(type, at: codingPath) {
      try base.decode(type)
    } deeper: {
      _ = try base.decode($0)
    } number: {
      try base.decode(Double.self)
    }
  }
}
