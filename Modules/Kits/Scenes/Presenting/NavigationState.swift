/// The part of a presenter's state that does not depend on how it shows the scenes: which scenes
/// are open, and what the person has searched, was told and was asked in each.
///
/// It changes by `reconcile`, which receives what the scenes are now, and by what the person does.
/// Both return what is to be done with the scenes. `View` is what the presenter shows of one scene,
/// such as a cursor.
package struct NavigationState<View: Equatable>: Equatable {
  /// An open scene and what the person has done in it.
  package struct Entry: Equatable {
    package var scene: SceneSnapshot
    package var view: View
    /// The number of searches that the scene was asked for, and whether the latest of them is
    /// running.
    package var searches = 0
    package var isSearching = false
    /// The search after which the selected row is opened.
    package var searchToOpen: Int?
    /// The number of rows of a scene that searches, before its first search.
    package var allRows: RowCount?
    /// The row to select as soon as it is shown.
    package var rowToSelect: RowPath?
    package var isLoadingMore = false
    /// What the person was told; the next thing that the person does removes it.
    package var message: String?
    /// The question that the message asks.
    package var confirmation: PendingConfirmation?
  }

  /// The entries from the first to the topmost; never empty.
  package var entries: [Entry]
  /// Whether the person has left the first scene.
  package private(set) var isOver = false

  package init(_ first: SceneSnapshot, view: View) {
    entries = [Entry(scene: first, view: view)]
  }

  /// The topmost scene, to which everything refers that the person does.
  package var top: Entry {
    get { entries[entries.count - 1] }
    set { entries[entries.count - 1] = newValue }
  }

  /// The topmost scene that is not a sheet.
  package var fullScreen: Entry {
    get { entries[fullScreenIndex] }
    set { entries[fullScreenIndex] = newValue }
  }

  private var fullScreenIndex: Int {
    entries.lastIndex { $0.scene.presentation == .fullScreen } ?? 0
  }

  /// The scenes below an entry.
  package func path(to entry: Entry) -> [SceneSnapshot] {
    entries.prefix { $0.scene.id != entry.scene.id }.map(\.scene)
  }

  package func isFirst(_ entry: Entry) -> Bool { entry.scene.id == entries[0].scene.id }

  /// Adapts the entries to the open scenes: an entry stays as long as its scene is open above the
  /// same ones, also if one of those was closed, and a scene that is new there gets an entry of its own and is opened.
  /// - Parameter makeView: Returns what is shown at first of a new scene.
  package mutating func reconcile(
    with scenes: [SceneSnapshot], makeView: (SceneSnapshot) -> View
  ) -> [SceneEffect] {
    guard !scenes.isEmpty else { return [] }
    var effects: [SceneEffect] = []
    // One of the scenes below may have been closed.
    entries.removeAll { entry in !scenes.contains { $0.id == entry.scene.id } }
    let unchanged = zip(entries, scenes).prefix { $0.scene.id == $1.id }.count
    entries.removeLast(entries.count - unchanged)
    for (index, scene) in scenes.enumerated() {
      if index < unchanged {
        entries[index].scene = scene
      } else {
        entries.append(Entry(scene: scene, view: makeView(scene)))
        effects.append(.open(scene.id))
      }
    }
    if let row = top.scene.rowToSelect {
      top.rowToSelect = row
      effects.append(.endSelection(top.scene.id))
    }
    if top.scene.isSearch, top.searches == 0 {
      top.allRows = RowCount(count: top.scene.rowCount, hasMore: top.scene.hasMore)
    }
    return effects
  }

  /// Closes the topmost scene. Closing the first one ends the presentation. A form stays open while
  /// its action is running, whose result would be lost.
  package mutating func leave() -> [SceneEffect] {
    guard top.scene.form?.isSubmitting != true else { return [] }
    guard entries.count > 1 else {
      isOver = true
      return []
    }
    return [.closeScene(over: entries[entries.count - 2].scene.id)]
  }

  /// Searches for a text in a scene that searches by itself.
  package mutating func search(_ text: String) -> [SceneEffect] {
    search(text, in: entries.count - 1)
  }

  /// Searches for a text in the scene of an entry.
  package mutating func search(_ text: String, in index: Int) -> [SceneEffect] {
    guard entries[index].scene.isSearch else { return [] }
    entries[index].searches += 1
    entries[index].isSearching = true
    return [.search(entries[index].scene.id, text, number: entries[index].searches)]
  }

  /// Opens a row of the topmost scene. After quick typing, that is a result of the latest search,
  /// not of an earlier one.
  package mutating func open(_ row: RowPath?) -> [SceneEffect] {
    guard top.isSearching else { return [.openRow(top.scene.id, row)] }
    top.searchToOpen = top.searches
    return []
  }

  /// Ends a search.
  /// - Returns: Whether a row of its results is to be opened.
  package mutating func endSearch(_ id: SceneID, number: Int) -> Bool {
    guard let index = entries.firstIndex(where: { $0.scene.id == id }) else { return false }
    if entries[index].searches == number { entries[index].isSearching = false }
    guard entries[index].searchToOpen == number else { return false }
    entries[index].searchToOpen = nil
    return id == top.scene.id
  }

  /// Loads more rows of the topmost scene, unless it is loading already.
  package mutating func loadMore() -> [SceneEffect] {
    guard top.scene.canLoadMore, !top.isLoadingMore else { return [] }
    top.isLoadingMore = true
    return [.loadMore(top.scene.id)]
  }

  package mutating func endLoadingMore(_ id: SceneID) {
    for index in entries.indices where entries[index].scene.id == id {
      entries[index].isLoadingMore = false
    }
  }

  /// Shows a message in the topmost scene, and the question that it asks, in place of the one
  /// before.
  package mutating func show(_ message: String, asking confirmation: PendingConfirmation? = nil) {
    top.message = message
    top.confirmation = confirmation
  }

  /// Answers the question of the topmost scene; nil if it asks none.
  /// - Parameter row: The row that is selected now.
  package mutating func answer(_ isConfirmed: Bool, on row: RowPath?) -> [SceneEffect]? {
    guard let asked = top.confirmation else { return nil }
    top.confirmation = nil
    return isConfirmed ? [.performConfirmed(top.scene.id, asked, row)] : []
  }
}

