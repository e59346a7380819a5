public import Console
public import ListScene
import Mediator
public import ModuleManager
import NetworkInterface
import NewsInterface

/// Tells of the notices about the service.
public struct NewsModule: CommandModule, ConfigurableModule, SceneModule {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    News.self, summary: "tells of notices about the service",
    requires: [Network.self], answers: [News.list])

  /// `news`.
  public static let commands: [Command] = [.listItems]

  /// The list of notices.
  public static let scenes = [
    SceneDescription("News", "read the notices about the service") {
      try NewsScene.list(page: 1, through: $0)
    }
  ]

  /// `url`.
  public static let settings = [
    Setting("url", "the address that the notices come from; a sample unless given", default: "")
  ]

  private struct Settings: Decodable {
    let url: String?
  }

  private let manager: NewsManager

  /// Creates the module.
  /// - Throws: `DecodingError` when a setting does not fit.
  public init(context: ModuleContext) throws {
    let url = try context.configuration.decode(Settings.self).url ?? ""
    let api = NewsAPI(url: url.isEmpty ? nil : url, mediator: context.mediator)
    manager = NewsManager(api, context: context)
  }

  /// Binds `News.list`.
  public func connect(_ connection: Connection) {
    connection.answer(News.list) { [manager] in try await manager.page($0) }
  }
}
