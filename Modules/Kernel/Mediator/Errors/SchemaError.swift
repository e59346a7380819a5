/// Why a type has no schema, or a schema no parameters.
public enum SchemaError: ModuleError {
  /// A field's type rejects the values that were tried. The field is a path such as `items[].name`.
  case indescribable(type: String, field: String?, reason: String)
  /// A type with texts as raw values rejects the one that was tried, and does not list its values.
  case unknownValues(type: String, field: String?)
  /// The descriptions of a type's fields have one of a field that the type does not have.
  case noSuchField(String, type: String, nearest: String?)
  /// A field is described as a flag, but is not true or false.
  case flagNotBoolean(String, type: String)
  /// Parameters cannot express a field.
  case needsJSON(type: String, field: String?)

  /// Always `failed`: the caller cannot change a type.
  public var kind: FailureKind { .failed }

  public var description: String {
    switch self {
    case .indescribable(let type, let field, let reason):
      "cannot describe \(type)\(location(field)): \(reason); conform it to ExampleProviding"
        + " or SchemaProviding"
    case .unknownValues(let type, let field):
      "cannot describe \(type)\(location(field)): it does not list its values; conform it to CaseIterable"
        + " or, if it is no enum, to ExampleProviding"
    case .noSuchField(let field, let type, let nearest):
      "the fieldDescriptions of \(type) have '\(field)', which is not one of its fields"
        + nearest.suggestion(or: "remove it")
    case .flagNotBoolean(let field, let type):
      "the fieldDescriptions of \(type) say that '\(field)' is a flag, but its type is not Bool; describe "
        + "it without 'flag'"
    case .needsJSON(let type, let field):
      "parameters cannot express \(type)\(location(field)); use JSON"
    }
  }
}

private func location(_ field: String?) -> String {
  field.map { " of '\($0)'" } ?? ""
}
