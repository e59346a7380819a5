import Mediator
import Scenes
import TemplateInterface

@MainActor
enum TemplateScenes {
  private static let pageSize = 10

  /// The list from a page on, which opens the selected item.
  /// - Throws: `TemplateError.badPage` when the page number is out of range.
  static func list(page: Int, through mediator: Mediator) throws -> ListScene {
    guard (1...1_000_000).contains(page) else { throw TemplateError.badPage(page) }
    let items = ListSection(
      "items", id: \.id, layout: TemplateView.list,
      firstRow: (page - 1) * pageSize, pageSize: pageSize,
      empty: "No template items.",
      more: "'metro template --page \(page + 1)' shows more."
    ) { request in
      let query = TemplateQuery(
        offset: request.offset, limit: request.limit, refresh: request.ignoresCache)
      let page = try await mediator.perform(Template.list, query)
      return ListPage(page.items, hasMore: page.hasMore, isStale: page.isStale)
    }
    return ListScene("Template", [items]) { scene, event in
      guard let item = event.selectedItem(as: TemplateItem.self) else {
        return event
      }
      scene.push(detail(item))
      return nil
    }
  }

  private static func detail(_ item: TemplateItem) -> ListScene {
    let section = ListSection("item", id: \.id, layout: TemplateView.detail) { _ in
      ListPage([item])
    }
    return ListScene(item.title, [section])
  }
}
