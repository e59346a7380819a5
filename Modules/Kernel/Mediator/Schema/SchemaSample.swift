import Foundation
import Platform

/// A type that provides an example value. Types that reject empty texts or zeros must conform,
/// because `Schema` cannot describe them otherwise.
public protocol ExampleProviding {
  /// A value that may be shown in help and documentation.
  static var example: Self { get }
}

/// The schema of a type, and a value of the type.
struct SchemaSample<Value: Decodable> {
  let schema: Schema
  /// A value of the type; nil when the type rejects the values tried.
  let value: Value?

  init(_ type: Value.Type, at path: SchemaPath) throws(SchemaError) {
    guard let provider = type as? any SchemaProviding.Type else {
      try self.init(decoding: type, at: path)
      return
    }
    self.init(
      schema: try StatedSchemas.schema(of: provider, for: path.use),
      value: (type as? any ExampleProviding.Type)?.example as? Value
        ?? (try? Value(from: SchemaDecoder("\(type)", at: path.within(type)))))
  }

  private init(schema: Schema, value: Value?) {
    (self.schema, self.value) = (schema, value)
  }

  /// Finds the schema that decoding shows.
  init(decoding type: Value.Type, at path: SchemaPath) throws(SchemaError) {
    let example = (type as? any ExampleProviding.Type)?.example as? Value
    if let scalar = ScalarSchema(type) {
      (schema, value) = (scalar.schema, scalar.value as? Value)
    } else if let container = type as? any DescribableContainer.Type {
      (schema, value) = (try container.schema(at: path), container.empty as? Value)
    } else if path.enclosing.contains(where: { $0 == type }) {
      (schema, value) = (.recursive(name: "\(type)"), example)
    } else {
      let decoder = SchemaDecoder("\(type)", at: path.within(type))
      do {
        value = try Value(from: decoder)
      } catch {
        if let failure = decoder.failure { throw failure }
        // An object that was rejected may have more fields than it has decoded so far.
        guard let seen = decoder.schema, example != nil || !decoder.isObject else {
          throw path.indescribable(type)
        }
        (schema, value) = (seen.described(by: type), example)
        return
      }
      let seen = decoder.schema ?? .object(name: "\(type)", [])
      // A type that states its schema may add fields to those that it decodes.
      if !(type is any SchemaProviding.Type) { try seen.checkFieldDescriptions(of: type) }
      schema = seen.described(by: type)
    }
  }
}

/// The schemas that types have stated. An answer may contain such a type at many places, and
/// finding the parts of a statement takes time.
private enum StatedSchemas {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let use: Schema.Use
  }

  private static let found = Lock<[Key: Schema]>([:])

  static func schema(
    of type: any SchemaProviding.Type, for use: Schema.Use
  ) throws(SchemaError) -> Schema {
    let key = Key(type: ObjectIdentifier(type), use: use)
    if let schema = found.withLock({ $0[key] }) { return schema }
    let stated = try type.schema(for: use)
    try stated.checkFieldDescriptions(of: type)
    let schema = stated.described(by: type)
    found.withLock { $0[key] = schema }
    return schema
  }
}

/// The position of a type inside the type whose schema is being found.
struct SchemaPath {
  /// Whether the outermost type is decoded or encoded.
  let use: Schema.Use
  /// The enclosing types, the outermost first.
  var enclosing: [any Any.Type] = []
  /// The position as text, such as `items[].name`; nil for the whole.
  var description: String?

  var element: SchemaPath {
    SchemaPath(use: use, enclosing: enclosing, description: (description ?? "") + "[]")
  }

  func field(_ name: String) -> SchemaPath {
    SchemaPath(
      use: use, enclosing: enclosing, description: description.map { "\($0).\(name)" } ?? name)
  }

  func within(_ type: any Any.Type) -> SchemaPath {
    SchemaPath(use: use, enclosing: enclosing + [type], description: description)
  }

  func indescribable(
    _ type: any Any.Type, because reason: String = "it rejects the value that was tried"
  ) -> SchemaError {
    type is any RawRepresentable<String>.Type
      ? .unknownValues(type: "\(type)", field: description)
      : .indescribable(type: "\(type)", field: description, reason: reason)
  }
}

/// The schema of a scalar type, which is known without decoding it, and a value of the type.
struct ScalarSchema {
  let schema: Schema
  let value: Any

  init?(_ type: any Any.Type) {
    switch type {
    case is JSONValue.Type: self.init(.any, JSONValue.null)
    case is Bool.Type: self.init(.boolean, false)
    case is String.Type: self.init(.text(nil), "")
    case let type as any (FixedWidthInteger & Decodable).Type: self.init(.integer, type.zero)
    case let type as any (BinaryFloatingPoint & Decodable).Type: self.init(.number, type.zero)
    case is Decimal.Type: self.init(.number, Decimal.zero)
    case is Date.Type: self.init(.text(.dateTime), Date(timeIntervalSince1970: 0))
    case is URL.Type: self.init(.text(.uri), URL(filePath: "/"))
    case is UUID.Type: self.init(.text(.uuid), UUID())
    case is Data.Type: self.init(.text(.base64), Data())
    case let type as any (CaseIterable & RawRepresentable).Type: self.init(choiceOf: type)
    default: return nil
    }
  }

  private init(_ schema: Schema, _ value: Any) {
    self.schema = schema
    self.value = value
  }

  private init?<Choice: CaseIterable & RawRepresentable>(choiceOf type: Choice.Type) {
    guard let first = type.allCases.first else { return nil }
    switch first.rawValue {
    case is String: self.init(.choice(type.allCases.map { "\($0.rawValue)" }), first)
    case is any FixedWidthInteger: self.init(.integer, first)
    default: return nil
    }
  }
}

/// A type whose schema is that of its content, and which has an empty value.
protocol DescribableContainer {
  static var empty: Any { get }
  static func schema(at path: SchemaPath) throws(SchemaError) -> Schema
}

extension Optional: DescribableContainer where Wrapped: Decodable {
  static var empty: Any { Self.none as Any }

  static func schema(at path: SchemaPath) throws(SchemaError) -> Schema {
    .nullable(try SchemaSample(Wrapped.self, at: path).schema)
  }
}

extension Array: DescribableContainer where Element: Decodable {
  static var empty: Any { [Element]() }

  static func schema(at path: SchemaPath) throws(SchemaError) -> Schema {
    .list(try SchemaSample(Element.self, at: path.element).schema)
  }
}

extension Set: DescribableContainer where Element: Decodable {
  static var empty: Any { Set<Element>() }

  static func schema(at path: SchemaPath) throws(SchemaError) -> Schema {
    try [Element].schema(at: path)
  }
}

extension Dictionary: DescribableContainer where Key: Decodable, Value: Decodable {
  static var empty: Any { [Key: Value]() }

  static func schema(at path: SchemaPath) throws(SchemaError) -> Schema {
    guard Key.self is any CodingKeyRepresentable.Type else {
      throw path.indescribable(Self.self, because: "its keys are not texts")
    }
    return .dictionary(try SchemaSample(Value.self, at: path.element).schema)
  }
}
