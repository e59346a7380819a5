/// A type that says what its values or the values of its fields mean where names and types do not
/// say it, above all their units. The JSON Schemas for other programs contain it.
///
/// ```swift
/// extension Parcel: SchemaDescribing {
///   public static var fieldDescriptions: [String: String] { ["weight": "in grams"] }
/// }
/// ```
public protocol SchemaDescribing: Decodable {
  /// What a value of the type is, for each field of the type that is not described itself.
  static var valueDescription: String? { get }
  /// What the values of fields are, by the names of the fields in JSON. A type with a description of
  /// a field that it does not have has no schema.
  static var fieldDescriptions: [String: String] { get }
}

extension SchemaDescribing {
  /// Nil.
  public static var valueDescription: String? { nil }
  /// None.
  public static var fieldDescriptions: [String: String] { [:] }
}

extension Schema {
  /// Checks that the descriptions of a type are those of its fields.
  /// - Throws: `SchemaError.noSuchField` for a description of another field.
  func checkFieldDescriptions(of type: any Decodable.Type) throws(SchemaError) {
    guard case .object(let name, let fields) = self, let type = type as? any SchemaDescribing.Type
    else { return }
    let known = fields.map(\.name)
    let unknown = type.fieldDescriptions.keys.filter { !known.contains($0) }.min()
    guard let unknown else { return }
    throw .noSuchField(unknown, type: name, nearest: known.nearest(to: unknown).first)
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
