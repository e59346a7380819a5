import Console
import Foundation
import Mediator
import ModuleManager
import Observation
import Scenes

/// The full-screen browser over the scenes of the modules.
///
/// Keys change the state of the browser and of the scenes. `frame` is a function of both, and `run`
/// draws it whenever either changes.
@MainActor @Observable
final class Browser {
  typealias ChangesByOthers =
    @Sendable ([any Event.Type]) -> (@Sendable () async -> AsyncStream<Void>)?

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
  /// Returns the changes by other processes of the data that some events are about; see
  /// `ModuleManager.changesByOthers`.
  let changesByOthers: ChangesByOthers
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
  @ObservationIgnored var heldKeys: [Key] = []
  @ObservationIgnored var isPressingHeldKeys = false
  /// The row that is being opened; nil for none. The keys that follow belong to what it opens.
  @ObservationIgnored var opening: RowOpening?
  /// The line on which the mouse was pressed, until it is released.
  @ObservationIgnored var pressedScale: PressedScale?
  /// Whether ICU has read the rules of transliteration, which takes long at the first use.
  var isTransliteratorLoaded = false
  @ObservationIgnored var isLoadingTransliterator = false

  /// - Parameters:
  ///   - title: The title of the first scene, which lists `scenes`.
  ///   - widgets: What the first scene shows above that.
  ///   - bars: What scenes may show below their rows.
  ///   - pickers: What forms offer in place of typing.
  init(
    title: String, _ scenes: [SceneDescription], widgets: [WidgetDescription] = [],
    bars: [BarDescription] = [], pickers: [PickerDescription] = [], mediator: Mediator,
    size: ScreenSize, colors: ColorDepth,
    theme: Theme = .dark, mouse: MouseMode = .on,
    changesByOthers: @escaping ChangesByOthers = { _ in nil },
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(),
    followerDeadline: Duration = Deadlines.standard.hook
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
    self.changesByOthers = changesByOthers
    self.now = now
    self.clock = clock
    root.environment.now = now
    root.environment.followerDeadline = followerDeadline
    root.environment.pickers = pickers.map { $0.picker(through: mediator) }
    root.onRequest = { [weak self] request in
      switch request {
      case .open(let value): self?.openScene(showing: value)
      case .notify(let sentence): self?.showMessage("\(sentence)")
      case .copy(let text): self?.copy(text)
      case .report(let error): self?.showError(error)
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
    updateOpening()
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

  /// Starts a task of a key, and runs it until it waits for the first time, so that the next key refers
  /// to what it has opened.
  func startTaskAtOnce(_ body: @escaping @MainActor () async -> Void) {
    lastTaskID += 1
    let id = lastTaskID
    var isRunning = true
    let task = Task.immediate {
      Screen.prepareForStackOverflow()
      await body()
      isRunning = false
      tasks[id] = nil
      updateEntries()
    }
    if isRunning { tasks[id] = task }
  }

  /// Waits until no task is running, apart from those that wait for a form.
  func waitUntilIdle() async {
    repeat {
      await Task.yield()
      updateEntries()
    } while isBusy
  }

  /// Whether a task is running, apart from those that wait for a form.
  var isBusy: Bool {
    let forms = scenes.compactMap(\.form)
    let running = scenes.reduce(tasks.count) { $0 + $1.runningTasks }
    return running > forms.count || forms.contains { $0.isSubmitting }
  }

  private func cancelTasks() {
    for task in tasks.values { task.cancel() }
    updates?.task.cancel()
    barUpdates?.task.cancel()
    detailPane?.task.cancel()
    loading?.timer.cancel()
    opening?.timer.cancel()
  }
}
