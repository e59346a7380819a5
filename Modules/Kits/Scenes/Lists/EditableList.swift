public import Documents
public import Mediator

/// A list of items that people add, change, remove, and restore with an undo. It is a scene, and
/// commands that do the same.
///
/// ```swift
/// static let list = EditableList(
///   "Wishes", "keep wishes", command: "wishes", following: [WishesChanged.self],
///   list: Wishes.list, add: Wishes.add, change: Wishes.change, remove: Wishes.remove,
///   undo: Wishes.undo, rows: WishesView.rows, arguments: ["title"],
///   examples: ["wishes", "wishes add Lamp --price EUR12", "wishes change 1 --price none"])
/// static let contributions = Contributions(list.commands, list.scenes, list.warnings)
/// ```
///
/// The commands are `wishes`, which also shows one item by its number, `wishes add`,
/// `wishes change`, `wishes remove` and `wishes undo`. In the scene, Enter shows all fields of an
/// item. The keys e, a, d and u edit, add, remove and undo, and the space bar toggles the first
/// field that is true or false; they also work where an item is shown.
public struct EditableList<Item: EditableItem>: Sendable {
  /// Adds to the scene of the list, whose only section it receives, too.
  public typealias Configure =
    @MainActor @Sendable (ListScene, ListSection<Item>, Mediator) -> Void

  let title: LocalizedText
  package let summary: LocalizedText
  package let words: String
  let following: [any Event.Type]
  package let list: Action<Empty, [Item]>
  package let add: Action<NewItem<Item>, Item>
  package let change: Action<ItemChange<Item>, Item>
  package let remove: Action<ItemReference<Item>, Item>
  package let undo: Action<Empty, UndoneItemChange>
  let rows: ListLayout<Item>
  let detail: ListLayout<Item>
  let group: (@Sendable (Item) -> ListGroup?)?
  package let arguments: [String]
  package let examples: [String]
  package let caller: StaticString
  let configure: Configure

  /// Describes a list.
  /// - Parameters:
  ///   - title: The title of the scene.
  ///   - summary: What the scene is for, in a few words such as `keep wishes`.
  ///   - words: The words that call the command.
  ///   - following: The events after which the scene loads its items again.
  ///   - list: Returns all items, in their order.
  ///   - rows: The layout of the list.
  ///   - detail: The layout of one item; nil for what all columns of the list show of it.
  ///   - group: The group of an item; see `ListSection`.
  ///   - arguments: The fields that are given by their positions when an item is added on a command
  ///     line; the others are options.
  ///   - examples: Command lines that run as they are and in turn, without the name of the app.
  ///   - caller: The calling file, for interceptors.
  ///   - configure: Adds actions to the scene.
  public init(
    _ title: LocalizedText, _ summary: LocalizedText, command words: String,
    following: [any Event.Type], list: Action<Empty, [Item]>, add: Action<NewItem<Item>, Item>,
    change: Action<ItemChange<Item>, Item>, remove: Action<ItemReference<Item>, Item>,
    undo: Action<Empty, UndoneItemChange>, rows: ListLayout<Item>,
    detail: ListLayout<Item>? = nil,
    groupedBy group: (@Sendable (Item) -> ListGroup?)? = nil, arguments: [String],
    examples: [String], caller: StaticString = #fileID,
    configure: @escaping Configure = { _, _, _ in }
  ) {
    self.title = title
    self.summary = summary
    self.words = words
    self.following = following
    self.list = list
    self.add = add
    self.change = change
    self.remove = remove
    self.undo = undo
    self.rows = rows
    self.detail = detail ?? rows.detail(titled: \.title)
    self.group = group
    self.arguments = arguments
    self.examples = examples
    self.caller = caller
    self.configure = configure
  }

  /// The scene, as a contribution of the module.
  public var scenes: [SceneDescription] {
    [SceneDescription(title, summary, following: following) { scene(through: $0) }]
  }

  @MainActor
  package func scene(through mediator: Mediator) -> ListScene {
    let items = ListSection(
      "items", id: { "\($0.id)" }, layout: rows,
      empty: "No \(Item.plural) yet; add one with '\(words) add' or the key a.", groupedBy: group
    ) { [list, caller] _ in ListPage(try await mediator.perform(list, caller: caller)) }
    let scene = ListScene(title, [items])
    items.detail = { [weak scene] item in
      .scene(self.scene(of: item, in: items, of: scene, through: mediator))
    }
    addActions(to: scene, on: items, through: mediator)
    configure(scene, items, mediator)
    return scene
  }

  /// The scene of one item, with the keys of the list.
  @MainActor
  private func scene(
    of item: Item, in items: ListSection<Item>, of list: ListScene?, through mediator: Mediator
  ) -> ListScene {
    let section = ListSection(
      "item", id: { "\($0.id)" }, layout: detail,
      empty: "'\(item.title)' is not in the list any more."
    ) { [list = self.list, caller] _ in
      ListPage(try await mediator.perform(list, caller: caller).filter { $0.id == item.id })
    }
    let scene = ListScene(LocalizedText(verbatim: item.title), [section])
    scene.onChange = { [weak section] scene, _ in
      if let item = section?.items.first { scene.title = LocalizedText(verbatim: item.title) }
    }
    if let list { scene.addActions(of: list, on: items, forRowOf: section) }
    return scene
  }

  /// Adds the keys. They are pressed in the scene of the list, or in that of an item over it.
  @MainActor
  private func addActions(
    to list: ListScene, on items: ListSection<Item>, through mediator: Mediator
  ) {
    list.addAction("edit", key: "e", on: items) { [weak list] scene, item in
      let changed = try await scene.fill(
        "Change an item", calls: change, given: ["id": "\(item.id)"], initial: item.enteredTexts,
        through: mediator, caller: caller)
      guard let changed else { return nil }
      list?.select("\(item.id)")
      return "\(Self.changed(changed)) Press u to undo."
    }
    if let flag = Item.firstFlag {
      list.addAction("toggle \(flag.label)", key: " ", on: items) { _, item in
        let toggling = try ItemChange(toggling: flag.name, of: item)
        let changed = try await mediator.perform(change, toggling, caller: caller)
        return "\(Self.changed(changed)) Press u to undo."
      }
    }
    list.addAction("add", key: "a") { [weak list] scene in
      let item = try await scene.fill(
        "Add an item", calls: add, through: mediator, caller: caller)
      guard let item else { return nil }
      list?.select("\(item.id)")
      return "\(Self.added(item)) Press u to undo."
    }
    list.addAction("remove", key: "d", on: items) { [weak list] scene, item in
      let removed = try await mediator.perform(
        remove, ItemReference(id: item.id), caller: caller)
      if scene !== list { scene.close() }
      return "\(Self.removed(removed)) Press u to undo."
    }
    list.addAction("undo", key: "u", calls: undo, through: mediator, caller: caller) {
      Self.undone($0)
    }
  }
}

extension EditableList {
  package static func added(_ item: Item) -> LocalizedText {
    "Added '\(item.title)' as number \(item.id)."
  }

  package static func changed(_ item: Item) -> LocalizedText { "Changed '\(item.title)'." }

  package static func removed(_ item: Item) -> LocalizedText { "Removed '\(item.title)'." }

  package static func undone(_ undone: UndoneItemChange) -> LocalizedText {
    "Undone: \(undone.change)."
  }
}
