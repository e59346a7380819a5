public import Foundation
import Mediator

/// Compares JSON with a JSON Schema.
///
/// It knows the keywords that `Schema.jsonSchema` writes. It is stricter than JSON Schema: a field
/// that the schema does not name is a difference, because no program could know it.
///
/// ```swift
/// let check = try JSONSchemaCheck(try #require(command.outputSchema).jsonSchema)
/// #expect(try check.differences(in: Data(result.output.utf8)) == [])
/// ```
public struct JSONSchemaCheck: Sendable {
  private let root: JSONValue
  private let definitions: [String: JSONValue]

  /// Creates a check from a JSON Schema.
  /// - Throws: `DecodingError` when the schema is not JSON.
  public init(_ schema: Data) throws {
    root = try JSON.decode(JSONValue.self, from: schema)
    definitions = root.members["$defs"]?.members ?? [:]
  }

  /// Every difference between a value and the schema in one sentence, with the field; of several
  /// alternatives, those of the nearest one.
  /// - Throws: `DecodingError` when the value is not JSON.
  public func differences(in json: Data) throws -> [String] {
    differences(try JSON.decode(JSONValue.self, from: json), root, at: "$")
  }

  private func differences(_ value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
    let keywords = schema.members
    if let name = keywords["$ref"]?.string?.split(at: "/").last {
      guard let definition = definitions[String(name)] else { return ["\(path): no '\(name)'"] }
      return differences(value, definition, at: path)
    }
    if let alternatives = keywords["anyOf"]?.elements {
      return alternatives.map { differences(value, $0, at: path) }
        .min { $0.count < $1.count } ?? []
    }
    guard let type = keywords["type"]?.string else { return [] }
    switch (type, value) {
    case ("null", .null), ("boolean", .boolean), ("integer", .integer), ("number", .integer),
      ("number", .number):
      return []
    case ("string", .text(let text)):
      guard let choices = keywords["enum"]?.elements, !choices.contains(value) else { return [] }
      let names = choices.compactMap(\.string).joined(separator: ", ")
      return ["\(path): expected one of \(names), not '\(text)'"]
    case ("array", .list(let elements)):
      guard let schema = keywords["items"] else { return [] }
      return elements.enumerated().flatMap { index, element in
        differences(element, schema, at: "\(path)[\(index)]")
      }
    case ("object", .object(let members)): return differences(members, keywords, at: path)
    default: return ["\(path): expected \(type), not \(value.kind)"]
    }
  }

  private func differences(
    _ members: [String: JSONValue], _ keywords: [String: JSONValue], at path: String
  ) -> [String] {
    let properties = keywords["properties"]?.members ?? [:]
    let required = keywords["required"]?.elements.compactMap(\.string) ?? []
    let missing = required.filter { members[$0] == nil }.map { "\(path).\($0): it is missing" }
    let found = members.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
      guard let schema = properties[name] ?? keywords["additionalProperties"] else {
        return ["\(path).\(name): the schema does not name it"]
      }
      return differences(value, schema, at: "\(path).\(name)")
    }
    return missing + found
  }
}

extension JSONValue {
  fileprivate var members: [String: JSONValue] {
    if case .object(let all) = self { all } else { [:] }
  }
  fileprivate var elements: [JSONValue] { if case .list(let all) = self { all } else { [] } }
  fileprivate var string: String? { if case .text(let text) = self { text } else { nil } }
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): "'\(text)'"
    case .list: "a list"
    case .object: "an object"
    }
  }
}
