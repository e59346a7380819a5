import ListScene
import Mediator
import TemplateInterface

/// What a person meets: the list, and over it the item that is selected.
@MainActor
enum TemplateScene {
  private static let pageSize = 10

  /// - Throws: `TemplateError.badPage` for a page that cannot be.
  static func list(page: Int, through mediator: Mediator) throws -> ListScene {
    guard (1...1_000_000).contains(page) else { throw TemplateError.badPage(page) }
    let items = ListSection(
      "items", id: \.id, layout: TemplateView.list,
      firstRow: (page - 1) * pageSize, pageSize: pageSize,
      empty: "There are no template items here.",
      more: "'metro template --page \(page + 1)' shows more."
    ) { request in
      let query = TemplateQuery(
        offset: request.offset, limit: request.limit, refresh: request.isFresh)
      let page = try await mediator.perform(Template.list, query)
      return ListPage(page.items, hasMore: page.hasMore, isStale: page.isStale)
    }
    return ListScene("Template", ListController(items)) { scene, event in
      guard let item = event.selected(TemplateItem.self) else { return event }
      scene.push(detail(item))
      return nil
    }
  }

  static func detail(_ item: TemplateItem) -> ListScene {
    let section = ListSection("item", id: \.id, layout: TemplateView.detail) { _ in
      ListPage([item])
    }
    return ListScene(item.title, ListController(section))
  }
}
