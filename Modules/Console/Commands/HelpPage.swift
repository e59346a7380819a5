import Foundation
import Mediator

/// What a program is told about a command.
public struct HelpPage: Encodable, Sendable {
  struct Entry: Encodable, Sendable {
    let name: String
    let kind: String
    let summary: String
    let isOptional: Bool
  }

  let command: String
  let summary: String
  let arguments: [Entry]
  let examples: [String]
  /// The JSON Schema of the answer; nil where it is known for no type.
  let answer: JSONTree?

  init(_ command: Command) throws {
    self.command = command.name
    summary = command.summary
    arguments = (command.arguments + command.derivedOptions).map {
      Entry(
        name: $0.typed, kind: "\($0.kind)", summary: command.meaning(of: $0),
        isOptional: $0.isOptional)
    }
    examples = command.examples
    let schema = try (try? command.answerShape)?.schema
    answer = try schema.map { try JSONDecoder().decode(JSONTree.self, from: $0) }
  }
}

extension Shape {
  /// The fields of the object, or of each object in the list.
  var fieldsOfOne: [Field] {
    if case .list(let element) = self { element.fields } else { fields }
  }
}
