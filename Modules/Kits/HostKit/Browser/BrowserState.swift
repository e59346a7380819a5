import Console
import Documents
import Scenes

/// The state of the browser, as a value: what a message changes, and what is to be done then.
///
/// `receive` is the only way to change it, and has no other effect. It refers to the open scenes by
/// their identities and reads only their snapshots, so that a test needs no screen, no clock and no
/// tasks. `Browser` performs the effects, and passes what follows from them back as messages.
struct BrowserState: Equatable {
  typealias Entry = NavigationState<ScreenState>.Entry

  /// What has happened.
  enum Message {
    /// The open scenes are now these, from the first to the topmost. `isBusy` is whether work is
    /// running that may change them, apart from forms that are being filled.
    case scenesChanged([SceneSnapshot], isBusy: Bool)
    /// The person has pressed a key.
    case key(Key)
    /// The first held key need not wait any longer.
    case heldKey
    case resized(ScreenSize)
    /// The person is to be told a sentence.
    case message(String)
    /// A module has a notice, which waits until the person has answered a question.
    case notice(String)
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
    /// Open the scene of a link of the app.
    case openLink(String)
    /// Write a scene to a file; nil for a new file named after the title.
    case save(SceneID, path: String?)
    /// Copy a scene to the clipboard.
    case copy(SceneID)
    case loadTransliterator
  }

  /// What is done as long as the state says so.
  enum Activity: Equatable {
    /// Load the text of a bar.
    case showBar(BarID)
    /// Load the detail of a row when the cursor has rested there. The detail before is shown until
    /// then if it is one of the same row.
    case showDetail(DetailPane)
    /// Send `timerFired` once after the time of the timers.
    case wait(Timer)
  }

  enum Timer: Equatable {
    /// The title shows that a scene is loading rows: a mark at each refresh would flicker.
    case loadingMark(SceneID)
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
  let keys: BrowserKeys
  /// What links of the app begin with, such as `shop://`.
  let linkPrefixes: [String]
  /// The size of the screen.
  private(set) var size: ScreenSize
  var navigation: NavigationState<ScreenState>
  /// Whether the open scenes were received.
  private var hasScenes = false
  /// The scene that has been loading for some time.
  private var slowScene: SceneID?
  /// The selected field of the form that is the topmost scene.
  private var selectedField: FieldPath?
  private(set) var transliterator = Transliterator.notLoaded
  /// The notices that were not shown yet.
  private var notices: [String] = []
  /// The keys that were pressed before the rows were loaded to which the first of them refers.
  var heldKeys: [Key] = []
  /// The scenes that were open before a row is opened, until another one is shown or nothing is
  /// done any more. The keys that follow belong to what it opens.
  var opening: [SceneID]?
  /// The line on which the mouse was pressed, until it is released.
  var pressedScale: PressedScale?

  init(
    _ first: SceneSnapshot, size: ScreenSize, colors: ColorDepth, theme: Theme, mouse: MouseMode,
    keys: BrowserKeys = .standard, linkPrefixes: [String] = []
  ) {
    navigation = NavigationState(first, view: ScreenState(first))
    self.size = size
    self.colors = colors
    self.theme = theme
    self.mouse = mouse
    self.keys = keys
    self.linkPrefixes = linkPrefixes
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
    case .scenesChanged(let scenes, let isBusy):
      if !isBusy { opening = nil }
      // After most keys, the scenes are the same, and the screen fits them already.
      guard !hasScenes || !navigation.entries.lazy.map(\.scene).elementsEqual(scenes)
      else { return [] }
      hasScenes = true
      effects = navigation.reconcile(with: scenes) { ScreenState($0) }.map(Effect.scene)
    case .key(let key): effects = press(key)
    case .heldKey: if !heldKeys.isEmpty { effects = handle(heldKeys.removeFirst()) }
    case .resized(let size):
      self.size = size
      updateCursor()
      scrollToSelection()
    case .message(let sentence): show(sentence)
    case .notice(let sentence): notices.append(sentence)
    case .question(let sentence, let confirmation):
      // Keys that were pressed before the question was shown are no answer.
      heldKeys = []
      show(sentence, asking: confirmation)
    case .searchEnded(let id, let number): effects = endSearch(id, number)
    case .moreLoaded(let id): navigation.endLoadingMore(id)
    case .timerFired(.loadingMark(let id)): slowScene = id
    case .timerFired(.opening): opening = nil
    case .transliteratorLoaded: transliterator = .loaded
    }
    if top.confirmation == nil, !notices.isEmpty {
      show(notices.joined(separator: " "))
      notices = []
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
    let clearing = endSearches()
    if !top.scene.isLoading { slowScene = nil }
    if opening?.contains(top.scene.id) == false { opening = nil }
    var effects = clearing + updateField()
    if top.view.cursor.top + content.height >= content.lines.count {
      effects += navigation.loadMore().map(Effect.scene)
    }
    if transliterator == .notLoaded, needsTransliterator(content) {
      transliterator = .loading
      effects.append(.loadTransliterator)
    }
    return effects
  }

  /// Ends the searches of the scenes below the topmost one: when the person returns from a search
  /// result, keys move the cursor again. A search field is empty then, and keys type in it.
  private mutating func endSearches() -> [Effect] {
    var effects: [Effect] = []
    for index in navigation.entries.indices.dropLast()
    where navigation.entries[index].view.mode == .searching {
      guard navigation.entries[index].scene.prompt != nil else {
        navigation.entries[index].view.mode = .browsing
        continue
      }
      guard !navigation.entries[index].view.search.text.isEmpty else { continue }
      navigation.entries[index].view.search.clear()
      navigation.entries[index].view.cursor = Cursor()
      effects += navigation.search("", in: index).map(Effect.scene)
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

  /// Whether a search needs the transliterator for a row that is visible. It takes some 80 ms, for
  /// which the first letter of a search would wait.
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

  /// What is done as long as the state is this one.
  var activities: [Activity] {
    let bar = navigation.fullScreen.scene.bar?.id
    return (bar.map { [.showBar($0)] } ?? [])
      + (detailPane.map { [.showDetail($0)] } ?? [])
      + (top.scene.isLoading ? [.wait(.loadingMark(top.scene.id))] : [])
      + (opening == nil ? [] : [.wait(.opening)])
  }

  /// The row whose detail the right half of a wide screen shows.
  var detailPane: DetailPane? {
    let entry = navigation.fullScreen
    guard hasDetailPane(entry), let path = entry.view.cursor.selection,
      let row = entry.scene.content.list.row(at: path)
    else { return nil }
    return DetailPane(list: entry.scene.id, path: path, row: row)
  }
}

/// The row whose detail a wide screen shows beside the list.
struct DetailPane: Equatable {
  let list: SceneID
  let path: RowPath
  let row: ListRow

  func isOfSameRow(as other: DetailPane) -> Bool { list == other.list && path == other.path }
}
