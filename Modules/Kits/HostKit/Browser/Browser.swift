import Console
import Foundation
import Mediator
import ModuleManager
import Observation
import Scenes

/// The full-screen browser over the scenes of the modules.
///
/// Its state is a value, which messages change. Here, the effects that follow are performed, and
/// what they lead to is passed to the state as messages again. `frame` is a function of the state
/// and of the scenes, and `run` draws it whenever either changes.
@MainActor @Observable
final class Browser {
  private typealias RunningActivity = (activity: BrowserState.Activity, task: Task<Void, Never>)

  private(set) var state: BrowserState
  @ObservationIgnored private var messages: [BrowserState.Message] = []
  @ObservationIgnored private var isReceiving = false
  @ObservationIgnored private var onEnd: () -> Void = {}
  /// Sends the terminal an escape sequence that draws nothing.
  @ObservationIgnored var send: (String) -> Void = { _ in }
  let mediator: Mediator
  let descriptions: [SceneDescription]
  /// The bars of the modules, which scenes may embed.
  let bars: [BarDescription]
  let now: @Sendable () -> Date
  let clock: any Clock<Duration>

  private let root: ListScene
  /// The scenes to which the identities in the state belong, kept so that no other scene gets one
  /// of them.
  @ObservationIgnored private var knownScenes: [ListScene] = []
  /// The texts of the bars that were shown, each as a scene of one row.
  var barTexts: [BarID: ListScene] = [:]
  /// The detail of the selected row; nil while the cursor has not rested yet, and for a row without
  /// a detail.
  var detail: (pane: DetailPane, scene: ListScene)?
  @ObservationIgnored private var activities: [RunningActivity] = []
  @ObservationIgnored private var tasks: [Int: Task<Void, Never>] = [:]
  @ObservationIgnored private var lastTaskID = 0
  @ObservationIgnored private var subscriptions: [Subscription] = []

  /// - Parameters:
  ///   - title: The title of the first scene, which lists `scenes`.
  ///   - widgets: What the first scene shows above that.
  ///   - bars: What scenes may show below their rows.
  ///   - pickers: What forms offer in place of typing.
  ///   - notices: What is shown after events.
  init(
    title: String, _ scenes: [SceneDescription], widgets: [WidgetDescription] = [],
    bars: [BarDescription] = [], pickers: [PickerDescription] = [],
    notices: [NoticeDescription] = [], mediator: Mediator,
    size: ScreenSize, colors: ColorDepth,
    theme: Theme = .dark, mouse: MouseMode = .on,
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
    self.now = now
    self.clock = clock
    root.environment.now = now
    root.environment.followerDeadline = followerDeadline
    root.environment.pickers = pickers.map { $0.picker(through: mediator) }
    state = BrowserState(
      SceneSnapshot(root), size: size, colors: colors, theme: theme, mouse: mouse)
    root.onRequest = { [weak self] request in
      switch request {
      case .open(let value): self?.openScene(showing: value)
      case .notify(let sentence): self?.showMessage("\(sentence)")
      case .copy(let text): self?.copy(text)
      case .report(let error): self?.showError(error)
      }
    }
    subscriptions = notices.map { notice in
      notice.follow(mediator) { [weak self] text in
        Task { await self?.receive(.notice("\(text)")) }
      }
    }
    perform(.scene(.open(ObjectIdentifier(root))))
    reconcile()
  }

