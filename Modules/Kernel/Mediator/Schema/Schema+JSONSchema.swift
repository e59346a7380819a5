public import Foundation

extension Schema.Field {
  fileprivate var keywords: [String: JSONValue] {
    var keywords = schema.keywords
    keywords["description"] = description.map { .text("\($0.text)") }
    keywords["examples"] = description?.example.map { .list([schema.example($0)]) }
    return keywords
  }
}

extension Schema {
  /// A text of a command line as a value that fits the schema.
  fileprivate func example(_ text: String) -> JSONValue {
    switch self {
    case .integer: Int(text).map { .integer($0) } ?? .text(text)
    case .number: Double(text).map { .number($0) } ?? .text(text)
    case .boolean: .boolean(text == "true")
    case .list(let element): .list([element.example(text)])
    case .nullable(let schema): schema.example(text)
    case .any, .text, .choice, .dictionary, .object, .recursive, .anyOf: .text(text)
    }
  }

  /// The schema as JSON Schema, with keys in alphabetical order.
  ///
  /// Formats that JSON Schema does not define are left out, because some programs refuse a schema
  /// with an unknown one.
  ///
  /// Source: JSON Schema, draft 2020-12.
  public var jsonSchema: Data {
    get throws {
      var members = keywords
      members["$schema"] = .text("https://json-schema.org/draft/2020-12/schema")
      let objects = self.objects.filter { contains(.recursive(name: $0.key)) }
      if !objects.isEmpty { members["$defs"] = .object(objects.mapValues { .object($0.keywords) }) }
      return try JSON.encode(JSONValue.object(members))
    }
  }

  fileprivate var keywords: [String: JSONValue] {
    switch self {
    case .any: [:]
    case .boolean: ["type": .text("boolean")]
    case .integer: ["type": .text("integer")]
    case .number: ["type": .text("number")]
    case .text(.base64): ["type": .text("string"), "contentEncoding": .text("base64")]
    case .text(let format?) where format.isStandard:
      ["type": .text("string"), "format": .text(format.rawValue)]
    case .text: ["type": .text("string")]
    case .choice(let choices):
      ["type": .text("string"), "enum": .list(choices.map(JSONValue.text))]
    case .list(let element): ["type": .text("array"), "items": .object(element.keywords)]
    case .dictionary(let value):
      ["type": .text("object"), "additionalProperties": .object(value.keywords)]
    case .object(let name, let fields):
      [
        "type": .text("object"), "title": .text(name),
        "properties": .object(
          fields.reduce(into: [:]) { $0[$1.name] = .object($1.keywords) }),
        "required": .list(fields.filter { !$0.isOptional }.map { .text($0.name) }),
      ]
    case .recursive(let name): ["$ref": .text("#/$defs/\(name)")]
    case .anyOf(let schemas): ["anyOf": .list(schemas.map { .object($0.keywords) })]
    case .nullable(.anyOf(let schemas)):
      ["anyOf": .list(schemas.map { .object($0.keywords) } + [Self.null])]
    case .nullable(let schema): ["anyOf": .list([.object(schema.keywords), Self.null])]
    }
  }

  private static let null = JSONValue.object(["type": .text("null")])

  private var parts: [Schema] {
    switch self {
    case .list(let part), .dictionary(let part), .nullable(let part): [part]
    case .anyOf(let parts): parts
    case .object(_, let fields): fields.map(\.schema)
    case .any, .boolean, .integer, .number, .text, .choice, .recursive: []
    }
  }

  private func contains(_ schema: Schema) -> Bool {
    self == schema || parts.contains { $0.contains(schema) }
  }

  /// This object and all objects within it, by name.
  private var objects: [String: Schema] {
    let own: [String: Schema] = if case .object(let name, _) = self { [name: self] } else { [:] }
    return parts.reduce(own) { found, part in found.merging(part.objects) { first, _ in first } }
  }
}

extension Schema.Format {
  /// Whether JSON Schema defines the format.
  fileprivate var isStandard: Bool {
    switch self {
    case .dateTime, .uri, .uuid, .date: true
    case .base64, .day, .timeOfDay, .money, .password: false
    }
  }
}

extension Schema {
  /// Whether all values are objects.
  package var isObject: Bool {
    switch self {
    case .object, .dictionary: true
    case .any, .boolean, .integer, .number, .text, .choice, .list, .recursive, .anyOf, .nullable:
      false
    }
  }
}
