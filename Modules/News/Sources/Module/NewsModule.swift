import Console
import DataSourceInterface
import Documents
import Mediator
public import ModuleManager
import NetworkInterface
import NewsInterface
import Scenes

/// Lists service notices.
public struct NewsModule: Module {
  public static let manifest = Manifest(
    News.self, summary: "Lists service notices",
    requires: [Network.self], uses: [DataSource.self],
    answers: [News.list, News.announcements, News.concerning, News.setAlerts],
    publishes: [NewsExpired.self], follows: [LiveTimetableRequested.self])

  public static let contributions = Contributions(commands, settings, scenes, widgets)

  /// The command `news`.
  static let commands: [Command] = [.listItems]

  /// The list of notices.
  static let scenes = [
    SceneDescription(
      "News", "read service notices", shows: NewsItem.self, following: [NewsExpired.self]
    ) { item, mediator in
      guard let item else { return try NewsScenes.list(page: 1, through: mediator) }
      return NewsScenes.detail(item)
    }
    .opened(byLinksTo: News.list) { _, mediator in try NewsScenes.list(page: 1, through: mediator) }
  ]

  /// The urgent notices; examples are never urgent.
  static let widgets = [
    WidgetDescription(.urgent, following: [NewsExpired.self, MinuteBegan.self]) { context in
      ListSection("urgent-news", title: "News", id: \.id, layout: NewsView.list) { request in
        func notices(refresh: Bool) async throws -> NewsPage {
          let query = NewsQuery(limit: 3, refresh: refresh, urgent: true)
          return try await context.mediator.perform(News.list, query)
        }
        // It is loaded again every minute, which must not ask the source each time.
        var page = try await notices(refresh: false)
        if request.ignoresCache, page.isStale { page = (try? await notices(refresh: true)) ?? page }
        return ListPage(
          page.items.filter { $0.isSample != true }, isStale: page.isStale, date: page.date)
      }
    } opens: { (item: NewsItem) in
      item
    }
  ]

  /// The setting `news.url`.
  static let settings = [
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
    let api = NewsAPI(url: url.isEmpty ? nil : url, mediator: context.mediator, now: context.now)
    manager = NewsManager(api, context: context)
    mediator = context.mediator
  }

  public func register(with registrar: Registrar) {
    registrar.answer(News.list) { [manager] in try await manager.page($0) }
    registrar.answer(News.announcements) { [manager] _ in manager.announcements.current }
    registrar.answer(News.concerning) { [manager] in await manager.items(concerning: $0) }
    registrar.answer(News.setAlerts) { [manager, mediator] alerts in
      if await manager.setAlerts(alerts) { mediator.publish(NewsExpired()) }
      return Empty()
    }
    registrar.follow(LiveTimetableRequested.self) { [manager] event in
      await manager.handOverClosures(in: event.city)
    }
  }
}

extension NewsModule: ForegroundHandler {
  /// Publishes `NewsExpired` unless the cache is fresh, after which open lists ask the source.
  public func willEnterForeground() {
    if manager.isStale { mediator.publish(NewsExpired()) }
  }
}

extension NewsModule: NotificationHandler {
  /// Keeps an announcement of a server.
  public func didReceive(_ notification: RemoteNotification) async throws {
    switch manager.announcements.add(notification) {
    case .added: mediator.publish(NewsExpired())
    case .ignored, .unrelated: break
    }
  }
}
