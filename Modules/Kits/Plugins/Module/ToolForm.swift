import Foundation
import Mediator
import Scenes

/// The form for the arguments of a tool.
///
/// A list is typed with commas, and what no text expresses is typed as JSON.
struct ToolForm: Sendable {
  /// The fields of the form, in the order of the tool's schema.
  let schema: Schema
  /// The arguments that the person is not asked for.
  let given: [String: JSONValue]
  private let schemas: ToolSchemas
  private let asked: [Schema.Field]

  init(_ schemas: ToolSchemas, given: [String: JSONValue]) {
    self.schemas = schemas
    self.given = given
    asked = schemas.input.fields.filter { given[$0.name] == nil }
    schema = .object(name: "", asked.map { $0.inForm(schemas.notes[$0.name]) })
  }

  /// Whether a required argument is not given.
  var isRequired: Bool { asked.contains { !$0.isOptional } }

  /// The arguments of the tool, made of the texts of the form and those that are given.
  /// - Throws: `DecodingError` that names the field which is not accepted.
  func arguments(_ texts: Parameters) throws -> [String: JSONValue] {
    var members = given
    for field in asked {
      guard let text = texts[field.name]?.last else {
        if field.isOptional { continue }
        throw Self.error("a value is missing", of: field)
      }
      members[field.name] = try value(of: text, for: field)
    }
    _ = try schemas.input.validated(.object(members))
    if let (name, reason) = schemas.firstRefused(in: .object(members)),
      let field = asked.first(where: { $0.name == name })
    {
      throw Self.error(reason, of: field)
    }
    return members
  }

  private func value(of text: String, for field: Schema.Field) throws -> JSONValue {
    guard field.isTyped else {
      guard let json = try? JSON.decode(JSONValue.self, from: Data(text.utf8)) else {
        throw Self.error("expected JSON", of: field)
      }
      return json
    }
    var parameters = Parameters()
    let texts =
      field.isRepeated
      ? text.split(at: ",").map { $0.trimmingCharacters(in: .whitespaces) } : [text]
    for text in texts { parameters.append(text, for: field.name) }
    guard case .object(let members) = try parameters.value(as: .object(name: "", [field])) else {
      return .null
    }
    return members[field.name] ?? .list([])
  }

  private static func error(_ reason: String, of field: Schema.Field) -> DecodingError {
    .dataCorrupted(.init(codingPath: [FieldKey(field.name)], debugDescription: reason))
  }
}

/// The name of a field in an error.
private struct FieldKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

extension Schema.Field {
  /// Whether texts express the value.
  fileprivate var isTyped: Bool { (try? Schema.object(name: "", [self]).parameters()) != nil }

  /// The field as the form shows it.
  fileprivate func inForm(_ notes: JSONSchemaDocument.Notes?) -> Schema.Field {
    let form: LocalizedText? =
      !isTyped ? "as JSON" : isRepeated ? "several with commas between them" : nil
    let limits = notes?.limits.map { LocalizedText(verbatim: $0) }
    let parts = [description?.meaning ?? nil, limits, form].compactMap(\.self)
    let meaning =
      parts.isEmpty ? LocalizedText(verbatim: "\(schema)") : parts.joined(separator: "; ")
    let defaultText = notes?.defaultValue?.scalarText.map { LocalizedText(verbatim: $0) }
    return Schema.Field(
      name: name, schema: isTyped && !isRepeated ? schema : .text(nil), isOptional: isOptional,
      description: FieldDescription(meaning, default: defaultText))
  }
}
