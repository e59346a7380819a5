import Documents
import Mediator
import NewsInterface
import Scenes

@MainActor
enum NewsScenes {
  private static let pageSize = 10
  private static let maximumPage = 1_000_000

  /// The urgent notices and the list of all notices from a page on, which opens the selected
  /// notice.
  /// - Throws: `NewsError.badPage` when the page number is below 1.
  static func list(page: Int, through mediator: Mediator) throws -> ListScene {
    guard page > 0 else { throw NewsError.badPage(page, last: nil) }
    let firstRow = min(page - 1, maximumPage) * pageSize
    let items = ListSection(
      "items", id: \.id, layout: NewsView.list,
      firstRow: firstRow, pageSize: pageSize,
      empty: "No notices. They come from the address in the setting news.url; without one, there "
        + "are only samples for the built-in city.",
      more: "'news --page \(firstRow / pageSize + 2)' shows more."
    ) { [pageSize] request in
      let query = NewsQuery(
        offset: request.offset, limit: request.limit, refresh: request.ignoresCache)
      do {
        let page = try await mediator.perform(News.list, query)
        return ListPage(
          page.items, hasMore: page.hasMore, isStale: page.isStale, date: page.date)
      } catch NewsError.pastEnd(offset: firstRow, let count) {
        let last = count.map { max(1, ($0 + pageSize - 1) / pageSize) }
        throw NewsError.badPage(page, last: last)
      } catch NewsError.pastEnd {
        // The list has become shorter; the section loads it again.
        return ListPage([])
      }
    }
    let banner = ListSection("banner", id: \.id, layout: NewsView.banner) { request in
      do {
        let query = NewsQuery(limit: request.limit, refresh: request.ignoresCache, urgent: true)
        let page = try await mediator.perform(News.list, query)
        return ListPage(page.items, isStale: page.isStale, date: page.date)
      } catch {
        // The list below is complete without the banner, or shows the same error.
        try Task.checkCancellation()
        guard request.ignoresCache else { return ListPage([]) }
        let query = NewsQuery(limit: request.limit, urgent: true)
        let page = try? await mediator.perform(News.list, query)
        return ListPage(page?.items ?? [], isStale: page?.isStale ?? false, date: page?.date)
      }
    }
    for section in [banner, items] { section.detail = { .scene(detail($0)) } }
    let scene = ListScene("News", [banner, items])
    scene.onChange = { scene, _ in
      let isUrgent = (banner.items + items.items).contains { $0.isUrgent == true }
      scene.urgency = isUrgent ? .warning : .normal
    }
    return scene
  }

  /// The whole notice.
  static func detail(_ item: NewsItem) -> ListScene {
    let section = ListSection("item", id: \.id, layout: NewsView.detail) { _ in
      ListPage([item])
    }
    return ListScene("Notice", [section])
  }
}
