public import Documents
public import Mediator

/// A section of a scene: loads its items page by page and turns them into rows.
///
/// ```swift
/// let layout = ListLayout<Product>.table(.init("name") { "\($0.name)" })
/// let products = ListSection("products", id: \.name, layout: layout) { _ in
///   ListPage(try await mediator.perform(Shop.products))
/// }
/// products.detail = { .scene(.product($0)) }
/// ```
@MainActor
public final class ListSection<Item: ListItem>: SceneSection {
  /// What a row opens. A wide screen shows it beside the list as soon as the row is selected, so it
  /// must be enough to look at it: a detail changes nothing when it is opened.
  public var detail: ((Item) -> ListDetail)?
  /// The value that a row opens, which a scene of any module shows; nil for a row that opens
  /// nothing. Unlike a detail, it is not shown beside the list.
  public var opens: ((Item) -> (any Sendable)?)?

  /// Creates a section that loads its items.
  /// - Parameters:
  ///   - id: The name of the section in the scene's JSON.
  ///   - title: The title, shown if the scene has several sections.
  ///   - identity: The id of an item; of several items with the same id, only the first is shown.
  ///   - layout: The layout of the items.
  ///   - firstRow: The number of rows of the list to skip.
  ///   - pageSize: The number of rows to load at a time.
  ///   - empty: The text for an empty list; nil to hide an empty section.
  ///   - more: The text below the rows if there are more.
  ///   - following: The events after which the browser loads the rows again; nil for all events
  ///     that the scene follows.
  ///   - group: The group of an item, whose heading is drawn above the first of its rows. The items
  ///     of a group must be neighbours in the list, and items without one come first. Nil for a
  ///     list without headings.
  ///   - load: Loads a page; called outside the main actor, and never concurrently.
  public init(
    _ id: String, title: LocalizedText = "", id identity: @escaping @Sendable (Item) -> String,
    layout: ListLayout<Item>, firstRow: Int = 0, pageSize: Int = 20, empty: LocalizedText? = nil,
    more: LocalizedText? = nil, following: [any Event.Type]? = nil,
    groupedBy group: (@Sendable (Item) -> ListGroup?)? = nil,
    load: @escaping @concurrent @Sendable (ListRequest) async throws -> ListPage<Item>
  ) {
    super.init(
      id, title: title, layout: layout.erased, firstRow: firstRow, pageSize: pageSize,
      messages: (empty, more), following: following
    ) { request in
      try await load(request).map { layout.row(for: $0, id: identity($0), in: group?($0)) }
    }
  }

  /// The items of the loaded rows, from top to bottom.
  public var items: [Item] { rows.compactMap(item(of:)) }

  /// The item of a row of this section.
  func item(of row: ListRow) -> Item? { row.item as? Item }

  package override var hasDetail: Bool { detail != nil }

  package override func detail(of row: ListRow) -> ListDetail? {
    item(of: row).flatMap { detail?($0) }
  }

  package override func value(openedBy row: ListRow) -> (any Sendable)? {
    item(of: row).flatMap { opens?($0) }
  }
}
