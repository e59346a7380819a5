/// The structure of a value for callers that are not written in Swift. Command-line options, URL
/// parameters, JSON Schema, help and completion are all derived from it.
///
/// An action that is made at run time has schemas that are given as values. For all others, a schema
/// is found by decoding a `Decodable` type with a decoder without data, which records what the type
/// decodes. This takes 50 to 300 µs for each type, so the start of a module should not wait for it.
/// The limits:
///
/// - A field is optional when it is decoded with `decodeIfPresent`, as optional properties are. A
///   default value cannot be seen, and decoding ignores it: declare an optional property instead.
/// - An enum is a choice when it is `CaseIterable` with a text or whole number as raw value.
/// - Only one path through a hand-written `init(from:)` is seen. Fields that are decoded depending
///   on other fields, such as those of an enum's cases, are not.
/// - A type that rejects the values tried (the empty text, 0, false) has no schema where it is
///   required, unless it conforms to `ExampleProviding`.
/// - `Duration` and similar types have the schema of their own coding: declare whole seconds or
///   your own type instead.
public indirect enum Schema: Hashable, Sendable {
  /// Any JSON.
  case any
  /// True or false.
  case boolean
  /// A whole number.
  case integer
  /// A number.
  case number
  /// A text, of a format if one is known.
  case text(Format?)
  /// One of several texts.
  case choice([String])
  /// A list of values.
  case list(Schema)
  /// Values by name.
  case dictionary(Schema)
  /// Named fields. The name of the object is that of its Swift type.
  case object(name: String, [Field])
  /// An object of the same name as an enclosing object.
  case recursive(name: String)

  /// Finds the schema of a type.
  /// - Throws: `SchemaError` naming the type and the field that has no schema.
  public init(of type: any Decodable.Type) throws(SchemaError) {
    self = try Self.schema(of: type)
  }

  /// The fields of an object; empty for everything else.
  public var fields: [Field] {
    if case .object(_, let fields) = self { fields } else { [] }
  }

  private static func schema<Value: Decodable>(
    of type: Value.Type
  ) throws(SchemaError) -> Schema {
    try SchemaSample(type).schema
  }
}

extension Schema {
  /// A field of an object.
  public struct Field: Hashable, Sendable {
    /// The field's name, as in JSON.
    public let name: String
    /// The schema of its value.
    public let schema: Schema
    /// Whether it may be omitted.
    public let isOptional: Bool

    /// Creates a field.
    public init(name: String, schema: Schema, isOptional: Bool) {
      self.name = name
      self.schema = schema
      self.isOptional = isOptional
    }
  }

  /// The format of a text.
  public enum Format: String, Hashable, Sendable {
    /// Date and time, such as `2026-11-20T08:00:00Z`.
    case dateTime = "date-time"
    /// A URL.
    case uri
    /// A UUID.
    case uuid
    /// Bytes in Base64.
    case base64
  }
}

extension Schema: CustomStringConvertible {
  /// The schema in a few words, such as `a list, each a whole number`.
  public var description: String {
    switch self {
    case .any: "any value"
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .text(nil): "a text"
    case .text(.dateTime): "a date and time, as in '2026-11-20T08:00:00Z'"
    case .text(.uri): "a URL"
    case .text(.uuid): "a UUID"
    case .text(.base64): "Base64"
    case .choice(let choices): "one of \(choices.joined(separator: ", "))"
    case .list(let element): "a list, each \(element)"
    case .dictionary(let value): "values by name, each \(value)"
    case .object(let name, _), .recursive(let name): "a \(name)"
    }
  }
}

extension Schema {
  /// The fields of an object, each of which can be a parameter of a URL and an option of a command.
  /// - Throws: `SchemaError.needsJSON` for objects within objects.
  public func parameters() throws(SchemaError) -> [Field] {
    guard case .object(_, let fields) = self else {
      throw .needsJSON(type: description, field: nil)
    }
    for field in fields where !field.valueSchema.isScalar {
      throw .needsJSON(type: field.schema.description, field: field.name)
    }
    return fields
  }

  private var isScalar: Bool {
    switch self {
    case .any, .boolean, .integer, .number, .text, .choice: true
    case .list, .dictionary, .object, .recursive: false
    }
  }
}

extension Schema.Field {
  /// The field as an option of a command, such as `--change-time`.
  public var option: String { "--" + name.kebabCased }

  /// Whether it can have several values.
  public var isRepeated: Bool {
    if case .list = schema { true } else { false }
  }

  /// The schema of each value.
  public var valueSchema: Schema {
    if case .list(let element) = schema { element } else { schema }
  }
}

extension ActionDeclaration {
  /// The schema of the action's input; nil when only typed calls are possible.
  /// - Throws: `SchemaError` naming the type and the field that has no schema.
  public var inputSchema: Schema? {
    get throws(SchemaError) {
      guard let coding = descriptor.coding else { return nil }
      return if let schemas = coding.schemas { schemas.input } else {
        try Schema(of: coding.input)
      }
    }
  }

  /// The schema of the action's output, as far as it can be decoded; nil when only typed calls are
  /// possible.
  /// - Throws: `SchemaError` naming the type and the field that has no schema.
  public var outputSchema: Schema? {
    get throws(SchemaError) {
      guard let coding = descriptor.coding else { return nil }
      return if let schemas = coding.schemas { schemas.output } else {
        try Schema(of: coding.output)
      }
    }
  }
}

/// Why a type has no schema, or a schema no parameters.
public enum SchemaError: ModuleError {
  /// A field's type rejects the values that were tried. The field is a path such as `items[].name`.
  case indescribable(type: String, field: String?, reason: String)
  /// Parameters cannot express a field.
  case needsJSON(type: String, field: String?)

  /// Always `failed`: the caller cannot change a type.
  public var kind: FailureKind { .failed }

  public var description: String {
    switch self {
    case .indescribable(let type, let field, let reason):
      "cannot describe \(type)\(location(field)): \(reason); conform it to ExampleProviding"
    case .needsJSON(let type, let field):
      "parameters cannot express \(type)\(location(field)); use JSON"
    }
  }
}

private func location(_ field: String?) -> String {
  field.map { " of '\($0)'" } ?? ""
}