  /// Draws the browser on a screen and handles its keys until the person leaves, the terminal is
  /// lost or the task is cancelled.
  func run(on screen: Screen) async {
    send = { screen.send($0) }
    let drawing = Task {
      let frames = Observations {
        Screen.prepareForStackOverflow()
        // Here, so that what the state learns of the scenes draws no second frame.
        self.reconcile()
        return self.frame
      }
      for await frame in frames { screen.show(frame) }
    }
    let events = Task {
      for await event in screen.events {
        switch event {
        case .key(.control("l")): screen.redraw()
        case .key(let key): press(key)
        case .needsRedraw, .resumed:
          receive(.resized(screen.size))
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
    for task in Array(tasks.values) + activities.map(\.task) { task.cancel() }
  }

  /// The open scenes, from the first to the topmost.
  var scenes: [ListScene] { Array(sequence(first: root, next: \.pushed)) }

  func scene(_ id: SceneID) -> ListScene? { scenes.last { ObjectIdentifier($0) == id } }

  /// Whether the person has left the first scene.
  var isOver: Bool { state.navigation.isOver }

  /// The content of the whole screen.
  var frame: ScreenFrame { view.frame }

  /// Draws the state that follows from what the scenes are now, without the effects.
  private var view: BrowserView {
    var state = state
    _ = state.receive(scenesChanged)
    return BrowserView(state: state, scenes: scenes, detail: detail?.scene)
  }

  private var scenesChanged: BrowserState.Message {
    .scenesChanged(scenes.map { SceneSnapshot($0, bar: bar(of: $0)) }, isBusy: isBusy)
  }

  /// Handles a key; a click on a key in the last line is that key.
  func press(_ key: Key) {
    Screen.prepareForStackOverflow()
    let isAsking = state.top.confirmation != nil
    reconcile()
    // A question that a held key has just asked was not shown yet, so the key is no answer to it.
    guard isAsking || state.top.confirmation == nil else { return }
    guard case .mouse(let event) = key, event.action == .press,
      event.position.row == state.size.rows - 1, let named = view.key(at: event.position)
    else { return process(.key(key)) }
    process(.key(named))
  }

  /// Changes the state after a message, and performs the effects. A message that arrives meanwhile
  /// is received afterwards.
  func receive(_ message: BrowserState.Message) {
    messages.append(message)
    reconcile()
  }

  /// Passes the open scenes and the waiting messages to the state.
  func reconcile() { process(scenesChanged) }

  /// Receives a message, and then the open scenes until the state has nothing to be done. Effects
  /// may change the scenes, so each waiting message refers to what they are after the effects of
  /// the one before.
  private func process(_ message: BrowserState.Message) {
    guard !isReceiving else { return }
    isReceiving = true
    defer { isReceiving = false }
    var next: BrowserState.Message? = message
    while let message = next {
      let hasEffects = update(message)
      if case .scenesChanged = message, !hasEffects {
        next = messages.isEmpty ? nil : messages.removeFirst()
        if next == nil, state.isHeldKeyReady { next = .heldKey }
      } else {
        next = scenesChanged
      }
    }
  }

  /// - Returns: Whether there were effects.
  private func update(_ message: BrowserState.Message) -> Bool {
    var next = state
    let effects = next.receive(message)
    // Nothing is drawn again when nothing has changed.
    if next != state { state = next }
    if case .scenesChanged = message { knownScenes = scenes }
    for effect in effects { perform(effect) }
    updateActivities()
    if isOver { onEnd() }
    return !effects.isEmpty
  }

  /// Starts a task, and runs it until it waits for the first time, so that the next key refers to
  /// what it has opened. The scenes are passed to the state when it ends.
  func startTask(_ body: @escaping @MainActor () async -> Void) {
    lastTaskID += 1
    let id = lastTaskID
    var isRunning = true
    let task = Task.immediate {
      Screen.prepareForStackOverflow()
      await body()
      isRunning = false
      tasks[id] = nil
      reconcile()
    }
    if isRunning { tasks[id] = task }
  }

  /// Ends the activities that the state no longer needs, and begins those that are new in it.
  private func updateActivities() {
    let needed = state.activities
    for (activity, task) in activities where !needed.contains(activity) { task.cancel() }
    activities.removeAll { !needed.contains($0.activity) }
    for activity in needed where !activities.contains(where: { $0.activity == activity }) {
      if case .showBar(let id) = activity { loadBar(id) }
      activities.append((activity, Task { await run(activity) }))
    }
    if let shown = detail?.pane, state.detailPane?.isOfSameRow(as: shown) != true { detail = nil }
  }

  /// Waits until no task is running, apart from those that wait for a form.
  func waitUntilIdle() async {
    repeat {
      await Task.yield()
      reconcile()
    } while isBusy
  }

  /// Whether a task is running, apart from those that wait for a form.
  private var isBusy: Bool {
    let forms = scenes.compactMap(\.form)
    let running = scenes.reduce(tasks.count) { $0 + $1.runningTasks }
    return running > forms.count || forms.contains { $0.isSubmitting }
  }
}
