import Channel
import Foundation
import Mediator

/// A JSON Schema as a `Schema`, with what it says about the fields of the outermost object. A
/// schema that is not valid or too long becomes `any`.
struct JSONSchemaDocument: Sendable {
  /// What a schema says about a field.
  struct Notes: Hashable, Sendable {
    /// The value without which the field is optional; nil if the schema names none.
    let defaultValue: JSONValue?
    /// The first example; nil if the schema has none.
    let example: JSONValue?
    /// The least number, and the greatest; nil if the schema names none.
    var minimum: JSONValue?
    var maximum: JSONValue?
  }

  /// The length in bytes of the longest text that is read.
  static let maximumLength = 1 << 16

  let schema: Schema
  /// The notes of the fields, by name.
  let notes: [String: Notes]

  /// Reads a JSON text.
  /// - Parameter use: Formats of texts are only required of inputs: for JSON Schema they are
  ///   annotations, and programs write dates in other forms than they say.
  init(_ text: String, for use: Schema.Use) {
    let json = Data(text.utf8)
    guard json.count <= Self.maximumLength, let members = JSONMembers(json) else {
      (schema, notes) = (.any, [:])
      return
    }
    var reader = JSONSchemaReader(json, for: use)
    schema = reader.schema()
    let properties = members["properties"].flatMap { JSONMembers($0) }
    notes = (properties?.names ?? []).reduce(into: [:]) { notes, name in
      notes[name] = properties?[name].flatMap { JSONMembers($0) }.map { Notes($0) }
    }
  }
}

extension JSONSchemaDocument.Notes {
  /// The numbers that are allowed, such as `at least 1 and at most 7`; nil for all.
  var limits: String? {
    let limits = [("at least", minimum), ("at most", maximum)].compactMap { words, limit in
      limit?.double.flatMap { _ in limit?.scalarText }.map { "\(words) \($0)" }
    }
    return limits.isEmpty ? nil : limits.joined(separator: " and ")
  }

  /// Whether a value is no number, or one that is allowed.
  func allow(_ value: JSONValue) -> Bool {
    guard let number = value.double else { return true }
    return number >= minimum?.double ?? number && number <= maximum?.double ?? number
  }

  fileprivate init(_ members: JSONMembers) {
    func value(_ json: Data?) -> JSONValue? {
      json.flatMap { try? JSON.decode(JSONValue.self, from: $0) }
    }
    func first(_ keyword: String) -> Data? { members[keyword].flatMap(JSONMembers.elements)?.first }
    (minimum, maximum) = (value(members["minimum"]), value(members["maximum"]))
    defaultValue = value(members["default"])
    example = value(first("examples") ?? members["const"] ?? first("enum"))
  }
}

extension JSONValue {
  /// A number; nil for everything else.
  fileprivate var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .null, .boolean, .text, .list, .object: nil
    }
  }
}
