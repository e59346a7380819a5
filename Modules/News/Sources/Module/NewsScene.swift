import ListScene
import Mediator
import NewsInterface

/// What a person meets: the urgent notices as a banner, the list of all, and over it the notice that
/// is selected.
@MainActor
enum NewsScene {
  private static let pageSize = 10

  /// - Throws: `NewsError.badPage` for a page that cannot be.
  static func list(page: Int, through mediator: Mediator) throws -> ListScene {
    guard (1...1_000_000).contains(page) else { throw NewsError.badPage(page) }
    let items = ListSection(
      "items", id: \.id, layout: NewsView.list,
      firstRow: (page - 1) * pageSize, pageSize: pageSize,
      empty: "There are no notices.",
      more: "'metro news --page \(page + 1)' shows more."
    ) { request in
      let query = NewsQuery(
        offset: request.offset, limit: request.limit, refresh: request.isFresh)
      let page = try await mediator.perform(News.list, query)
      return ListPage(page.items, hasMore: page.hasMore, isStale: page.isStale)
    }
    let banner = ListSection("banner", over: items, layout: NewsView.banner) {
      $0.isUrgent == true
    }
    return ListScene("News", ListController(banner, items)) { scene, event in
      guard let item = event.selected(NewsItem.self) else { return event }
      scene.push(detail(item))
      return nil
    }
  }

  static func detail(_ item: NewsItem) -> ListScene {
    let section = ListSection("item", id: \.id, layout: NewsView.detail) { _ in
      ListPage([item])
    }
    return ListScene(item.title, ListController(section))
  }
}
