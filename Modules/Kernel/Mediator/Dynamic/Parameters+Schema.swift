extension Parameters {
  /// Converts the texts to the value that a schema describes, by the rules of `decode(_:)`, and
  /// requires that every parameter fits a field.
  /// - Throws: `DecodingError` naming the field that is missing or does not fit, or the parameter
  ///   that fits no field.
  package func value(as schema: Schema) throws -> JSONValue {
    try Schema.checkTexts(of: items, schema)
    let reader = ParameterReader(items)
    var members: [String: JSONValue] = [:]
    switch schema {
    case .object(_, let fields):
      for field in fields where !field.isOptional || reader.contains(field.name) {
        members[field.name] = try reader.value(of: field.name, as: field.schema)
      }
    case .dictionary(let value):
      for name in reader.names { members[name] = try reader.value(of: name, as: value) }
    case .list: throw mismatch(JSONValue.self, at: nil, "named parameters are not a list")
    case .any, .boolean, .integer, .number, .text, .choice, .recursive, .anyOf, .nullable:
      throw mismatch(JSONValue.self, at: nil, "named parameters are not a single value")
    }
    try reader.checkAllAreRead(fields: schema.fields)
    return .object(members)
  }
}

extension ParameterReader {
  fileprivate func value(of name: String, as schema: Schema) throws -> JSONValue {
    let key = JSONKey(stringValue: name)
    let values = values(for: name)
    guard !values.isEmpty else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: [], debugDescription: "a value is missing"))
    }
    if case .nullable(let schema) = schema { return try value(of: name, as: schema) }
    guard case .list(let element) = schema else {
      return try ParameterValueDecoder(values: values, key: key).value(as: schema)
    }
    return .list(
      try values.map { try ParameterValueDecoder(values: [$0], key: key).value(as: element) })
  }
}

extension ParameterValueDecoder {
  fileprivate func value(as schema: Schema) throws -> JSONValue {
    switch schema {
    case .boolean: .boolean(try decode(Bool.self))
    case .integer: .integer(try decode(Int.self))
    case .number: JSONValue(try decode(Double.self))
    case .any, .text, .choice:
      try schema.validated(.text(decode(String.self)), of: key.stringValue)
    case .nullable(let schema): try value(as: schema)
    case .anyOf(let schemas): try value(asAnyOf: schemas)
    case .list, .dictionary, .object, .recursive: throw nestedObjectError(at: key)
    }
  }

  /// The value of the first alternative that fits.
  private func value(asAnyOf schemas: [Schema]) throws -> JSONValue {
    for schema in schemas {
      if let value = try? value(as: schema) { return value }
    }
    return try Schema.anyOf(schemas).validated(.text(decode(String.self)), of: key.stringValue)
  }
}
