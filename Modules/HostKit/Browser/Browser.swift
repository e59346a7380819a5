import Console
import Foundation
import Mediator
import Observation
import Scenes

/// The full-screen browser over the scenes of the modules.
///
/// Keys change the state of the browser and of the scenes. `frame` is a function of both, and `run`
/// draws it whenever either changes.
@MainActor @Observable
final class Browser {
  private static let maximumHeldKeys = 200

  /// The size of the screen.
  var size: ScreenSize
  let colors: ColorDepth
  let theme: Theme
  let mouse: MouseMode
  /// Whether the person has left the first scene.
  private(set) var isOver = false { didSet { if isOver { onEnd() } } }
  @ObservationIgnored private var onEnd: () -> Void = {}
  /// Sends the terminal an escape sequence that draws nothing.
  @ObservationIgnored var send: (String) -> Void = { _ in }
  let mediator: Mediator
  let descriptions: [SceneDescription]
  /// The bars of the modules, which scenes may embed.
  let bars: [BarDescription]
  let now: @Sendable () -> Date
  let clock: any Clock<Duration>
  /// The scene that has been loading for some time.
  var slowScene: ListScene?
  /// The scene that is loading, and the task that measures how long.
  @ObservationIgnored var loading: (scene: ListScene, timer: Task<Void, Never>)?
  /// The task that keeps the topmost scene current.
  @ObservationIgnored var updates: (scene: ListScene, task: Task<Void, Never>)?

  private let root: ListScene
  /// One entry for each scene that is open, from the first to the topmost.
  var entries: [NavigationEntry] = []
  /// The texts of the bars that were shown, each as a scene of one row.
  var barTexts: [BarID: ListScene] = [:]
  /// The task that keeps the bar of the screen current.
  @ObservationIgnored var barUpdates: (id: BarID, task: Task<Void, Never>)?
  /// The right half of a wide screen.
  var detailPane: DetailPane?
  @ObservationIgnored private var tasks: [Int: Task<Void, Never>] = [:]
  @ObservationIgnored private var lastTaskID = 0
  /// The keys that were pressed before the rows were loaded to which the first of them refers.
  @ObservationIgnored private var heldKeys: [Key] = []
  @ObservationIgnored private var isPressingHeldKeys = false
  /// Whether the transliterator was loaded for searches.
  @ObservationIgnored var hasLoadedTransliterator = false

  /// - Parameters:
  ///   - title: The title of the first scene, which lists `scenes`.
  ///   - widgets: What the first scene shows above that.
  ///   - bars: What scenes may show below their rows.
  init(
    title: String, _ scenes: [SceneDescription], widgets: [WidgetDescription] = [],
    bars: [BarDescription] = [], mediator: Mediator, size: ScreenSize, colors: ColorDepth,
    theme: Theme = .dark, mouse: MouseMode = .on, now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    root = .home(
      title, widgets: widgets, scenes: scenes,
      in: WidgetDescription.Context(mediator: mediator, now: now))
    self.mediator = mediator
    descriptions = scenes
    self.bars = bars
    self.size = size
    self.colors = colors
    self.theme = theme
    self.mouse = mouse
    self.now = now
    self.clock = clock
    root.now = now
    root.onEvent = { [weak self] event in
      switch event.kind {
      case .failed(let error) where event.section == nil: self?.showMessage("\(error)")
      case .custom(let value): self?.openScene(showing: value)
      case .notice(let text): self?.showMessage(text)
      case .copied(let text): self?.copy(text)
      case .selected, .changed, .failed: break
      }
    }
    updateEntries()
  }

  /// Draws the browser on a screen and handles its keys until the person leaves, the terminal is
  /// lost or the task is cancelled.
  func run(on screen: Screen) async {
    send = { screen.send($0) }
    let drawing = Task {
      let frames = Observations {
        Screen.prepareForStackOverflow()
        return self.frame
      }
      for await frame in frames {
        screen.show(frame)
        updateEntries()
      }
    }
    let events = Task {
      for await event in screen.events {
        switch event {
        case .key(.control("l")): screen.redraw()
        case .key(let key): press(key)
        case .needsRedraw, .resumed:
          resize(to: screen.size)
          screen.show(frame)
        }
      }
    }
    // Held keys may end the browser while no event arrives.
    onEnd = { events.cancel() }
    if isOver { events.cancel() }
    await withTaskCancellationHandler {
      await events.value
    } onCancel: {
      events.cancel()
    }
    drawing.cancel()
    cancelTasks()
  }

