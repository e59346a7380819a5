import Mediator
import Scenes
import TemplateInterface

@MainActor
enum TemplateScenes {
  private static let pageSize = 10
  private static let maximumPage = 1_000_000

  /// The list from a page on, which opens the selected item.
  /// - Throws: `TemplateError.badPage` when the page number is below 1.
  static func list(page: Int, through mediator: Mediator) throws -> ListScene {
    guard page > 0 else { throw TemplateError.badPage(page, last: nil) }
    let firstRow = min(page - 1, maximumPage) * pageSize
    let items = ListSection(
      "items", id: \.id, layout: TemplateView.list,
      firstRow: firstRow, pageSize: pageSize,
      empty: "No template items.",
      more: "'template --page \(firstRow / pageSize + 2)' shows more."
    ) { [pageSize] request in
      let query = TemplateQuery(
        offset: request.offset, limit: request.limit, refresh: request.ignoresCache)
      do {
        let page = try await mediator.perform(Template.list, query)
        return ListPage(
          page.items, hasMore: page.hasMore, isStale: page.isStale, date: page.date)
      } catch TemplateError.pastEnd(offset: firstRow, let count) {
        let last = count.map { max(1, ($0 + pageSize - 1) / pageSize) }
        throw TemplateError.badPage(page, last: last)
      } catch TemplateError.pastEnd {
        // The list has become shorter; the section loads it again.
        return ListPage([])
      }
    }
    let scene = ListScene("Template", [items])
    scene.detail = { row in
      (row.item as? TemplateItem).map { .scene(detail($0)) }
    }
    return scene
  }

  private static func detail(_ item: TemplateItem) -> ListScene {
    let section = ListSection("item", id: \.id, layout: TemplateView.detail) { _ in
      ListPage([item])
    }
    return ListScene("Item", [section])
  }
}
