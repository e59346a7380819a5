import Console
import Documents
import Foundation
import Scenes

/// The state of the browser, as a value: what a message changes, and what is to be done then.
///
/// `receive` is the only way to change it, and has no other effect. It refers to the open scenes by their
/// identities and reads only their snapshots, so that a test needs no screen, no clock and no tasks. `Browser` performs
/// the effects, and passes what follows from them back as messages.
struct BrowserState: Equatable {
  typealias Entry = NavigationState<ScreenState>.Entry

  /// What has happened.
  enum Message {
    /// The open scenes are now these.
    case scenesChanged(OpenScenes)
    /// The person has pressed a key.
    case key(Key)
    /// The first held key need not wait any longer.
    case heldKey
    case resized(ScreenSize)
    /// The person is to be told a sentence.
    case message(String)
    /// The person is to be asked before an action is performed.
    case question(String, PendingConfirmation)
    /// A search of a scene has ended, with its number.
    case searchEnded(SceneID, Int)
    /// More rows of a scene were loaded, or could not be.
    case moreLoaded(SceneID)
    case timerFired(Timer)
    case transliteratorLoaded
  }

  /// What is to be done.
  enum Effect: Equatable {
    case scene(SceneEffect)
    /// Change the value of a field by a key.
    case edit(FieldPath, Key)
    /// Pass an action of the mouse at a cell to the canvas of a scene.
    case canvas(SceneID, MouseEvent.Action, ScreenFrame.Position)
    /// Move the position on a scale of a scene.
    case moveScale(SceneID, String, Scale.Move)
    /// Write a scene to a file; nil for a new file named after the title.
    case save(SceneID, path: String?)
    /// Copy a scene to the clipboard.
    case copy(SceneID)
    /// Send `timerFired` after the time of the timer, in place of the same timer before.
    case startTimer(Timer)
    case stopTimer(Timer)
    /// Load what belongs into the pane after some time, and keep it current, in place of the detail before; nil
    /// for nothing. The detail before remains visible until then if it is one of the same row.
    case showDetail(DetailPane?, isSameRow: Bool)
    case loadTransliterator
  }

  /// What happens after some time unless it is stopped.
  enum Timer: Hashable, CaseIterable {
    /// The title shows that rows are being loaded: a mark at each refresh would flicker.
    case loadingMark
    /// Keys no longer wait for the scene that a row opens.
    case opening

    static let duration = Duration.milliseconds(300)
  }

  /// Whether ICU has read the rules of transliteration, which takes long at the first use.
  enum Transliterator {
    case notLoaded, loading, loaded
  }

  let colors: ColorDepth
  let theme: Theme
  let mouse: MouseMode
  /// The size of the screen.
  private(set) var size: ScreenSize
  var navigation: NavigationState<ScreenState>
  /// Whether work is running, apart from forms that are being filled.
  private var isBusy = false
  /// The scene that is loading.
  private var loadingScene: SceneID?
  /// The scene that has been loading for some time.
  private var slowScene: SceneID?
  /// The row whose detail the right half of a wide screen shows.
  private var detailPane: DetailPane?
  /// The selected field of the form that is the topmost scene.
  private var selectedField: FieldPath?
  private(set) var transliterator = Transliterator.notLoaded
  /// The keys that were pressed before the rows were loaded to which the first of them refers.
  var heldKeys: [Key] = []
  /// The scenes that were open before a row is opened; nil if none is. The keys that follow belong to what it
  /// opens.
  private(set) var opening: [SceneID]?
  /// The line on which the mouse was pressed, until it is released.
  var pressedScale: PressedScale?

  init(
    _ first: SceneSnapshot, size: ScreenSize, colors: ColorDepth, theme: Theme, mouse: MouseMode
  ) {
    navigation = NavigationState(first, view: ScreenState(first))
    self.size = size
    self.colors = colors
    self.theme = theme
    self.mouse = mouse
  }

  /// The entry of the topmost scene.
  var top: Entry {
    get { navigation.top }
    set { navigation.top = newValue }
  }

  /// Changes the state after a message.
  /// - Returns: What is to be done, in this order.
  mutating func receive(_ message: Message) -> [Effect] {
    var effects: [Effect] = []
    switch message {
    case .scenesChanged(let scenes):
      isBusy = scenes.isBusy
      effects = navigation.reconcile(with: scenes.stack) { ScreenState($0) }.map(Effect.scene)
    case .key(let key): effects = press(key)
    case .heldKey: if !heldKeys.isEmpty { effects = handle(heldKeys.removeFirst()) }
    case .resized(let size):
      self.size = size
      updateCursor()
      scrollToSelection()
    case .message(let sentence): show(sentence)
    case .question(let sentence, let confirmation):
      // Keys that were pressed before the question was shown are no answer.
      heldKeys = []
      show(sentence, asking: confirmation)
    case .searchEnded(let id, let number): effects = endSearch(id, number)
    case .moreLoaded(let id): navigation.endLoadingMore(id)
    case .timerFired(.loadingMark): slowScene = loadingScene
    case .timerFired(.opening): opening = nil
    case .transliteratorLoaded: transliterator = .loaded
    }
    return effects + updateScreen()
  }

