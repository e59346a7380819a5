public import Mediator

/// A row of a scene together with its section.
package struct SelectedRow {
  package let section: SceneSection
  package let row: ListRow

  package init(section: SceneSection, row: ListRow) {
    self.section = section
    self.row = row
  }
}

/// Something that a person can do in a scene, or with some of its rows.
@MainActor
package struct SceneAction {
  /// What the action does, in a few words.
  package let title: LocalizedText
  /// Its key; of several actions with one key, the first that applies is used.
  package let shortcut: Shortcut
  /// The section whose rows it is for; nil if it is for the whole scene.
  package let section: SceneSection?
  /// Whether the action applies to some rows of its section only.
  package let isConditional: Bool
  /// The id of the contribution; nil for an action of the scene itself, whose key never changes.
  package let contribution: String?
  private let appliesTo: (SelectedRow?) -> Bool
  private let questionAbout: (SelectedRow?) -> LocalizedText?
  fileprivate let perform: (ListScene, SelectedRow?) async throws -> LocalizedText?

  fileprivate init(
    _ title: LocalizedText, _ shortcut: Shortcut, section: SceneSection? = nil,
    isConditional: Bool, contribution: String? = nil, applies: @escaping (SelectedRow?) -> Bool,
    confirmation: @escaping (SelectedRow?) -> LocalizedText? = { _ in nil },
    perform: @escaping (ListScene, SelectedRow?) async throws -> LocalizedText?
  ) {
    self.title = title
    self.shortcut = shortcut
    self.section = section
    self.isConditional = isConditional
    self.contribution = contribution
    appliesTo = applies
    questionAbout = confirmation
    self.perform = perform
  }

  /// An action of another module for the rows of a section, whatever its items are. The row of a
  /// detail need not be selected, which it cannot be everywhere.
  init(
    _ title: LocalizedText, _ shortcut: Shortcut, contribution: String, on section: SceneSection,
    perform: @escaping (ListScene, ListRow) async throws -> LocalizedText?
  ) {
    let isDetail = section.layout.isDetail
    func row(_ selected: SelectedRow?) -> ListRow? {
      if let selected, selected.section === section { return selected.row }
      return isDetail ? section.rows.first : nil
    }
    self.init(
      title, shortcut, section: isDetail ? nil : section, isConditional: isDetail,
      contribution: contribution, applies: { row($0) != nil }
    ) { scene, selected in
      guard let row = row(selected) else { return nil }
      return try await perform(scene, row)
    }
  }

  /// The action in a scene that shows a row of another one, to which it refers.
  fileprivate func referring(to shown: @escaping @MainActor () -> SelectedRow?) -> SceneAction {
    SceneAction(
      title, shortcut, isConditional: section != nil || isConditional,
      applies: { _ in appliesTo(shown()) }, confirmation: { _ in questionAbout(shown()) }
    ) { scene, _ in try await perform(scene, shown()) }
  }

  /// Whether the action does something for the selected row, or without one.
  package func applies(to selected: SelectedRow?) -> Bool { appliesTo(selected) }

  /// What the person is asked before the action is performed; nil for nothing.
  package func confirmation(for selected: SelectedRow?) -> LocalizedText? {
    questionAbout(selected)
  }
}

extension ListScene {
  /// Adds an action of the scene, such as to show a form.
  ///
  /// ```swift
  /// scene.addAction("add", key: "a") { scene in
  ///   guard let order = try await scene.fill("Add an order", calls: Orders.add, through: mediator)
  ///   else { return nil }
  ///   scene.select(order.id)
  ///   return "Added order \(order.id); press u to undo."
  /// }
  /// ```
  /// - Parameters:
  ///   - title: What the action does, in a few words.
  ///   - key: The key of the action; it takes precedence over the keys of every list.
  ///   - applies: Whether the action does something; a presenter offers and performs it only then.
  ///   - perform: Performs the action, and returns a sentence to show, if any.
  public func addAction(
    _ title: LocalizedText, key: Shortcut, applies: (@MainActor () -> Bool)? = nil,
    perform: @escaping @MainActor (ListScene) async throws -> LocalizedText?
  ) {
    ownActions.append(
      SceneAction(
        title, key, isConditional: applies != nil, applies: { _ in applies?() ?? true }
      ) { scene, _ in try await perform(scene) })
  }

  /// Adds an action of the scene that applies to some selected rows of any section, or without one.
  package func addAction(
    _ title: LocalizedText, key: Shortcut, applies: @escaping @MainActor (SelectedRow?) -> Bool,
    perform: @escaping @MainActor (ListScene) async throws -> LocalizedText?
  ) {
    ownActions.append(
      SceneAction(title, key, isConditional: true, applies: applies) { scene, _ in
        try await perform(scene)
      })
  }

