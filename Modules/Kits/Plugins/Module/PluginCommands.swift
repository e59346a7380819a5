import Console
import Foundation
import Mediator

/// The commands of a plug-in: one for each tool, which can also be called by the tool's own name.
struct PluginCommands: Sendable {
  let commands: [Command]

  init(plugin: String, _ actions: [PluginAction]) {
    commands = actions.flatMap { action in
      let isMain = action.tool.name == plugin
      let words = isMain ? plugin : "\(plugin) \(action.name.word)"
      let other = isMain ? action.name.word : action.name.otherWord
      return [Self.command(words, action, of: plugin)]
        + (other.map { [Self.command("\(plugin) \($0)", action, of: plugin).hidden] } ?? [])
    }
  }

  private static func command(
    _ words: String, _ action: PluginAction, of plugin: String
  ) -> Command {
    Command(
      words, action.tool.summary(of: plugin), action: action.action,
      usage: {
        let arguments = PluginArguments(action.schemas)
        return (arguments.all, arguments.example.map { [words + $0] } ?? [])
      },
      run: { invocation in
        let file = invocation.file(PluginArguments.output.field)
        if let file { try file.checkCreation() }
        let input = try PluginArguments(action.schemas).input(invocation, of: action.action, words)
        let output = try await ToolProgress.$report.withValue(
          { work, fraction in invocation.progress.show("\(words): \(work)", fraction) }
        ) {
          try action.action.checkedOutput(
            try await invocation.mediator.perform(action.action, input))
        }
        if let file { return try ToolFiles.save(output, to: file) }
        let schema = action.schemas.output
        return CommandResult(output) { PluginView(schema: schema).document(of: $0) }
      })
  }
}
