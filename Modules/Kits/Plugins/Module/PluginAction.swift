import Console
import Foundation
import Mediator
import Synchronization

/// A tool of a plug-in as an action of the app. Its schemas are read when they are first needed.
struct PluginAction: Sendable {
  let tool: PluginTool
  let name: ToolNames.Name
  /// Whether the person has trusted the tool to read only, so that all may call it.
  let isRemote: Bool
  let action: Action<JSONValue, JSONValue>
  private let lazySchemas: LazyToolSchemas

  /// - Parameters:
  ///   - name: What the app calls the tool.
  ///   - plugin: The name of the plug-in, which is the target of the action.
  init(_ tool: PluginTool, as name: ToolNames.Name, of plugin: String, isRemote: Bool) {
    let schemas = LazyToolSchemas(tool)
    self.tool = tool
    self.name = name
    self.isRemote = isRemote
    lazySchemas = schemas
    action = Action(
      target: plugin, name: name.action, isRemote ? .reads : .changes, isRemote ? .remote : .local,
      summary: tool.summary(of: plugin),
      input: schemas.value.input, output: schemas.value.output)
  }

  /// What the tool expects and returns.
  var schemas: ToolSchemas { lazySchemas.value }
}

extension PluginTool {
  /// What the tool does, in a line without a full stop.
  package func summary(of plugin: String) -> String {
    let first = description.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    guard !first.isEmpty else {
      return "Call '\(name.quotedFromPlugin)' of the plug-in '\(plugin)'"
    }
    return (first.hasSuffix(".") ? String(first.dropLast()) : first).shortened(to: 120)
  }
}

extension PluginTool {
  /// The fields of the objects that the tool lists; nil if its schema does not tell them.
  package var listedFields: [String]? {
    let output = ToolSchemas(self).output
    // An object may contain the list.
    let lists = ([output] + output.fields.map(\.schema)).filter(\.isListOfObjects)
    let fields = lists.count == 1 ? lists[0].element.fieldNames : []
    return fields.isEmpty ? nil : fields
  }
}

extension PluginTool {
  /// The names of the arguments; nil if the schema does not tell them.
  package var argumentNames: [String]? {
    let input = ToolSchemas(self).input
    return input.fields.isEmpty ? nil : input.fieldNames
  }

  /// The names of the arguments without which the tool cannot be called.
  package var requiredArguments: [String] {
    ToolSchemas(self).input.fields.filter { !$0.isOptional }.map(\.name)
  }
}

/// What a tool expects and returns, as its JSON Schemas say.
final class ToolSchemas: Sendable {
  /// An object or a dictionary: the arguments of a tool are always named.
  let input: Schema
  /// What the schema of the input says about its fields, besides their schemas.
  let notes: [String: JSONSchemaDocument.Notes]
  let output: Schema
  /// Whether the plug-in returns the output within an object, as its only member: servers do so
  /// with everything that is no object, because older revisions of the protocol demand it.
  let isWrapped: Bool

  private static let wrapper = "result"

  init(_ tool: PluginTool) {
    let document = JSONSchemaDocument(tool.inputSchema, for: .input)
    notes = document.notes
    input = document.schema.isObject ? document.schema : .dictionary(.any)
    let whole = tool.outputSchema.map { JSONSchemaDocument($0, for: .output).schema } ?? .any
    if case .object(_, let fields) = whole, fields.count == 1, fields[0].name == Self.wrapper,
      !fields[0].schema.isObject, tool.outputSchema?.contains("\"#\"") == false
    {
      (output, isWrapped) = (fields[0].schema, true)
    } else {
      (output, isWrapped) = (whole, false)
    }
  }

  /// The first of the arguments that is not allowed for a reason that `input` does not contain: a
  /// number beyond its limits, or none of those that are listed.
  func firstRefused(in arguments: JSONValue) -> (field: String, reason: String)? {
    guard case .object(let members) = arguments else { return nil }
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      if let reason = notes[name]?.reason(against: value) { return (name, reason) }
    }
    return nil
  }

  /// Checks the limits of the arguments.
  /// - Parameter path: The path of the action.
  /// - Throws: `MediatorError.badInput` for the first argument that is not allowed.
  func checkLimits(of arguments: JSONValue, for path: String) throws(MediatorError) {
    guard let (field, reason) = firstRefused(in: arguments) else { return }
    throw .badInput(path: path, field: field, reason: reason)
  }

  /// The output in the answer of the plug-in.
  func output(of result: MCPToolResult) -> JSONValue {
    let answer = result.value(keepingContent: output == .any)
    guard isWrapped, case .object(let members) = answer, let output = members[Self.wrapper] else {
      return answer
    }
    return output
  }
}

/// Reads the schemas when they are first needed.
private final class LazyToolSchemas: Sendable {
  private let tool: PluginTool
  private let made = AtomicLazyReference<ToolSchemas>()

  init(_ tool: PluginTool) {
    self.tool = tool
  }

  var value: ToolSchemas { made.load() ?? made.storeIfNil(ToolSchemas(tool)) }
}

extension Schema {
  /// Whether all values are lists of objects.
  var isListOfObjects: Bool {
    if case .list(let element) = self { element.isObject } else { false }
  }
}