  /// Adds an action of the rows of a section.
  /// - Parameters:
  ///   - applies: Whether the action does something for an item.
  ///   - confirmation: What the person is asked before it is performed, such as "Pay EUR 3.40?";
  ///     nil for nothing.
  ///   - perform: Performs the action for an item, and returns a sentence to show, if any.
  public func addAction<Item>(
    _ title: LocalizedText, key: Shortcut, on section: ListSection<Item>,
    applies: (@MainActor (Item) -> Bool)? = nil,
    confirmation: @escaping @MainActor (Item) -> LocalizedText? = { _ in nil },
    perform: @escaping @MainActor (ListScene, Item) async throws -> LocalizedText?
  ) {
    /// The selected item, if the action is for the rows of its section.
    func item(_ selected: SelectedRow?) -> Item? {
      guard let selected, selected.section === section else { return nil }
      return section.item(of: selected.row)
    }
    ownActions.append(
      SceneAction(
        title, key, section: section, isConditional: applies != nil,
        applies: { item($0).map { applies?($0) ?? true } ?? false },
        confirmation: { item($0).flatMap(confirmation) }
      ) { scene, selected in
        guard let item = item(selected) else { return nil }
        return try await perform(scene, item)
      })
  }

  /// Adds a choice of the rows of a section, which Enter makes: what a scene that was pushed for a
  /// result ends with.
  public func addChoice<Item>(
    from section: ListSection<Item>, _ choose: @escaping @MainActor (Item) -> Void
  ) {
    addAction("choose", key: .enter, on: section) { _, item in
      choose(item)
      return nil
    }
  }

  /// Adds an action of the rows of a section, which calls an action of a module.
  ///
  /// ```swift
  /// scene.addAction("remove", key: "d", on: orders, calls: Orders.remove, through: mediator) {
  ///   OrderReference(id: $0.id)
  /// } notice: {
  ///   "Removed order \($0.id); press u to undo."
  /// }
  /// ```
  /// - Parameters:
  ///   - caller: The calling file, for interceptors.
  ///   - input: The input of the action, made of an item.
  ///   - notice: A sentence about the output.
  public func addAction<Item, Input: Sendable, Output: Sendable>(
    _ title: LocalizedText, key: Shortcut, on section: ListSection<Item>,
    calls action: Action<Input, Output>, through mediator: Mediator,
    caller: StaticString = #fileID,
    applies: (@MainActor (Item) -> Bool)? = nil,
    confirmation: @escaping @MainActor (Item) -> LocalizedText? = { _ in nil },
    input: @escaping @MainActor (Item) -> Input,
    notice: @escaping @MainActor (Output) -> LocalizedText
  ) {
    addAction(
      title, key: key, on: section, applies: applies, confirmation: confirmation
    ) { _, item in
      notice(try await mediator.perform(action, input(item), caller: caller))
    }
  }

  /// Adds an action of the scene, which calls an action of a module.
  public func addAction<Output: Sendable>(
    _ title: LocalizedText, key: Shortcut, calls action: Action<Empty, Output>,
    through mediator: Mediator, caller: StaticString = #fileID,
    notice: @escaping @MainActor (Output) -> LocalizedText
  ) {
    addAction(title, key: key) { _ in notice(try await mediator.perform(action, caller: caller)) }
  }
}

extension ListScene {
  /// Adds the actions of a list to this scene, which shows one of its rows, apart from those of
  /// Enter. What other modules add to its rows is added here, too.
  /// - Parameters:
  ///   - section: The section of the list that has the row.
  ///   - shown: The section of this scene whose first row is shown.
  func addActions(
    of list: ListScene, on section: SceneSection, forRowOf shown: SceneSection
  ) {
    shown.slot = section.slot
    ownActions += list.ownActions.filter { action in
      action.shortcut != .enter && (action.section == nil || action.section === section)
    }.map { action in
      action.referring { [weak section] in
        guard let section, let row = shown.rows.first else { return nil }
        return SelectedRow(section: section, row: row)
      }
    }
  }

  /// What a person can do, in the order in which it is offered.
  package var actions: [SceneAction] {
    ownActions + (environment.rows?.actions(of: self, besides: ownActions) ?? [])
  }

  /// The action that a key performs for the selected row, or without one; nil if none applies.
  package func action(for key: Shortcut, on selected: SelectedRow?) -> SceneAction? {
    actions.first { $0.shortcut == key && $0.applies(to: selected) }
  }

  /// The actions that apply to the selected row, or without one, apart from those of Enter; of
  /// several with one key, the first.
  package func applicableActions(on selected: SelectedRow?) -> [SceneAction] {
    var keys: Set<Shortcut> = [.enter]
    return actions.filter { $0.applies(to: selected) && keys.insert($0.shortcut).inserted }
  }

  /// Performs an action for the selected row, or without one, and adds what other modules report to
  /// its text or its error.
  package func perform(
    _ action: SceneAction, on selected: SelectedRow?
  ) async throws -> LocalizedText? {
    openingRow = action.shortcut == .enter ? selected : nil
    defer {
      // Another row may be opened meanwhile.
      if openingRow?.section === selected?.section, openingRow?.row.id == selected?.row.id {
        openingRow = nil
      }
    }
    return try await addingReports(to: { try await action.perform(self, selected) })
  }
}
