import Channel
import Console
import Foundation
import Mediator
import Platform
import Plugins

/// The prompts of some tools. They are made when a client first asks for them.
///
/// Source: Model Context Protocol, revisions 2026-07-28 and 2025-11-25, "Prompts".
final class MCPPrompts: Sendable {
  private let app: CommandLineApp
  private let tools: [MCPTool]
  private let made = Lock<[MCPPrompt]?>(nil)

  init(_ app: CommandLineApp, _ tools: [MCPTool]) {
    self.app = app
    self.tools = tools
  }

  private var prompts: [MCPPrompt] {
    made.withLock { made in
      if let made { return made }
      let commands = HostCommands(app)
      let parser = CommandParser(commands: commands.documented, globals: commands.globals)
      let prompts = tools.compactMap { MCPPrompt($0, parser) }
      made = prompts
      return prompts
    }
  }

  /// What clients read about the prompts.
  var definitions: [JSONValue] { prompts.map(\.definition) }

  /// The members of the result of `prompts/get`.
  /// - Throws: `ChannelError.remote` naming the prompt or the argument that is missing or unknown.
  func result(of parameters: JSONMembers) throws -> [String: JSONValue] {
    guard let name = parameters.text("name") else {
      throw ChannelError.invalid("expected a text as 'name'")
    }
    guard let prompt = prompts.first(where: { $0.tool.name == name }) else {
      let nearest = prompts.map(\.tool.name).nearest(to: name).first
      throw ChannelError.invalid(
        "no prompt '\(name.shownName)'\(nearest.suggestion(or: "see 'prompts/list'"))")
    }
    guard let arguments = JSONMembers(parameters.value("arguments") ?? Data("{}".utf8)) else {
      throw ChannelError.invalid("expected an object with each name once as 'arguments'")
    }
    return [
      "description": .text(prompt.summary),
      "messages": .list([
        .object([
          "role": .text("user"),
          "content": .object([
            "type": .text("text"), "text": .text(try prompt.message(with: arguments)),
          ]),
        ])
      ]),
    ]
  }
}

/// A text that asks to call a tool, as the first example with parameters of its command does.
private struct MCPPrompt: Sendable {
  /// An argument of the tool.
  struct Argument: Sendable {
    let field: Schema.Field
    /// Its value in the example; nil if the example does not give it.
    let example: String?

    var definition: JSONValue {
      let hint = "\(field.hint())"
      let example = hint.contains("such as") ? nil : example ?? field.description?.example
      return .object([
        "name": .text(field.name),
        "description": .text(hint + (example.map { ", such as \($0)" } ?? "")),
        "required": .boolean(!field.isOptional),
      ])
    }
  }

  let tool: MCPTool
  let summary: String
  private let arguments: [Argument]

  /// Nil for a tool without such an example.
  init?(_ tool: MCPTool, _ parser: CommandParser) {
    guard let command = tool.command, let fields = tool.input?.fields else { return nil }
    let examples = command.examples.lazy.compactMap { line -> [String: [String]]? in
      guard let parsed = try? parser.parse(ShellLine(line).words),
        case .run(let called) = parsed.request, called.words == command.words
      else { return nil }
      let values = parsed.parameters.values
      return fields.contains { values[$0.name] != nil } ? values : nil
    }
    guard let example = examples.first else { return nil }
    self.tool = tool
    summary = command.summary
    arguments = fields.filter { !$0.isOptional || example[$0.name] != nil }.map {
      Argument(field: $0, example: example[$0.name]?.joined(separator: ", "))
    }
  }

  var definition: JSONValue {
    .object([
      "name": .text(tool.name), "title": .text(summary), "description": .text(summary),
      "arguments": .list(arguments.map(\.definition)),
    ])
  }

  /// The text with the values of a client; with those of the example if the client gives none and
  /// none is required. An empty value is none.
  func message(with values: JSONMembers) throws -> String {
    let fields = arguments.map(\.field)
    for name in values.names where !fields.contains(where: { $0.name == name }) {
      throw ChannelError.invalid("'\(name.shownName)': \(fields.reason(againstUnknown: name))")
    }
    var given: [(name: String, value: String)] = []
    for field in fields {
      guard let value = values[field.name].map({ _ in values.text(field.name) }) ?? "" else {
        throw ChannelError.invalid("'\(field.name)': expected a text")
      }
      guard value.isEmpty else {
        given.append((field.name, value))
        continue
      }
      guard field.isOptional else {
        throw ChannelError.invalid(
          "the prompt '\(tool.name)' needs '\(field.name)': \(field.hint())")
      }
    }
    if given.isEmpty {
      given = arguments.compactMap { argument in argument.example.map { (argument.field.name, $0) }
      }
    }
    let lines = given.map { "- \($0.name): \($0.value)" }
    return (["\(summary). Call the tool '\(tool.name)' with these arguments:"] + lines)
      .joined(separator: "\n")
  }
}
