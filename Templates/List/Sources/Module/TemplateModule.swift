import Console
import Mediator
public import ModuleManager
import NetworkInterface
import Scenes
import TemplateInterface

/// Lists template items.
public struct TemplateModule: Module {
  public static let manifest = Manifest(
    Template.self, summary: "Lists template items",
    requires: [Network.self], answers: [Template.list])

  public static let contributions = Contributions(commands, settings, scenes)

  /// The command `template`.
  static let commands: [Command] = [.listItems]

  /// The list of template items.
  static let scenes = [
    SceneDescription("Template", "list template items") {
      try TemplateScenes.list(page: 1, through: $0)
    }
  ]

  /// The setting `template.url`.
  static let settings = [
    Setting(
      "url", "the address of the items (default: built-in examples)", default: "",
      accepts: .address)
  ]

  private struct TemplateSettings: Decodable {
    let url: String?
  }

  private let manager: TemplateManager

  /// Creates the module.
  /// - Throws: `DecodingError` when a setting has a value of the wrong type.
  public init(context: ModuleContext) throws {
    let url = try context.configuration.decode(TemplateSettings.self).url ?? ""
    let api = TemplateAPI(url: url.isEmpty ? nil : url, mediator: context.mediator)
    manager = TemplateManager(api, context: context)
  }

  public func connect(_ connection: Connection) {
    connection.answer(Template.list) { [manager] in try await manager.page($0) }
  }
}
