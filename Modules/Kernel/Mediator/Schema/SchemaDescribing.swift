/// A type that says what its values or its fields mean. A field is described here and nowhere else:
/// the command line, forms, JSON Schema and MCP show these words.
///
/// ```swift
/// extension Delivery: SchemaDescribing {
///   public static var fieldDescriptions: FieldDescriptions {
///     [
///       "weight": "in grams",
///       "date": .init("the day of the delivery", default: "today", valueName: "day"),
///       "article": .init(
///         "the article", suggestions: .results(of: Shop.articles) { $0.map(\.name) }),
///       "express": .flag("deliver within two hours"),
///     ]
///   }
/// }
/// ```
public protocol SchemaDescribing: Decodable {
  /// What a value of the type is, for each field of the type that is not described itself.
  static var valueDescription: FieldDescription? { get }
  /// What the values of fields are, by the names of the fields in JSON. A type that describes a
  /// field that it does not have, or a flag that is no Boolean, has no schema.
  static var fieldDescriptions: FieldDescriptions { get }
}

extension SchemaDescribing {
  /// Nil.
  public static var valueDescription: FieldDescription? { nil }
  /// None.
  public static var fieldDescriptions: FieldDescriptions { [:] }
}

extension ActionDeclaration {
  /// The descriptions that the type of the action's input has for its fields.
  package var fieldDescriptions: FieldDescriptions {
    (descriptor.coding?.input as? any SchemaDescribing.Type)?.fieldDescriptions ?? [:]
  }
}

extension Schema {
  /// Checks that the descriptions of a type are those of its fields.
  /// - Throws: `SchemaError.noSuchField` for a description of another field, and `.flagNotBoolean`
  ///   for one that says the wrong thing about a Boolean.
  func checkFieldDescriptions(of type: any Decodable.Type) throws(SchemaError) {
    guard case .object(let name, let fields) = self, let type = type as? any SchemaDescribing.Type
    else { return }
    let descriptions = type.fieldDescriptions
    for described in descriptions.names {
      guard let field = fields.first(where: { $0.name == described }) else {
        throw .noSuchField(
          described, type: name, nearest: fields.map(\.name).nearest(to: described).first)
      }
      guard descriptions[described]?.isFlag != true || field.valueSchema == .boolean else {
        throw .flagNotBoolean(described, type: name)
      }
    }
  }

  /// The schema with the descriptions that a type has for its fields.
  func described(by type: any Decodable.Type) -> Schema {
    guard case .object(let name, let fields) = self, let type = type as? any SchemaDescribing.Type
    else { return self }
    let descriptions = type.fieldDescriptions
    return .object(
      name: name,
      fields.map { field in
        var field = field
        field.description = descriptions[field.name] ?? field.description
        return field
      })
  }
}