/// The number of rows that are loaded.
package struct RowCount: Equatable {
  package let count: Int
  package let hasMore: Bool

  package init(count: Int, hasMore: Bool) { (self.count, self.hasMore) = (count, hasMore) }
}

/// What the person was asked before an action is performed.
package struct PendingConfirmation: Equatable {
  /// The number of the action in its scene.
  package let action: Int
  /// The row that the question was about; nil for no row.
  package let path: RowPath?
  package let row: ListRow?

  package init(action: Int, path: RowPath?, row: ListRow?) {
    (self.action, self.path, self.row) = (action, path, row)
  }
}

/// What a presenter does with a scene.
package enum SceneEffect: Equatable {
  /// Load the first rows of its sections.
  case open(SceneID)
  case refresh(SceneID)
  /// Tell it that the row which it wants to be selected is known.
  case endSelection(SceneID)
  case loadMore(SceneID)
  /// Search in a scene that searches by itself.
  case search(SceneID, String, number: Int)
  /// Perform the action of Enter for a row or without one, or show what the row opens.
  case openRow(SceneID, RowPath?)
  /// Perform the action of a key for a row, or ask about it.
  case performAction(SceneID, Shortcut, RowPath?)
  /// Perform the action that the person was asked about, unless the row has changed since.
  case performConfirmed(SceneID, PendingConfirmation, RowPath?)
  case openBar(SceneID)
  case closeScene(over: SceneID)
  /// Check the value of a field that the person has left.
  case check(FieldPath)
}

/// A field of a form in an open scene.
package struct FieldPath: Equatable {
  package let scene: SceneID
  package let field: FormField.ID

  package init(scene: SceneID, field: FormField.ID) { (self.scene, self.field) = (scene, field) }
}
