import HeadlineInterface
import Mediator
import Scenes

@MainActor
enum HeadlineScenes {
  private static let pageSize = 10
  private static let maximumPage = 1_000_000

  /// The list from a page on, which opens the selected item.
  /// - Throws: `HeadlineError.badPage` when the page number is below 1.
  static func list(page: Int, through mediator: Mediator) throws -> ListScene {
    guard page > 0 else { throw HeadlineError.badPage(page, last: nil) }
    let firstRow = min(page - 1, maximumPage) * pageSize
    let items = ListSection(
      "items", id: \.id, layout: HeadlineView.list,
      firstRow: firstRow, pageSize: pageSize,
      empty: "No headline items.",
      more: "'headline --page \(firstRow / pageSize + 2)' shows more."
    ) { [pageSize] request in
      let query = HeadlineQuery(
        offset: request.offset, limit: request.limit, refresh: request.ignoresCache)
      do {
        let page = try await mediator.perform(Headline.list, query)
        return ListPage(
          page.items, hasMore: page.hasMore, isStale: page.isStale, date: page.date)
      } catch HeadlineError.pastEnd(offset: firstRow, let count) {
        let last = count.map { max(1, ($0 + pageSize - 1) / pageSize) }
        throw HeadlineError.badPage(page, last: last)
      } catch HeadlineError.pastEnd {
        // The list has become shorter; the section loads it again.
        return ListPage([])
      }
    }
    let scene = ListScene("Headline", [items])
    scene.detail = { row in
      (row.item as? HeadlineItem).map { .scene(detail($0)) }
    }
    return scene
  }

  private static func detail(_ item: HeadlineItem) -> ListScene {
    let section = ListSection("item", id: \.id, layout: HeadlineView.detail) { _ in
      ListPage([item])
    }
    return ListScene("Item", [section])
  }
}
