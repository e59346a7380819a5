/// The structure of a value for callers that are not written in Swift. Command-line options, URL
/// parameters, JSON Schema, help and completion are all derived from it.
///
/// An action that is made at run time has schemas that are given as values. For all others, a
/// schema is found by decoding a `Decodable` type with a decoder without data, which records what
/// the type decodes. This takes 50 to 300 µs for each type, so the start of a module should not
/// wait for it. The limits:
///
/// - A field is optional when it is decoded with `decodeIfPresent`, as optional properties are. A
///   default value cannot be seen, and decoding ignores it: declare an optional property instead.
/// - An enum is a choice when it is `CaseIterable` with a text or whole number as raw value.
/// - Only one path through a hand-written `init(from:)` is seen. Fields that are decoded depending
///   on other fields, such as those of an enum's cases, are not.
/// - A hand-written `encode(to:)` is not seen: it may write other fields, or null where the decoder
///   expects an optional field.
/// - A type that rejects the values tried (the empty text, 0, false) has no schema where it is
///   required, unless it conforms to `ExampleProviding`.
/// - `Duration` and similar types have the schema of their own coding: declare whole seconds or
///   your own type instead.
///
/// A type to which one of these limits applies states its schemas itself; see `SchemaProviding`.
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
  /// A value that fits one of several schemas.
  case anyOf([Schema])
  /// A value that fits a schema, or null.
  case nullable(Schema)

  /// Finds the schema of a type: the one that it states (see `SchemaProviding`), or the one that
  /// its decoding shows.
  /// - Parameter use: Whether values of the type are decoded or encoded.
  /// - Throws: `SchemaError` naming the type and the field that has no schema.
  public init(of type: any Decodable.Type, for use: Use = .input) throws(SchemaError) {
    self = try Self.schema(of: type, SchemaPath(use: use))
  }

  /// Finds the schema that the decoding of a type shows, whatever the type states, so that it can
  /// change this schema in its statement.
  /// - Throws: `SchemaError` naming the type and the field that has no schema.
  public init(decoding type: any Decodable.Type, for use: Use) throws(SchemaError) {
    self = try Self.schema(decoding: type, SchemaPath(use: use))
  }

  /// The fields of an object; empty for everything else.
  public var fields: [Field] {
    switch self {
    case .object(_, let fields): fields
    case .nullable(let schema): schema.fields
    case .any, .boolean, .integer, .number, .text, .choice, .list, .dictionary, .recursive, .anyOf:
      []
    }
  }

  /// Returns the object with other or further fields: each replaces the field of the same name.
  /// Schemas that are not objects stay as they are.
  public func with(_ changes: Field...) -> Schema {
    guard case .object(let name, let fields) = self else { return self }
    let kept = fields.map { field in changes.first { $0.name == field.name } ?? field }
    let added = changes.filter { change in !fields.contains { $0.name == change.name } }
    return .object(name: name, kept + added)
  }

  private static func schema<Value: Decodable>(
    of type: Value.Type, _ path: SchemaPath
  ) throws(SchemaError) -> Schema {
    try SchemaSample(type, at: path).schema
  }

  private static func schema<Value: Decodable>(
    decoding type: Value.Type, _ path: SchemaPath
  ) throws(SchemaError) -> Schema {
    try SchemaSample(decoding: type, at: path).schema
  }
}

/// A type that states its schemas, because decoding it once does not show them: an enum whose cases
/// have different fields, a type that accepts texts and numbers, or one that encodes other fields
/// than it decodes.
///
/// ```swift
/// extension Payment: SchemaProviding {
///   public static func schema(for use: Schema.Use) throws(SchemaError) -> Schema {
///     .anyOf([
///       try Schema(of: Card.self, for: use).with(Schema.Field("kind", .choice(["card"]))),
///       try Schema(of: Transfer.self, for: use).with(Schema.Field("kind", .choice(["transfer"]))),
///     ])
///   }
/// }
/// ```
///
/// The statement must be true: the tests of the modules compare real answers with it.
public protocol SchemaProviding: Decodable {
  /// Returns the schema of the values that the type decodes, or of those that it encodes.
  /// - Throws: `SchemaError` of a type that the statement uses.
  static func schema(for use: Schema.Use) throws(SchemaError) -> Schema
}

