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
    /// The values that are allowed, of which some are no texts; nil for all.
    var choices: [JSONValue]?
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
    guard json.count <= Self.maximumLength, JSONMembers(json) != nil else {
      (schema, notes) = (.any, [:])
      return
    }
    var reader = JSONSchemaReader(json, for: use)
    schema = reader.schema()
    let properties = reader.fields
    notes = (properties?.names ?? []).reduce(into: [:]) { notes, name in
      guard let field = properties?[name], let members = JSONMembers(field) else { return }
      notes[name] = Notes(members, reader.constraints(of: field) ?? members)
    }
  }
}

extension JSONSchemaDocument.Notes {
  /// The values that are allowed, such as `at least 1 and at most 7`; nil for all.
  var limits: String? {
    if let choices { return "one of \(choices.compactMap(\.scalarText).joined(separator: ", "))" }
    let limits = [("at least", minimum), ("at most", maximum)].compactMap { words, limit in
      limit?.double.flatMap { _ in limit?.scalarText }.map { "\(words) \($0)" }
    }
    return limits.isEmpty ? nil : limits.joined(separator: " and ")
  }

  /// What was expected in place of a value, or of one of a list; nil if it is allowed.
  func reason(against value: JSONValue) -> String? {
    if case .list(let elements) = value {
      return elements.lazy.compactMap { reason(against: $0) }.first
    }
    guard let limits, !allow(value) else { return nil }
    return "expected \(limits), not '\(value.scalarText ?? "")'"
  }

  private func allow(_ value: JSONValue) -> Bool {
    if let choices { return value == .null || choices.contains(value) }
    return minimum.map { !value.isLess(than: $0) } ?? true
      && maximum.map { !$0.isLess(than: value) } ?? true
  }

  /// - Parameters:
  ///   - members: Those of the field's schema.
  ///   - constraints: Those of the schema of its values.
  fileprivate init(_ members: JSONMembers, _ constraints: JSONMembers) {
    func value(_ json: Data?) -> JSONValue? {
      json.flatMap { try? JSON.decode(JSONValue.self, from: $0) }
    }
    func first(_ keyword: String) -> Data? { members[keyword].flatMap(JSONMembers.elements)?.first }
    (minimum, maximum) = (value(constraints["minimum"]), value(constraints["maximum"]))
    defaultValue = value(members["default"])
    example = value(first("examples") ?? members["const"] ?? first("enum"))
    let values = JSONSchemaReader.choices(of: constraints)?.compactMap { value($0) } ?? []
    let isListed =
      values.contains { $0.isNumberOrFlag } && values.allSatisfy { $0.scalarText != nil }
    choices = isListed ? values.filter { $0 != .null } : nil
  }
}

extension JSONValue {
  /// A number; nil for everything else.
  var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .null, .boolean, .text, .list, .object: nil
    }
  }

  /// Whether both are numbers and this one is less. Whole numbers are compared exactly.
  fileprivate func isLess(than other: JSONValue) -> Bool {
    if case (.integer(let number), .integer(let other)) = (self, other) { return number < other }
    guard let number = double, let other = other.double else { return false }
    return number < other
  }

  fileprivate var isNumberOrFlag: Bool {
    switch self {
    case .integer, .number, .boolean: true
    case .null, .text, .list, .object: false
    }
  }
}
