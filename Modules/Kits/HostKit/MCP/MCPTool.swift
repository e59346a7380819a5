import Channel
import Console
import Foundation
import Mediator
import ModuleManager
import Plugins

/// An action as a tool for MCP clients.
struct MCPTool: Sendable {
  let action: ActionDescriptor
  /// What the tool does.
  let description: String
  /// How to undo a call, if the module has an action `undo`; nil for an action that only reads.
  let undo: String?
  /// The command that calls the action; nil if there is none.
  let command: Command?
  /// The events after which the action may return something else: those of its module, and of all
  /// that this one requires.
  let events: [any Event.Type]
  /// Nil for a type that has no schema.
  let input: Schema?
  let output: Schema?

  /// The tools of some modules of an app, in the order of their names.
  /// - Parameter origin: Who calls them: assistants or plug-ins.
  static func all(
    of modules: [ModuleDescriptor], in app: CommandLineApp, for origin: Exposure = .assistants,
    where isIncluded: (ActionDescriptor) -> Bool = { _ in true }
  ) -> [MCPTool] {
    let commands = HostCommands(app)
    let tools = modules.flatMap { module -> [MCPTool] in
      let actions = module.manifest.answers.map(\.descriptor)
        .filter { $0.exposure.contains(origin) && isIncluded($0) }
      let undo = module.manifest.answers.first { $0.name == "undo" && $0.exposure != .native }
        .map { undo in
          actions.contains { $0.id == undo.id }
            ? "To undo it, call the tool '\(name(of: undo.descriptor))'."
            : "The person can undo it with '\(app.name) \(undo.target) \(undo.name)'."
        }
      let events = modules.events(of: module.manifest)
      return actions.map { action in
        let isUndoable = action.effect != .reads && action.name != "undo"
        return MCPTool(
          action, of: module, commands, undo: isUndoable ? undo : nil, events: events)
      }
    }
    return tools.sorted { $0.name < $1.name }
  }

  private init(
    _ action: ActionDescriptor, of module: ModuleDescriptor, _ commands: HostCommands,
    undo: String?, events: [any Event.Type]
  ) {
    command = commands.documented.first { $0.action?.id == action.id }
    self.action = action
    self.undo = undo
    self.events = events
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
      outputSchema: try output.map { try $0.within(outputMember(in: era)).json },
      annotations: ToolAnnotations(action.effect))
  }

  /// What clients read about the URLs of the tool; nil if links may not call its action.
  func resources(scheme: String) -> (resource: JSONValue?, template: JSONValue?) {
    guard let template = try? action.uriTemplate(scheme: scheme) else { return (nil, nil) }
    let common: [String: JSONValue] = [
      "name": .text(name), "description": .text(description), "mimeType": .text("application/json"),
    ]
    let fixed = template.prefix { $0 != "{" }
    let hasRequired = input?.fields.contains { !$0.isOptional } ?? false
    return (
      hasRequired ? nil : .object(common.merging(["uri": .text(String(fixed))]) { $1 }),
      template == fixed ? nil : .object(common.merging(["uriTemplate": .text(template)]) { $1 })
    )
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
  let annotations: ToolAnnotations
}

/// What a tool does, as the protocol says it. Without the last two, a tool counts as destructive.
struct ToolAnnotations: Codable, Sendable {
  let readOnlyHint: Bool
  /// Whether it changes or removes something that is there; nil for a tool that only reads.
  let destructiveHint: Bool?
  /// Whether the same call again has no more effect; nil for a tool that only reads.
  let idempotentHint: Bool?

  init(_ effect: Effect) {
    readOnlyHint = effect == .reads
    destructiveHint = readOnlyHint ? nil : effect != .adds
    idempotentHint = readOnlyHint ? nil : effect.isIdempotent
  }
}

extension [ModuleDescriptor] {
  fileprivate func events(of manifest: Manifest) -> [any Event.Type] {
    manifest.publishes
      + map(\.manifest).filter { manifest.requires.contains($0.name) }.flatMap { events(of: $0) }
  }
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