  /// The open scenes, from the first to the topmost.
  var scenes: [ListScene] { Array(sequence(first: root, next: \.pushed)) }

  /// The entry of the topmost scene.
  var currentEntry: NavigationEntry { entry(of: scenes.last ?? root) }

  /// The entry of the topmost scene that is not a sheet.
  var fullScreenEntry: NavigationEntry {
    entry(of: scenes.last { $0.presentation == .fullScreen } ?? root)
  }

  private func entry(of scene: ListScene) -> NavigationEntry {
    entries.last { $0.scene === scene } ?? NavigationEntry(scene: scene)
  }

  /// Handles a key; a click on a key in the last line is that key. A key that refers to a row is held
  /// until rows are loaded, and so are the keys after it, except for those that go back: they discard
  /// the held keys.
  func press(_ key: Key) {
    // A drag over a list sends many events, which do nothing.
    guard !key.isEndOfClick || scenes.last?.canvas != nil else { return }
    Screen.prepareForStackOverflow()
    updateEntries()
    if case .mouse(let event) = key, event.action == .press,
      let named = self.key(at: event.position)
    {
      return press(named)
    }
    let goesBack =
      [.escape, .control("o")].contains(key)
      || key == .character("q") && scenes.count > 1 && currentEntry.state.mode == .browsing
    if goesBack { heldKeys = [] }
    guard heldKeys.isEmpty, !mustHold(key) else {
      if heldKeys.count < Self.maximumHeldKeys { heldKeys.append(key) }
      return
    }
    handle(key)
  }

  /// Handles the held keys that need not wait any longer.
  private func pressHeldKeys() {
    guard !isPressingHeldKeys else { return }
    isPressingHeldKeys = true
    defer { isPressingHeldKeys = false }
    while let key = heldKeys.first, !mustHold(key), !awaitsFirstRow {
      heldKeys.removeFirst()
      handle(key)
    }
  }

  /// Whether the first row, to which the first held key refers, may still appear above the selected
  /// one. A section that loads slowly is not awaited.
  private var awaitsFirstRow: Bool {
    let entry = currentEntry
    guard let selection = entry.state.cursor.selection, !entry.state.cursor.isMoved,
      !isLoadingSlowly(entry.scene)
    else { return false }
    return entry.scene.sections.prefix { $0.id != selection.section }
      .contains { if case .loading = $0.state { true } else { false } }
  }

  /// Whether a key refers to a row and no row is loaded yet.
  private func mustHold(_ key: Key) -> Bool {
    let entry = currentEntry
    let rowKeys = entry.scene.keyBindings.filter { !$0.applies(nil) }.map(\.key)
    return entry.scene.isOpening && entry.state.cursor.selection == nil
      && entry.state.refersToRow(key, rowKeys: rowKeys)
  }

  private func handle(_ key: Key) {
    updateEntries()
    guard var entry = entries.popLast() else { return }
    // A click refers to the frame with the message.
    let content = content(of: entry)
    // The release after a click must not remove the message that the click has shown.
    if !key.isEndOfClick { entry.message = nil }
    entry.scene.rowToSelect = nil
    let previous = entry.state.cursor.selection
    let effect = entry.state.press(key, content)
    entries.append(entry)
    if let effect { perform(effect, in: entry) }
    updateEntries()
    // An error of a field is shown as soon as the person leaves the field.
    if let form = entry.scene.form, let previous, currentEntry.state.cursor.selection != previous {
      form.check(previous.row)
    }
  }

