import Channel
import Console
import Foundation
import Mediator

/// Reads a JSON Schema from the outside to the inside. A part that `Schema` cannot express becomes
/// `any`, and so do the parts beyond the limits.
///
/// Source: JSON Schema, draft 2020-12.
struct JSONSchemaReader {
  /// The levels that are read.
  private static let maximumDepth = 24
  /// The parts that are read: a definition may be used often.
  private static let maximumParts = 2000
  /// The characters that a text may have, whatever its schema says. A message is not longer.
  private static let maximumTextLength = 16 << 20
  private static let null = Data("null".utf8)

  private let use: Schema.Use
  /// The definitions by the references to them, such as `#/$defs/Day`. `#` is the whole.
  private let definitions: [String: Data]
  private let refersToWhole: Bool
  private var parts = 0
  private var depth = 0
  /// The references that are being read, with the names of their objects; nil for other schemas.
  private var open: [(reference: String, object: String?)] = []

  init(_ document: Data, for use: Schema.Use) {
    self.use = use
    var definitions = ["#": document]
    for keyword in ["$defs", "definitions"] {
      let members = JSONMembers(document)?[keyword].flatMap { JSONMembers($0) }
      for name in members?.names ?? [] { definitions["#/\(keyword)/\(name)"] = members?[name] }
    }
    self.definitions = definitions
    refersToWhole = document.range(of: Data("\"#\"".utf8)) != nil
  }

  /// The schema of the whole document.
  mutating func schema() -> Schema {
    guard let document = definitions["#"] else { return .any }
    guard refersToWhole else { return read(document) }
    let title = JSONMembers(document).map { Self.title(of: $0) }
    return read(document, as: "#", named: title ?? "")
  }

  private mutating func read(_ json: Data) -> Schema {
    parts += 1
    guard parts <= Self.maximumParts, depth < Self.maximumDepth, let members = JSONMembers(json)
    else { return .any }
    depth += 1
    defer { depth -= 1 }
    if let reference = members.text("$ref") { return read(reference: reference) }
    if let choices = members["enum"].flatMap(JSONMembers.elements) {
      return choice(of: choices, members)
    }
    if let constant = members["const"] { return choice(of: [constant], members) }
    // The fields of an input say more than which of them belong together.
    let hasFields = use == .input && members["properties"] != nil
    for keyword in ["anyOf", "oneOf"] where !hasFields {
      guard let list = members[keyword].flatMap(JSONMembers.elements) else { continue }
      return joined(list.map { Self.isNull($0) ? nil : read($0) })
    }
    if let list = members["allOf"].flatMap(JSONMembers.elements) {
      return list.count == 1 ? read(list[0]) : .any
    }
    guard let type = members["type"] else {
      return members["properties"] == nil
        ? .any : object(members, named: freeName(Self.title(of: members)))
    }
    let types = JSONMembers.elements(ofList: type) ?? [type]
    return joined(types.map { $0 == Data("\"null\"".utf8) ? nil : schema(ofType: $0, members) })
  }

  /// The fields of the outermost object, with their schemas; nil if it has none.
  var fields: JSONMembers? {
    definitions["#"].flatMap { constraints(of: $0) }?["properties"].flatMap { JSONMembers($0) }
  }

  /// The schema that limits the values of another one: where that is a reference, may also be null,
  /// or is one of a list, the schema that it names.
  func constraints(of schema: Data) -> JSONMembers? {
    var schema = schema
    for _ in 0..<Self.maximumDepth {
      guard let members = JSONMembers(schema) else { return nil }
      let alternatives = ["allOf", "anyOf", "oneOf"].lazy
        .compactMap { members[$0].flatMap(JSONMembers.elements) }.first?
        .filter { !Self.isNull($0) }
      if let reference = members.text("$ref"), let definition = definitions[reference] {
        schema = definition
      } else if let alternatives, alternatives.count == 1 {
        schema = alternatives[0]
      } else if let items = members["items"], members["properties"] == nil {
        schema = items
      } else {
        return members
      }
    }
    return nil
  }

  /// The values that a schema lists, as JSON; nil if it lists none.
  static func choices(of members: JSONMembers) -> [Data]? {
    if let values = members["enum"].flatMap(JSONMembers.elements) { return values }
    if let value = members["const"] { return [value] }
    let alternatives = ["anyOf", "oneOf"].lazy
      .compactMap { members[$0].flatMap(JSONMembers.elements) }.first
    let values = alternatives?.compactMap { JSONMembers($0)?["const"] }
    return values?.isEmpty == false && values?.count == alternatives?.count ? values : nil
  }

  /// Whether a schema allows nothing but null.
  private static func isNull(_ json: Data) -> Bool {
    guard let members = JSONMembers(json) else { return false }
    return members.text("type") == "null" || members["const"] == null
  }

  private mutating func schema(ofType type: Data, _ members: JSONMembers) -> Schema {
    switch String(decoding: type, as: UTF8.self) {
    case "\"boolean\"": .boolean
    case "\"integer\"": .integer
    case "\"number\"": .number
    case "\"string\"": .text(format(members))
    case "\"array\"": .list(members["items"].map { read($0) } ?? .any)
    case "\"object\"": object(members, named: freeName(Self.title(of: members)))
    case _: .any
    }
  }

