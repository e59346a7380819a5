/// A type that says what its values or the values of its fields mean where names and types do not
/// say it, above all their units, and which texts may be longer than others. The JSON Schemas for other
/// programs contain the descriptions.
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
  /// How many bytes of UTF-8 the texts of fields may have if they need more than 16,384, by the names of
  /// the fields in JSON. A type with a limit of a field that it does not have has no schema.
  ///
  /// ```swift
  /// public static var textLimits: [String: Int] { ["letter": 1 << 20] }
  /// ```
  static var textLimits: [String: Int] { get }
}

extension SchemaDescribing {
  /// Nil.
  public static var valueDescription: String? { nil }
  /// None.
  public static var fieldDescriptions: [String: String] { [:] }
  /// None.
  public static var textLimits: [String: Int] { [:] }
}

extension Schema {
  /// Checks that the descriptions and limits of a type are those of its fields.
  /// - Throws: `SchemaError.noSuchField` for a description or limit of another field.
  func checkFieldDescriptions(of type: any Decodable.Type) throws(SchemaError) {
    guard case .object(let name, let fields) = self, let type = type as? any SchemaDescribing.Type
    else { return }
    let known = fields.map(\.name)
    let named = Array(type.fieldDescriptions.keys) + type.textLimits.keys
    let unknown = named.filter { !known.contains($0) }.min()
    guard let unknown else { return }
    throw .noSuchField(unknown, type: name, nearest: known.nearest(to: unknown).first)
  }

  /// The schema with the descriptions and limits that a type has for its fields.
  func described(by type: any Decodable.Type) -> Schema {
    guard case .object(let name, let fields) = self, let type = type as? any SchemaDescribing.Type
    else { return self }
    let (descriptions, limits) = (type.fieldDescriptions, type.textLimits)
    return .object(
      name: name,
      fields.map { field in
        var field = field
        field.description = descriptions[field.name] ?? field.description
        field.textLimit = max(limits[field.name] ?? 0, field.textLimit)
        return field
      })
  }
}