  /// Updates the entries to match the scenes: adds and loads new scenes, removes closed ones, loads
  /// more rows when the last ones are visible, and handles the held keys when there are rows.
  func updateEntries() {
    let scenes = scenes
    let unchanged = zip(entries, scenes).prefix { $0.scene === $1 }.count
    if unchanged < entries.count {
      entries.removeLast(entries.count - unchanged)
      if unchanged == scenes.count, let scene = scenes.last { refreshAfterReturn(to: scene) }
    }
    for scene in scenes.dropFirst(unchanged) {
      // When the person returns from a search result, keys move the cursor again.
      if let last = entries.indices.last, entries[last].state.mode == .searching {
        entries[last].state.mode = .browsing
      }
      var entry = NavigationEntry(scene: scene)
      if scene.search != nil { entry.state.mode = .searching }
      if scene.form != nil { entry.state.mode = .filling }
      entries.append(entry)
      startTask { await scene.open() }
    }
    guard let scene = scenes.last else { return }
    keepCurrent(scene)
    updateBar()
    updateLoadingMark(of: scene)
    let content = content(of: currentEntry)
    var state = currentEntry.state
    state.update(for: content)
    if let row = scene.rowToSelect,
      state.cursor.select(row, in: content.lines, height: content.height)
    {
      scene.rowToSelect = nil
    }
    if state != currentEntry.state { entries[entries.count - 1].state = state }
    if scene.search != nil, state.search.text.isEmpty, currentEntry.search == nil,
      currentEntry.allRows?.count != scene.rowCount
    {
      entries[entries.count - 1].allRows = (scene.rowCount, scene.hasMore)
    }
    updateEntryBehindSheet()
    updateDetailPane()
    let isAtEnd = state.cursor.top + content.height >= content.lines.count
    if isAtEnd, scene.canLoadMore { startTask { await scene.loadMore() } }
    pressHeldKeys()
  }

  /// Changes the size of the screen and keeps the selected row visible.
  func resize(to size: ScreenSize) {
    self.size = size
    updateEntries()
    scrollToSelection()
  }

  func scrollToSelection() {
    let content = content(of: currentEntry)
    entries[entries.count - 1].state.cursor.scrollToSelection(
      in: content.lines, height: content.height)
  }

  /// Closes the topmost scene. Closing the first one ends the browser. A form stays open while its
  /// action is running, whose result would be lost.
  func leave() {
    let scenes = scenes
    guard scenes.last?.form?.isSubmitting != true else { return }
    if scenes.count > 1 { scenes[scenes.count - 2].pop() } else { isOver = true }
  }

  @discardableResult
  func startTask(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    lastTaskID += 1
    let id = lastTaskID
    let task = Task {
      Screen.prepareForStackOverflow()
      await body()
      tasks[id] = nil
      updateEntries()
    }
    tasks[id] = task
    return task
  }

  /// Waits until no task is running, apart from those that wait for a form.
  func waitUntilIdle() async {
    func isBusy() -> Bool {
      let forms = scenes.compactMap(\.form)
      let running = scenes.reduce(tasks.count) { $0 + $1.runningTasks }
      return running > forms.count || forms.contains { $0.isSubmitting }
    }
    repeat {
      await Task.yield()
      updateEntries()
    } while isBusy()
  }

  private func cancelTasks() {
    for task in tasks.values { task.cancel() }
    updates?.task.cancel()
    barUpdates?.task.cancel()
    detailPane?.task.cancel()
    loading?.timer.cancel()
  }
}

/// An open scene with the state of the browser in it.
struct NavigationEntry {
  let scene: ListScene
  var state = BrowserState()
  /// The latest search of the scene.
  var search: Task<Void, Never>?
  /// The number of rows of a search scene before the person typed a text.
  var allRows: (count: Int, hasMore: Bool)?
  /// The message above the last line; the next key removes it.
  var message: String?
  let layoutCache = LayoutCache()
}

/// The layout of a scene, cached because moving the cursor does not change it.
@MainActor
final class LayoutCache {
  var layout: Browser.Layout?
}

extension Key {
  /// Whether the mouse was moved or released after a click, which only a canvas needs to know.
  fileprivate var isEndOfClick: Bool {
    guard case .mouse(let event) = self else { return false }
    return [.drag, .release].contains(event.action)
  }
}

extension ListScene {
  /// Whether a section has not loaded its first page yet.
  var isOpening: Bool {
    sections.contains { if case .loading = $0.state { true } else { false } }
  }

  var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

  /// Whether a section has more rows to load.
  var hasMore: Bool { sections.contains { $0.hasMore } }

  /// Whether a section has more rows, and no section is loading or has failed.
  fileprivate var canLoadMore: Bool {
    let sections = self.sections
    return hasMore
      && sections.allSatisfy { !$0.isLoading && $0.state.error == nil }
  }
}
