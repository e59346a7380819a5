import Channel
import Console
package import Foundation
package import Mediator

/// A question of a plug-in to the person: a message and the values that it wants, or none for yes
/// or no.
package struct PluginQuestion: Sendable {
  /// Asks the person, one question at a time; returns the values by the names of their fields, or
  /// nil if the person declines.
  package typealias Asker = @Sendable (PluginQuestion) async throws -> [String: JSONValue]?

  /// A value that the plug-in wants.
  package struct Field: Sendable {
    /// The name in the answer.
    package let name: String
    /// What the person reads before the value, such as `Name (optional): `.
    package let prompt: String
    /// Whether the value is yes or no.
    package var isFlag: Bool { schema == .boolean || schema == .nullable(.boolean) }
    private let schema: Schema
    private let notes: JSONSchemaDocument.Notes?
    private let isOptional: Bool
    private let secrets: [String]
  }

  /// The most fields of a question.
  private static let maximumFields = 32

  /// The name of the plug-in.
  package let plugin: String
  /// What it asks, printable.
  package let message: String
  /// The values that it wants, in their order.
  package let fields: [Field]

  /// Reads the parameters of `elicitation/create`.
  /// - Parameter secrets: Texts that the question does not show.
  /// - Returns: nil for a question that is none for a form of texts, numbers, choices and flags.
  package init?(_ parameters: Data, of plugin: String, hiding secrets: [String] = []) {
    guard let members = JSONMembers(parameters), ["form", nil].contains(members.text("mode")),
      let message = members.text("message")
    else { return nil }
    let schema = members["requestedSchema"] ?? Data("{}".utf8)
    let document = JSONSchemaDocument(String(decoding: schema, as: UTF8.self), for: .input)
    let fields = document.schema.fields
    let names = JSONMembers(schema)?["properties"].flatMap { JSONMembers($0) }?.names ?? []
    guard fields.count == names.count, fields.count <= Self.maximumFields,
      fields.allSatisfy(\.schema.isAnswer)
    else { return nil }
    self.plugin = plugin
    self.message = message.printable.hiding(secrets).quotedFromPlugin
    let properties = JSONMembers(schema)?["properties"].flatMap { JSONMembers($0) }
    self.fields = fields.map { field in
      let property = properties?[field.name].flatMap { JSONMembers($0) }
      return Field(
        field, document.notes[field.name], title: property?.text("title"), hiding: secrets)
    }
  }
}

extension PluginQuestion.Field {
  fileprivate init(
    _ field: Schema.Field, _ notes: JSONSchemaDocument.Notes?, title: String?,
    hiding secrets: [String]
  ) {
    name = field.name
    self.secrets = secrets
    schema = field.schema
    self.notes = notes
    isOptional = field.isOptional
    let kind = schema == .boolean ? "yes or no" : "\(field.hint())"
    let defaultValue = notes?.defaultValue?.scalarText.map { "default \($0)" }
    let details = [kind, notes?.limits, defaultValue ?? (isOptional ? "optional" : nil)]
    let shown = details.compactMap(\.self).joined(separator: "; ")
    prompt =
      "\((title ?? name).printable.hiding(secrets).quotedFromPlugin) (\(shown.hiding(secrets))): "
      .quotedFromPlugin
  }

  /// The value of a line that a person has typed; nil if the line is empty and the field may be
  /// left out.
  /// - Throws: `PluginQuestionError` saying what was expected.
  package func value(of line: String) throws(PluginQuestionError) -> JSONValue? {
    let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
    if line.isEmpty {
      if let value = notes?.defaultValue, value != .null { return value }
      if isOptional { return nil }
      throw PluginQuestionError(reason: "a value is missing")
    }
    let value = schema.answer(line)
    do throws(DecodingError) { _ = try schema.validated(value) } catch {
      let reason =
        if isFlag {
          "expected yes or no, not '\(line)'"
        } else if schema.isNumber {
          "expected \(schema), not '\(line)'"
        } else {
          error.problem.reason
        }
      throw PluginQuestionError(reason: reason.hiding(secrets))
    }
    guard let reason = notes?.reason(against: value) else { return value }
    throw PluginQuestionError(reason: reason.hiding(secrets))
  }
}

/// What is wrong with an answer to a question.
package struct PluginQuestionError: Error, Hashable {
  /// What was expected.
  package let reason: String

  package init(reason: String) { self.reason = reason }
}

extension Schema {
  /// Whether a person can type a value in a line.
  fileprivate var isAnswer: Bool {
    switch self {
    case .boolean, .integer, .number, .text, .choice: true
    case .list(.choice): true
    case .nullable(let schema): schema.isAnswer
    case .any, .list, .dictionary, .object, .recursive, .anyOf: false
    }
  }

  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .number: true
    case .nullable(let schema): schema.isNumber
    case .any, .boolean, .text, .choice, .list, .dictionary, .object, .recursive, .anyOf: false
    }
  }

  /// The value that a line means; the line itself if it means none.
  fileprivate func answer(_ line: String) -> JSONValue {
    switch self {
    case .boolean:
      switch line.lowercased() {
      case "y", "yes", "true": .boolean(true)
      case "n", "no", "false": .boolean(false)
      case _: .text(line)
      }
    case .integer, .number: JSONValue(number: line) ?? .text(line)
    case .list:
      .list(line.split(at: ",").map { .text($0.trimmingCharacters(in: .whitespaces)) })
    case .nullable(let schema): schema.answer(line)
    case .any, .text, .choice, .dictionary, .object, .recursive, .anyOf: .text(line)
    }
  }
}

extension JSONValue {
  /// The number of a line; nil for none, or one that is not finite. A whole one stays exact.
  fileprivate init?(number line: String) {
    if let integer = Int(line) {
      self = .integer(integer)
    } else if let number = Double(line), number.isFinite {
      self = Int(exactly: number).map(JSONValue.integer) ?? .number(number)
    } else {
      return nil
    }
  }
}
