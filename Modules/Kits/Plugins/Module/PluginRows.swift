import Foundation
import Mediator
import Scenes

/// What a plug-in adds to the rows of modules.
struct PluginRows: Sendable {
  let actions: [RowActionDescription]
  let details: [RowDetailDescription]

  init(_ manifest: PluginManifest, _ tools: [PluginAction]) {
    func tool(_ name: String) -> PluginAction? { tools.first { $0.tool.name == name } }
    actions = (manifest.actions ?? []).compactMap { declared in
      guard let tool = tool(declared.tool) else { return nil }
      let title = LocalizedText(verbatim: declared.label)
      var action = RowActionDescription(title, key: declared.key, on: declared.on) {
        scene, row, mediator in
        try await ToolCall(title, tool, through: mediator)
          .perform(in: scene, given: tool.schemas.arguments(declared.arguments, of: row))
      }
      action.id = "\(manifest.name)/\(declared.tool)/\(declared.label)"
      return action
    }
    details = (manifest.details ?? []).compactMap { declared in
      guard let tool = tool(declared.tool) else { return nil }
      return RowDetailDescription(
        LocalizedText(verbatim: declared.title), on: declared.on, id: { _ in "result" },
        layout: ToolResult.layout(tool.schemas.output)
      ) { row, mediator in
        let given = tool.schemas.arguments(declared.arguments, of: row)
        return [ToolResult(value: try await tool.output(of: given, through: mediator))]
      }
    }
  }
}

extension PluginRowAction {
  /// The key, or else the first letter of the label.
  fileprivate var key: Shortcut {
    let letter = label.lowercased().first { $0.isASCII && $0.isLetter }
    return .character(shortcut?.first ?? letter ?? "a")
  }
}

extension ToolSchemas {
  /// The arguments that a row gives. Members that it does not have are left out.
  /// - Parameter paths: The members of the row, by argument.
  func arguments(_ paths: [String: String]?, of row: JSONValue) -> [String: JSONValue] {
    (paths ?? [:]).reduce(into: [:]) { arguments, path in
      guard let value = row.member(at: path.value), value != .null else { return }
      let schema = input.fields.first { $0.name == path.key }?.schema
      let text = value.scalarText.map { JSONValue.text($0) }
      let fits = schema.map { (try? $0.validated(value)) != nil } ?? true
      arguments[path.key] = fits ? value : text ?? value
    }
  }
}

extension PluginAction {
  /// Calls the tool.
  func output(
    of arguments: [String: JSONValue], through mediator: Mediator
  ) async throws -> JSONValue {
    let input = try schemas.input.validated(.object(arguments))
    return try action.checkedOutput(try await mediator.perform(action, input))
  }
}
