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
/// The commands are `wishes`, `wishes add`, `wishes change`, `wishes remove` and `wishes undo`. In
/// the scene, Enter changes an item in a form, and the keys a, d and u add, remove and undo.
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
    scene.addAction("open", key: .enter, on: items) { scene, item in
      let changed = try await scene.fill(
        "Change an item", calls: change, given: ["id": "\(item.id)"], initial: item.enteredTexts,
        through: mediator, caller: caller)
      guard let changed else { return nil }
      scene.select("\(item.id)")
      return "\(Self.changed(changed)) Press u to undo."
    }
    scene.addAction("add", key: "a") { scene in
      let item = try await scene.fill(
        "Add an item", calls: add, through: mediator, caller: caller)
      guard let item else { return nil }
      scene.select("\(item.id)")
      return "\(Self.added(item)) Press u to undo."
    }
    scene.addAction("remove", key: "d", on: items, calls: remove, through: mediator, caller: caller)
    {
      ItemReference(id: $0.id)
    } notice: {
      "\(Self.removed($0)) Press u to undo."
    }
    scene.addAction("undo", key: "u", calls: undo, through: mediator, caller: caller) {
      Self.undone($0)
    }
    configure(scene, items, mediator)
    return scene
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
