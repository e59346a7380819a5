import Console
import Foundation
import Mediator
package import ModuleManager
import Scenes

extension PluginModule {
  /// Describes a plug-in as a module, from what the index says about it: nothing is read or
  /// started, and no schema is parsed.
  ///
  /// Call it once for each plug-in, because it creates actions, and once more whenever the plug-in
  /// has changed.
  /// - Parameter handover: What the module takes over from the one that it replaces.
  package static func descriptor(
    of plugin: InstalledPlugin, in environment: PluginEnvironment,
    after handover: PluginHandover = PluginHandover()
  ) -> ModuleDescriptor {
    let manifest = plugin.manifest
    let remote = Set(manifest.remote ?? [])
    let names = ToolNames(of: plugin)
    let actions = plugin.tools.map { tool in
      handover.action(
        of: tool, as: names[tool.name], of: manifest.name, isRemote: remote.contains(tool.name))
    }
    handover.leave(actions)
    let followed = (manifest.follows ?? [:]).sorted { $0.key < $1.key }
      .compactMap { event, tool -> (type: any Event.Type, action: PluginAction)? in
        guard let type = environment.events.first(where: { "\($0)" == event }),
          let action = actions.first(where: { $0.tool.name == tool })
        else { return nil }
        return (type, action)
      }
    return ModuleDescriptor(
      Manifest(
        name: manifest.name.moduleName, summary: manifest.summary,
        answers: actions.map(\.action), follows: followed.map(\.type),
        deadlines: environment.deadlines,
        restarts: RestartIntensity(maximum: 3, within: .seconds(60)),
        startRemedy: "see 'plugins log \(manifest.name)'"),
      findingContributions: { type in
        switch type {
        case is Command.Type: PluginCommands(plugin: manifest.name, actions).commands
        case is SceneDescription.Type: PluginScenes(manifest, actions).scenes
        case is WidgetDescription.Type:
          PluginScenes(manifest, actions).widgets(following: followed.map(\.type))
        case is RowActionDescription.Type: PluginRows(manifest, actions).actions
        case is RowDetailDescription.Type: PluginRows(manifest, actions).details
        case is Setting.Type: (manifest.settings ?? []).map(\.setting)
        case is WarningSource.Type:
          [WarningSource { _ in ToolNames(of: plugin).warnings }]
        default: []
        }
      },
      create: { context in
        PluginModule(
          plugin, actions, following: followed, in: environment, after: handover, context)
      })
  }
}
