public import Console
public import ListScene
import Mediator
public import ModuleManager
import NetworkInterface
import TemplateInterface

/// Lists the template items.
public struct TemplateModule: CommandModule, ConfigurableModule, SceneModule {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    Template.self, summary: "lists the template items",
    requires: [Network.self], answers: [Template.list])

  /// `template`.
  public static let commands: [Command] = [.listItems]

  /// The list of template items.
  public static let scenes = [
    SceneDescription("Template", "list the template items") {
      try TemplateScene.list(page: 1, through: $0)
    }
  ]

  /// `url`.
  public static let settings = [
    Setting("url", "the address that the items come from; a sample unless given", default: "")
  ]

  private struct Settings: Decodable {
    let url: String?
  }

  private let manager: TemplateManager

  /// Creates the module.
  /// - Throws: `DecodingError` when a setting does not fit.
  public init(context: ModuleContext) throws {
    let url = try context.configuration.decode(Settings.self).url ?? ""
    let api = TemplateAPI(url: url.isEmpty ? nil : url, mediator: context.mediator)
    manager = TemplateManager(api, context: context)
  }

  /// Binds `Template.list`.
  public func connect(_ connection: Connection) {
    connection.answer(Template.list) { [manager] in try await manager.page($0) }
  }
}
