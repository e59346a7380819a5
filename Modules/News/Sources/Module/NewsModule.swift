public import Console
import DataSourceInterface
import Mediator
public import ModuleManager
import NetworkInterface
import NewsInterface
public import Scenes

/// Lists service notices.
public struct NewsModule: CommandModule, ConfigurableModule, SceneModule {
  public static let manifest = Manifest(
    News.self, summary: "Lists service notices",
    requires: [Network.self], uses: [DataSource.self], answers: [News.list],
    publishes: [NewsExpired.self])

  /// The command `news`.
  public static let commands: [Command] = [.listItems]

  /// The list of notices.
  public static let scenes = [
    SceneDescription("News", "read service notices", following: [NewsExpired.self]) {
      try NewsScenes.list(page: 1, through: $0)
    }
  ]

  /// The setting `news.url`.
  public static let settings = [
    Setting(
      "url", "the address of the notices (default: samples for the built-in city)", default: "",
      accepts: .address)
  ]

  private struct NewsSettings: Decodable {
    let url: String?
  }

  private let manager: NewsManager
  private let mediator: Mediator

  /// Creates the module.
  /// - Throws: `DecodingError` when a setting has a value of the wrong type.
  public init(context: ModuleContext) throws {
    let url = try context.configuration.decode(NewsSettings.self).url ?? ""
    let api = NewsAPI(url: url.isEmpty ? nil : url, mediator: context.mediator)
    manager = NewsManager(api, context: context)
    mediator = context.mediator
  }

  public func connect(_ connection: Connection) {
    connection.answer(News.list) { [manager] in try await manager.page($0) }
  }
}

extension NewsModule: ForegroundHandler {
  /// Publishes `NewsExpired` unless the cache is fresh, after which open lists ask the source.
  public func willEnterForeground() {
    if manager.isStale { mediator.publish(NewsExpired()) }
  }
}
