import Channel
import Console
import Foundation
import Mediator
import ModuleManager
import Plugins

/// A remote action as a tool for MCP clients.
struct MCPTool: Sendable {
  let action: ActionDescriptor
  /// What the tool does.
  let description: String
  /// Nil for a type that has no schema.
  let input: Schema?
  let output: Schema?

  /// The tools of some modules of an app, in the order of their names.
  static func all(
    of modules: [ModuleDescriptor], in app: CommandLineApp,
    where isIncluded: (ActionDescriptor) -> Bool = { _ in true }
  ) -> [MCPTool] {
    let commands = HostCommands(app)
    let tools = modules.flatMap { module -> [MCPTool] in
      let actions = module.manifest.answers.map(\.descriptor)
        .filter { $0.exposure == .remote && isIncluded($0) }
      return actions.map { MCPTool($0, of: module, commands) }
    }
    return tools.sorted { $0.name < $1.name }
  }

  private init(_ action: ActionDescriptor, of module: ModuleDescriptor, _ commands: HostCommands) {
    let command = commands.documented.first { $0.action?.id == action.id }
    self.action = action
    description =
      action.summary ?? command?.summary
      ?? "The action '\(action.name)' of \(module.manifest.name): \(module.manifest.summary)"
    input = try? action.inputSchema
    output = try? action.outputSchema
  }

  /// Such as `catalogue_search`.
  var name: String { Self.name(of: action) }

  static func name(of action: ActionDescriptor) -> String { "\(action.target)_\(action.name)" }

  /// The name in the arguments of the tool, which are always an object, of an input that is none.
  var inputMember: String? { input?.isObject == false ? "input" : nil }

  /// The name in the structured content of an output that is no object; nil where it needs none.
  func outputMember(in era: MCPEra) -> String? {
    era == .legacy && output?.isObject == false ? "result" : nil
  }

  /// Checks that the schema of the tool has each argument; those of nested objects are not checked.
  /// - Throws: `MediatorError.badInput` naming the first argument that it does not have.
  func checkNames(of arguments: JSONMembers) throws(MediatorError) {
    // Without the fields of an object, any name is accepted.
    guard case .object(_, let fields)? = input?.within(inputMember),
      let name = arguments.names.first(where: { name in !fields.contains { $0.name == name } })
    else { return }
    throw .badInput(
      path: "\(action.target)/\(action.name)", field: name.shownName,
      reason: fields.reason(againstUnknown: name))
  }

  /// What clients of an era read about the tool.
  func definition(for era: MCPEra) throws -> ToolDefinition {
    ToolDefinition(
      name: name, description: description,
      inputSchema: try input.map { try described($0.within(inputMember)) }
        ?? .object(["type": .text("object")]),
      outputSchema: try output.map { try $0.within(outputMember(in: era)).json })
  }

  /// The JSON Schema of the input, with the kind of each value that nothing describes.
  private func described(_ schema: Schema) throws -> JSONValue {
    guard case .object(var members) = try schema.json,
      case .object(var properties)? = members["properties"]
    else { return try schema.json }
    for field in schema.fields {
      guard case .object(var property)? = properties[field.name] else { continue }
      if field.description == nil { property["description"] = .text("\(field.schema)") }
      properties[field.name] = .object(property)
    }
    members["properties"] = .object(properties)
    return .object(members)
  }
}

/// The definition of a tool, as the protocol names its parts.
struct ToolDefinition: Codable, Sendable {
  let name: String
  let description: String
  let inputSchema: JSONValue
  let outputSchema: JSONValue?
}

extension Schema {
  /// The schema of an object that contains the value under a name; nil for the value itself.
  fileprivate func within(_ member: String?) -> Schema {
    member.map { .object(name: $0, [Field($0, self)]) } ?? self
  }

  fileprivate var json: JSONValue {
    get throws { try JSON.decode(JSONValue.self, from: jsonSchema) }
  }
}
