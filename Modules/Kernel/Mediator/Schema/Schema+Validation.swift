import Foundation

extension Schema {
  /// Checks a value, and returns the part of it that the schema describes: fields that the schema
  /// does not have are removed, just as decoding a type ignores them, and so are optional fields
  /// that are null. Of alternatives, the first that fits decides.
  /// - Throws: `DecodingError` naming the field that does not fit, such as `items[2].name`, and
  ///   what was expected; see `DecodingError.problem`. A value with more than 64 levels does not
  ///   fit.
  public func validated(_ value: JSONValue) throws(DecodingError) -> JSONValue {
    var validator = SchemaValidator(path: [])
    return try validator.validated(value, as: self)
  }

  /// Checks the value of a field.
  func validated(_ value: JSONValue, of field: String) throws(DecodingError) -> JSONValue {
    var validator = SchemaValidator(path: [JSONKey(stringValue: field)])
    return try validator.validated(value, as: self)
  }

  /// Whether a text is one of the choices, or has the format.
  fileprivate func accepts(_ text: String) -> Bool {
    switch self {
    case .any, .text(nil), .text(.day), .text(.timeOfDay), .text(.money), .text(.password): true
    case .text(.dateTime): Date(iso8601: text) != nil
    case .text(.date): Date(iso8601: "\(text)T00:00:00Z") != nil
    case .text(.uri): URL(string: text) != nil
    case .text(.uuid): UUID(uuidString: text) != nil
    case .text(.base64): Data(base64Encoded: text) != nil
    case .choice(let choices): choices.contains(text)
    case .boolean, .integer, .number, .list, .dictionary, .object, .recursive, .anyOf, .nullable:
      false
    }
  }

  /// Whether a value may fit, judged by its fields that are choices, such as a field `kind`.
  fileprivate func isPossible(for value: JSONValue) -> Bool {
    guard case .object(let members) = value else { return true }
    return fields.allSatisfy { field in
      guard case .choice = field.schema, case .text(let text)? = members[field.name] else {
        return true
      }
      return field.schema.accepts(text)
    }
  }
}

/// Compares a value with a schema from the outside to the inside.
private struct SchemaValidator {
  /// The position in the value.
  private var path: [JSONKey]
  /// The objects around that position, the outermost first, with their names.
  private var enclosing: [(name: String, schema: Schema)] = []
  /// How many alternatives did not fit. Without a limit, nested alternatives would take a time that
  /// grows exponentially with the depth of the value.
  private var misses = 0
  private static let maximumMisses = 100_000

  init(path: [JSONKey]) {
    self.path = path
  }

  mutating func validated(
    _ value: JSONValue, as schema: Schema
  ) throws(DecodingError) -> JSONValue {
    switch schema {
    case .any: return try validatedContent(of: value)
    case .nullable(let schema): return value == .null ? value : try validated(value, as: schema)
    case .anyOf(let schemas): return try validated(value, asAnyOf: schemas)
    case _ where value == .null: throw mismatch("a value is missing")
    case .boolean:
      guard case .boolean = value else { throw mismatch("expected \(schema)") }
      return value
    case .integer, .number: return try validatedNumber(value, as: schema)
    case .text, .choice:
      guard case .text(let text) = value else { throw mismatch("expected a text") }
      guard schema.accepts(text) else { throw mismatch("expected \(schema), not '\(text)'") }
      return value
    case .list(let element):
      guard case .list(let elements) = value else { throw mismatch("expected a list") }
      try checkDepth()
      var list: [JSONValue] = []
      list.reserveCapacity(elements.count)
      for (index, value) in elements.enumerated() {
        list.append(try validated(value, as: element, at: JSONKey(intValue: index)))
      }
      return .list(list)
    case .dictionary(let schema):
      var members = try members(of: value)
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        members[name] = try validated(value, as: schema, at: JSONKey(stringValue: name))
      }
      return .object(members)
    case .object(let name, let fields):
      let members = try members(of: value)
      enclosing.append((name, schema))
      defer { enclosing.removeLast() }
      return try validated(members, as: fields)
    case .recursive(let name):
      guard let object = enclosing.last(where: { $0.name == name }) else {
        throw mismatch("its schema has no enclosing object '\(name)'")
      }
      return try validated(value, as: object.schema)
    }
  }

  /// - Throws: The error of the only alternative that is possible by its choices; where there are
  ///   several, what was expected.
  private mutating func validated(
    _ value: JSONValue, asAnyOf schemas: [Schema]
  ) throws(DecodingError) -> JSONValue {
    let possible = schemas.filter { $0.isPossible(for: value) }
    let (path, enclosing) = (path, enclosing)
    for schema in possible {
      do {
        return try validated(value, as: schema)
      } catch {
        (self.path, self.enclosing) = (path, enclosing)
        misses += 1
        guard misses < Self.maximumMisses else { throw mismatch("it has too many alternatives") }
        if possible.count == 1 { throw error }
      }
    }
    throw mismatch("expected \(Schema.anyOf(schemas))")
  }

  private mutating func validated(
    _ members: [String: JSONValue], as fields: [Schema.Field]
  ) throws(DecodingError) -> JSONValue {
    var object: [String: JSONValue] = [:]
    for field in fields {
      let value = members[field.name] ?? .null
      if field.isOptional, value == .null { continue }
      let key = JSONKey(stringValue: field.name)
      object[field.name] = try validated(value, as: field.schema, at: key)
    }
    return .object(object)
  }

  /// Validates a part of the current value.
  private mutating func validated(
    _ value: JSONValue, as schema: Schema, at key: JSONKey
  ) throws(DecodingError) -> JSONValue {
    path.append(key)
    let validated = try validated(value, as: schema)
    path.removeLast()
    return validated
  }

  private func validatedNumber(
    _ value: JSONValue, as schema: Schema
  ) throws(DecodingError) -> JSONValue {
    switch value {
    case .integer: return value
    case .number(let number):
      if let whole = Int(exactly: number) { return .integer(whole) }
      if schema == .number, number.isFinite { return value }
      let isTooLarge = number.isFinite && number == number.rounded()
      throw mismatch(
        isTooLarge
          ? "expected \(schema) that fits in 64 bits, not \(number)"
          : "expected \(schema), not \(number)")
    case .null, .boolean, .text, .list, .object: throw mismatch("expected \(schema)")
    }
  }

  /// Validates a value of any structure: its numbers and its depth must allow to encode it.
  private mutating func validatedContent(of value: JSONValue) throws(DecodingError) -> JSONValue {
    switch value {
    case .null, .boolean, .integer, .text: value
    case .number: try validatedNumber(value, as: .number)
    case .list: try validated(value, as: .list(.any))
    case .object: try validated(value, as: .dictionary(.any))
    }
  }

  private func members(of value: JSONValue) throws(DecodingError) -> [String: JSONValue] {
    guard case .object(let members) = value else { throw mismatch("expected an object") }
    try checkDepth()
    return members
  }

  private func checkDepth() throws(DecodingError) {
    guard path.count < JSONValue.maximumDepth else { throw JSONValue.depthError }
  }

  private func mismatch(_ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: reason))
  }
}
