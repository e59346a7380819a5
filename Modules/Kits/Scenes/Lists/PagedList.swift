public import Documents
public import Mediator

/// A list that an action returns page by page. It is a scene, whose rows open their detail, and a
/// command with the same content.
///
/// ```swift
/// static let list = PagedList(
///   "Products", "list products", command: "products", pages: Shop.products, id: \.id,
///   title: \.name, rows: ProductView.rows, detail: ProductView.detail,
///   examples: ["products", "products 1", "products --page 2 --json"])
/// static let contributions = Contributions(list.commands, list.scenes)
/// ```
///
/// `configure` gives the scene more, such as actions, which the scene of an item offers, too:
///
/// ```swift
/// configure: { scene, products, mediator in
///   scene.addAction("star", key: "s", on: products, calls: Shop.star, through: mediator) {
///     ProductReference(id: $0.id)
///   } notice: {
///     "Starred \($0.name)."
///   }
/// }
/// ```
///
/// The command takes the number or the id of an item to show in full, `--page` and `--refresh`.
public struct PagedList<Item: ListItem & Codable>: Sendable {
  /// Adds to the scene of the list, whose only section it receives, too.
  public typealias Configure =
    @MainActor @Sendable (ListScene, ListSection<Item>, Mediator) -> Void

  private static var pageSize: Int { 10 }
  private static var maximumPage: Int { 1_000_000 }

  let title: LocalizedText
  package let summary: LocalizedText
  package let words: String
  let action: Action<ListRequest, ListPage<Item>>
  let identity: @Sendable (Item) -> String
  let itemTitle: @Sendable (Item) -> String
  let rows: ListLayout<Item>
  let detail: ListLayout<Item>
  package let examples: [String]
  let configure: Configure
  let caller: StaticString

  /// Describes a list.
  /// - Parameters:
  ///   - title: The title of the scene.
  ///   - summary: What the scene and the command do, in a few words.
  ///   - words: The words that call the command.
  ///   - action: Returns the pages.
  ///   - identity: The id of an item; of several items with the same id, only the first is shown.
  ///   - itemTitle: The title of the scene of one item.
  ///   - rows: The layout of the list; a numbered table lets people select an item by its number.
  ///   - detail: The layout of one item.
  ///   - examples: Command lines that run as they are, without the name of the app.
  ///   - caller: The calling file, for interceptors.
  ///   - configure: Adds actions to the scene.
  public init(
    _ title: LocalizedText, _ summary: LocalizedText, command words: String,
    pages action: Action<ListRequest, ListPage<Item>>,
    id identity: @escaping @Sendable (Item) -> String,
    title itemTitle: @escaping @Sendable (Item) -> String, rows: ListLayout<Item>,
    detail: ListLayout<Item>, examples: [String], caller: StaticString = #fileID,
    configure: @escaping Configure = { _, _, _ in }
  ) {
    self.title = title
    self.summary = summary
    self.words = words
    self.action = action
    self.identity = identity
    self.itemTitle = itemTitle
    self.configure = configure
    self.rows = rows
    self.detail = detail
    self.examples = examples
    self.caller = caller
  }

  /// The scene, as a contribution of the module.
  public var scenes: [SceneDescription] {
    [SceneDescription(title, summary) { try scene(from: 1, through: $0) }]
  }

  /// The list from a page on. A list that ends before the page shows `ListSceneError.noPage`.
  /// - Throws: `ListSceneError.noPage` when there cannot be such a page.
  @MainActor
  package func scene(from page: Int, through mediator: Mediator) throws -> ListScene {
    guard (1...Self.maximumPage).contains(page) else { throw ListSceneError.noPage(page) }
    let firstRow = (page - 1) * Self.pageSize
    let items = ListSection(
      "items", id: identity, layout: rows, firstRow: firstRow, pageSize: Self.pageSize,
      empty: "The list is empty.",
      more: "'\(words) --page \(firstRow / Self.pageSize + 2)' shows more."
    ) { [action, caller] request in
      let found = try await mediator.perform(action, request, caller: caller)
      guard !found.items.isEmpty || request.offset > firstRow || firstRow == 0 else {
        throw ListSceneError.noPage(page)
      }
      return found
    }
    let scene = ListScene(title, [items])
    items.detail = { [weak scene, weak items, detail, identity, itemTitle] item in
      let section = ListSection("item", id: identity, layout: detail) { _ in ListPage([item]) }
      let shown = ListScene(LocalizedText(verbatim: itemTitle(item)), [section])
      if let scene, let items { shown.addActions(of: scene, on: items, forRowOf: section) }
      return .scene(shown)
    }
    configure(scene, items, mediator)
    return scene
  }
}