  private func format(_ members: JSONMembers) -> Schema.Format? {
    guard use == .input else { return nil }
    if members.text("contentEncoding") == "base64" { return .base64 }
    return switch members.text("format") {
    case "date-time": .dateTime
    case "date": .date
    case "uri": .uri
    case "uuid": .uuid
    case "password": .password
    case _: nil
    }
  }

  /// The kinds of the values; those that are no texts are in the notes of a field.
  private func choice(of values: [Data], _ members: JSONMembers) -> Schema {
    joined(
      values.map { json in
        switch try? JSON.decode(JSONValue.self, from: json) {
        case .null?: nil
        case .boolean?: .boolean
        case .integer?: members.text("type") == "number" ? .number : .integer
        case .number?: .number
        case .text(let text)?: .choice([text])
        case .list?, .object?, nil: .any
        }
      })
  }

  /// - Parameter alternatives: Nil stands for null.
  private func joined(_ alternatives: [Schema?]) -> Schema {
    var schemas: [Schema] = []
    for case let schema? in alternatives where !schemas.contains(schema) {
      let other = schemas.firstIndex { if case .choice = $0 { true } else { false } }
      if case .choice(let choices) = schema, let other, case .choice(let others) = schemas[other] {
        schemas[other] = .choice(others + choices.filter { !others.contains($0) })
      } else {
        schemas.append(schema)
      }
    }
    if schemas.contains(.number) { schemas.removeAll { $0 == .integer } }
    guard let first = schemas.first, !schemas.contains(.any) else { return .any }
    let joined = schemas.count == 1 ? first : .anyOf(schemas)
    return alternatives.contains(nil) ? .nullable(joined) : joined
  }
}

// MARK: - Objects and references

extension JSONSchemaReader {
  private mutating func read(reference: String) -> Schema {
    if let known = open.last(where: { $0.reference == reference }) {
      return known.object.map { .recursive(name: $0) } ?? .any
    }
    guard let definition = definitions[reference] else { return .any }
    let name = reference.split(at: "/").last.map(String.init) ?? reference
    return read(definition, as: reference, named: name)
  }

  private mutating func read(_ json: Data, as reference: String, named name: String) -> Schema {
    guard let members = JSONMembers(json), Self.isObject(members) else {
      open.append((reference, nil))
      defer { open.removeLast() }
      return read(json)
    }
    parts += 1
    depth += 1
    let name = freeName(name)
    open.append((reference, name))
    defer {
      open.removeLast()
      depth -= 1
    }
    guard parts <= Self.maximumParts, depth <= Self.maximumDepth else { return .any }
    return object(members, named: name)
  }

  /// What a schema says about its values, in one line.
  private func description(_ json: Data) -> FieldDescription? {
    let text = JSONMembers(json)?.text("description")?.printable.truncated(to: 200)
    return text.flatMap { $0.isEmpty ? nil : FieldDescription(LocalizedText(verbatim: $0)) }
  }

  /// Whether the schema becomes an object with fields, to which `recursive` can refer.
  private static func isObject(_ members: JSONMembers) -> Bool {
    let others = ["$ref", "enum", "const", "anyOf", "oneOf", "allOf"]
    let isObject = members["type"] == nil || members.text("type") == "object"
    let fields = members["properties"].flatMap { JSONMembers($0) }?.names ?? []
    return isObject && !fields.isEmpty && others.allSatisfy { members[$0] == nil }
  }

  private static func title(of members: JSONMembers) -> String { members.text("title") ?? "object" }

  /// A name that no object has to which `recursive` may refer from here.
  private func freeName(_ name: String) -> String {
    var name = name.isEmpty ? "object" : name.printable.truncated(to: 60)
    while open.contains(where: { $0.object == name }) { name += "'" }
    return name
  }

  private mutating func object(_ members: JSONMembers, named name: String) -> Schema {
    let properties = members["properties"].flatMap { JSONMembers($0) }
    let additional = members["additionalProperties"]
    let isOpen = additional != Data("false".utf8)
    guard let properties, !properties.names.isEmpty else {
      // An input with an empty list of properties is one without fields.
      let isEmpty = !isOpen || (properties != nil && use == .input && additional == nil)
      return isEmpty ? .object(name: name, []) : .dictionary(additional.map { read($0) } ?? .any)
    }
    let required = members["required"].flatMap(JSONMembers.elements) ?? []
    let names = Set(required.compactMap { try? JSON.decode(String.self, from: $0) })
    let fields = properties.names.map { field in
      Schema.Field(
        name: field, schema: properties[field].map { read($0) } ?? .any,
        isOptional: !names.contains(field), description: properties[field].flatMap(description),
        textLimit: properties[field].flatMap(Self.textLimit) ?? Schema.Field.usualTextLimit)
    }
    return .object(name: name, fields)
  }

  /// How many bytes a text may have whose characters the schema limits; each has at most four.
  private static func textLimit(_ json: Data) -> Int? {
    JSONMembers(json)?["maxLength"].flatMap { try? JSON.decode(Int.self, from: $0) }
      .map { 4 * min($0, maximumTextLength) }
  }
}
