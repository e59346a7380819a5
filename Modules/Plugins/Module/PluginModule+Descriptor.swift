import Console
import Foundation
import Mediator
package import ModuleManager
import Scenes

extension PluginModule {
  /// Describes a plug-in as a module, from what the index says about it: nothing is read or started,
  /// and no schema is parsed.
  ///
  /// Call it once for each plug-in, because it creates actions.
  package static func descriptor(
    of plugin: InstalledPlugin, in environment: PluginEnvironment
  ) -> ModuleDescriptor {
    let manifest = plugin.manifest
    let remote = Set(manifest.remote ?? [])
    let actions = plugin.tools.filter(\.name.isToolName).map { tool in
      PluginAction(tool, of: manifest.name, remote.contains(tool.name) ? .remote : .local)
    }
    let followed = (manifest.follows ?? [:]).sorted { $0.key < $1.key }
      .compactMap { event, tool -> (type: any Event.Type, action: PluginAction)? in
        guard let type = environment.events.first(where: { "\($0)" == event }),
          let action = actions.first(where: { $0.tool.name == tool })
        else { return nil }
        return (type, action)
      }
    let events = environment.events
    return ModuleDescriptor(
      Manifest(
        name: manifest.name.moduleName, summary: manifest.summary,
        answers: actions.map(\.action), follows: followed.map(\.type),
        deadlines: environment.deadlines,
        restarts: RestartIntensity(maximum: 3, within: .seconds(60))),
      findingContributions: { type in
        switch type {
        case is Command.Type: PluginCommands(plugin: manifest.name, actions).commands
        case is SceneDescription.Type: PluginScenes(manifest, actions).scenes
        case is WarningSource.Type:
          [WarningSource { _ in warnings(about: plugin, events: events) }]
        default: []
        }
      },
      create: { context in
        PluginModule(plugin, actions, following: followed, in: environment, context)
      })
  }

  /// What the plug-in says that cannot be used.
  static func warnings(about plugin: InstalledPlugin, events: [any Event.Type]) -> [String] {
    let manifest = plugin.manifest
    let names = plugin.tools.map(\.name)
    let unusable = names.filter { !$0.isToolName }.map {
      "the tool '\($0.quotedFromPlugin)' of the plug-in '\(manifest.name)' cannot be called; "
        + "its author must choose a name of letters, digits, '-' and '_'"
    }
    let missing = manifest.namedTools.filter { !names.contains($0.tool) }.map { tool, key in
      "'\(key)' of the plug-in '\(manifest.name)' names the tool '\(tool)', which it does not have"
        + names.nearest(to: tool).first.suggestion(or: "correct plugin.json")
    }
    let known = events.map { "\($0)" }
    let unknown = (manifest.follows ?? [:]).keys.sorted().filter { !known.contains($0) }.map {
      "the plug-in '\(manifest.name)' follows '\($0)', which no module publishes"
        + known.nearest(to: $0).first.suggestion(or: "correct plugin.json")
    }
    return unusable + missing + unknown
  }
}
