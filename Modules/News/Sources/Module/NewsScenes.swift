import Mediator
import NewsInterface
import Scenes

@MainActor
enum NewsScenes {
  private static let pageSize = 10

  /// The urgent notices and the list of all notices from a page on, which opens the selected
  /// notice.
  /// - Throws: `NewsError.badPage` when the page number is out of range.
  static func list(page: Int, through mediator: Mediator) throws -> ListScene {
    guard (1...1_000_000).contains(page) else { throw NewsError.badPage(page) }
    let items = ListSection(
      "items", id: \.id, layout: NewsView.list,
      firstRow: (page - 1) * pageSize, pageSize: pageSize,
      empty: "No notices.",
      more: "'metro news --page \(page + 1)' shows more."
    ) { request in
      let query = NewsQuery(
        offset: request.offset, limit: request.limit, refresh: request.ignoresCache)
      let page = try await mediator.perform(News.list, query)
      return ListPage(page.items, hasMore: page.hasMore, isStale: page.isStale)
    }
    let banner = ListSection("banner", over: items, layout: NewsView.banner) {
      $0.isUrgent == true
    }
    return ListScene("News", [banner, items]) { scene, event in
      guard let item = event.selectedItem(as: NewsItem.self) else {
        return event
      }
      scene.push(detail(item))
      return nil
    }
  }

  private static func detail(_ item: NewsItem) -> ListScene {
    let section = ListSection("item", id: \.id, layout: NewsView.detail) { _ in
      ListPage([item])
    }
    return ListScene(item.title, [section])
  }
}
