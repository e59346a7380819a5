import Console
import HeadlineInterface
import Mediator
public import ModuleManager
import NetworkInterface
import Scenes

/// Lists headline items.
public struct HeadlineModule: Module {
  public static let manifest = Manifest(
    Headline.self, summary: "Lists headline items",
    requires: [Network.self], answers: [Headline.list])

  public static let contributions = Contributions(commands, settings, scenes)

  /// The command `headline`.
  static let commands: [Command] = [.listItems]

  /// The list of headline items.
  static let scenes = [
    SceneDescription("Headline", "list headline items") {
      try HeadlineScenes.list(page: 1, through: $0)
    }
  ]

  /// The setting `headline.url`.
  static let settings = [
    Setting(
      "url", "the address of the items (default: built-in examples)", default: "",
      accepts: .address)
  ]

  private struct HeadlineSettings: Decodable {
    let url: String?
  }

  private let manager: HeadlineManager

  /// Creates the module.
  /// - Throws: `DecodingError` when a setting has a value of the wrong type.
  public init(context: ModuleContext) throws {
    let url = try context.configuration.decode(HeadlineSettings.self).url ?? ""
    let api = HeadlineAPI(url: url.isEmpty ? nil : url, mediator: context.mediator)
    manager = HeadlineManager(api, context: context)
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Headline.list) { [manager] in try await manager.page($0) }
  }
}