extension Schema {
  /// The direction in which values pass: a type may accept more than it writes.
  public enum Use: Hashable, Sendable {
    /// Values that are decoded, such as the input of an action.
    case input
    /// Values that are encoded, such as the output of an action.
    case output
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
    /// What the value means; nil if nothing says it.
    public internal(set) var description: FieldDescription?
    /// How many bytes of UTF-8 the texts of an input may have in this field, all elements of a list
    /// and all parts of any JSON together; at least `usualTextLimit`. The fields of an object in it
    /// have limits of their own. Calls by name, by URL and of other programs are checked; typed
    /// calls are not.
    package let textLimit: Int

    /// Creates a field.
    public init(
      name: String, schema: Schema, isOptional: Bool, description: FieldDescription? = nil
    ) {
      self.init(
        name: name, schema: schema, isOptional: isOptional, description: description,
        textLimit: Self.usualTextLimit)
    }

    /// Creates a field whose texts may be longer than usual.
    package init(
      name: String, schema: Schema, isOptional: Bool, description: FieldDescription? = nil,
      textLimit: Int
    ) {
      self.name = name
      self.schema = schema
      self.isOptional = isOptional
      self.description = description
      self.textLimit = max(textLimit, Self.usualTextLimit)
    }

    /// Creates a field that must not be omitted.
    public init(_ name: String, _ schema: Schema, _ description: FieldDescription? = nil) {
      self.init(name: name, schema: schema, isOptional: false, description: description)
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
    /// A date, such as `2026-11-22`.
    case date
    /// A day as people type it, such as `tomorrow` or `2026-11-22`. The type that decodes it checks
    /// the text.
    case day
    /// A time of day as people type it, such as `8:05` or `now`. The type that decodes it checks
    /// the text.
    case timeOfDay = "time-of-day"
    /// An amount of money with its currency as people type it, such as `EUR 1.40`. The type that
    /// decodes it checks the text.
    case money
    /// A text that is not shown while a person types it, such as a password.
    case password
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
    case .text(.date): "a date, as in '2026-11-22'"
    case .text(.day): "a day, such as tomorrow or 2026-11-22"
    case .text(.timeOfDay): "a time, such as 8:05"
    case .text(.money): "an amount with its currency, such as EUR 1.40"
    case .text(.password): "a password"
    case .choice(let choices): "one of \(choices.joined(separator: ", "))"
    case .list(let element): "a list, each \(element)"
    case .dictionary(let value): "values by name, each \(value)"
    case .object(let name, _), .recursive(let name): "a \(name)"
    case .anyOf(let schemas): schemas.map(\.description).joinedByOr
    case .nullable(let schema): "\(schema) or null"
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
    case .anyOf(let schemas): schemas.allSatisfy(\.isScalar)
    case .nullable(let schema): schema.isScalar
    }
  }

  /// The schema of the values that are not null.
  fileprivate var ofValue: Schema { if case .nullable(let schema) = self { schema } else { self } }
}

extension Schema.Field {
  /// Whether it can have several values.
  public var isRepeated: Bool {
    if case .list = schema.ofValue { true } else { false }
  }

  /// The schema of each value.
  public var valueSchema: Schema {
    if case .list(let element) = schema.ofValue { element.ofValue } else { schema.ofValue }
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

  /// The schema of the action's output; nil when only typed calls are possible.
  /// - Throws: `SchemaError` naming the type and the field that has no schema.
  public var outputSchema: Schema? {
    get throws(SchemaError) {
      guard let coding = descriptor.coding else { return nil }
      return if let schemas = coding.schemas { schemas.output } else {
        try Schema(of: coding.output, for: .output)
      }
    }
  }
}

extension Action {
  /// Checks the output of a typed call. Only the output of an action whose types are known at run
  /// time can differ from its schema; see `Schema.validated(_:)`.
  /// - Throws: `MediatorError.badOutput` naming the field that does not fit.
  public func checkedOutput(_ output: Output) throws(MediatorError) -> Output {
    guard let schema = descriptor.coding?.schemas?.output, let value = output as? JSONValue else {
      return output
    }
    do {
      return try schema.validated(value) as? Output ?? output
    } catch {
      let (field, reason) = error.problem
      throw .badOutput(path: path, field: field, reason: reason)
    }
  }
}