  /// Keeps the cursors in the lines that are shown now, and returns what is to be loaded for them.
  private mutating func updateScreen() -> [Effect] {
    let content = updateCursor()
    if let row = top.rowToSelect,
      top.view.cursor.select(row, in: content.lines, height: content.height)
    {
      top.rowToSelect = nil
    }
    if isSheet(top) {
      let behind = self.content(of: navigation.fullScreen)
      navigation.fullScreen.view.update(for: behind)
    }
    // When the person returns from a search result, keys move the cursor again.
    for index in navigation.entries.indices.dropLast()
    where navigation.entries[index].view.mode == .searching {
      navigation.entries[index].view.mode = .browsing
    }
    var effects = updateLoadingMark() + updateDetailPane() + updateField() + updateOpening()
    if top.view.cursor.top + content.height >= content.lines.count {
      effects += navigation.loadMore().map(Effect.scene)
    }
    if transliterator == .notLoaded, needsTransliterator(content) {
      transliterator = .loading
      effects.append(.loadTransliterator)
    }
    return effects
  }

  @discardableResult
  private mutating func updateCursor() -> ScreenState.Content {
    let content = content(of: top)
    top.view.update(for: content)
    return content
  }

  /// Shows a message, and scrolls so that it does not cover the selected row.
  mutating func show(_ sentence: String, asking confirmation: PendingConfirmation? = nil) {
    navigation.show(sentence.printable, asking: confirmation)
    scrollToSelection()
  }

  private mutating func scrollToSelection() { top.view.scrollToSelection(in: content(of: top)) }

  private mutating func endSearch(_ id: SceneID, _ number: Int) -> [Effect] {
    // Select the first result, which matches best.
    if top.scene.id == id { top.view.cursor = Cursor() }
    guard navigation.endSearch(id, number: number) else { return [] }
    updateCursor()
    return [.scene(.openRow(id, top.view.cursor.selection))]
  }

  /// Whether a search needs the transliterator for a row that is visible. It takes some 80 ms, for which the first
  /// letter of a search would wait.
  private func needsTransliterator(_ content: ScreenState.Content) -> Bool {
    !top.scene.isCanvas
      && lines(of: top).dropFirst(cursor(of: top).top).prefix(content.height)
        .contains { $0.rowPath != nil && $0.text.isBeyondLatin }
  }

  /// Checks the value of a field that the person has left, so that its error is shown at once.
  private mutating func updateField() -> [Effect] {
    let previous = selectedField
    selectedField = top.scene.form == nil ? nil : field(of: top)
    guard let previous, previous != selectedField else { return [] }
    return [.scene(.check(previous))]
  }

  /// The selected field of a form.
  func field(of entry: Entry) -> FieldPath? {
    entry.view.cursor.selection.map { FieldPath(scene: entry.scene.id, field: $0.row) }
  }
}

extension BrowserState {
  /// Whether the rows of a scene have been loading for some time.
  func isLoadingSlowly(_ entry: Entry) -> Bool {
    entry.scene.isLoading && slowScene == entry.scene.id
  }

  /// Begins to measure how long the topmost scene has been loading, or ends it.
  private mutating func updateLoadingMark() -> [Effect] {
    let loading = top.scene.isLoading ? top.scene.id : nil
    if loading == nil { slowScene = nil }
    guard loading != loadingScene else { return [] }
    loadingScene = loading
    return [loading == nil ? .stopTimer(.loadingMark) : .startTimer(.loadingMark)]
  }

  /// Keeps the detail of the selected row in the pane. When only the item of the row changes, the old detail is
  /// shown until the new one is loaded.
  private mutating func updateDetailPane() -> [Effect] {
    let (entry, previous) = (navigation.fullScreen, detailPane)
    detailPane = nil
    if hasDetailPane(entry), let path = entry.view.cursor.selection,
      let row = entry.scene.content.list.row(at: path)
    {
      detailPane = DetailPane(list: entry.scene.id, path: path, row: row)
    }
    guard detailPane != previous else { return [] }
    let isSameRow = detailPane?.list == previous?.list && detailPane?.path == previous?.path
    return [.showDetail(detailPane, isSameRow: isSameRow)]
  }

  /// Holds the keys after one that opens a row.
  mutating func beginOpening() -> [Effect] {
    opening = navigation.entries.map(\.scene.id)
    // What the row opens is known with the next `scenesChanged`.
    isBusy = true
    return [.startTimer(.opening)]
  }

  mutating func endOpening() -> [Effect] {
    guard opening != nil else { return [] }
    opening = nil
    return [.stopTimer(.opening)]
  }

  /// Ends the opening of a row when a scene is shown that was not open before, or nothing is done any more.
  private mutating func updateOpening() -> [Effect] {
    guard let opening, !opening.contains(top.scene.id) || !isBusy else { return [] }
    return endOpening()
  }
}

/// The row whose detail a wide screen shows beside the list.
struct DetailPane: Equatable {
  let list: SceneID
  let path: RowPath
  let row: ListRow
}
