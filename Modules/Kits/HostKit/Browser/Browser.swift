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
  let clock: any Clock<Duration>

  let presenter: ScenePresenter
  /// The scenes to which the identities in the state belong, kept so that no other scene gets one
  /// of them.
  @ObservationIgnored private var knownScenes: [ListScene] = []
  /// The detail of the selected row; nil while the cursor has not rested yet, and for a row without
  /// a detail.
  var detail: (pane: DetailPane, scene: ListScene)?
  @ObservationIgnored private var activities: [RunningActivity] = []

  /// - Parameter title: The title of the first scene, which lists the scenes of the modules.
  init(
    title: String, _ contributions: PresentedContributions, mediator: Mediator,
    size: ScreenSize, colors: ColorDepth,
    theme: Theme = .dark, mouse: MouseMode = .on, keys: BrowserKeys = .standard,
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(),
    followerDeadline: Duration = Deadlines.standard.hook
  ) {
    presenter = ScenePresenter(
      title, contributions, through: mediator, now: now, followerDeadline: followerDeadline)
    self.clock = clock
    state = BrowserState(
      SceneSnapshot(presenter.root), size: size, colors: colors, theme: theme, mouse: mouse,
      keys: keys, linkPrefixes: mediator.linkPrefixes)
    presenter.onTaskStart = { Screen.prepareForStackOverflow() }
    presenter.receive = { [weak self] message in
      switch message {
      case .message(let sentence): self?.receive(.message(sentence))
      case .error(let error): self?.receive(.message(error.sentence))
      case .notice(let sentence): self?.receive(.notice(sentence))
      case .question(let sentence, let asked): self?.receive(.question(sentence, asked))
      case .searchEnded(let id, let number): self?.receive(.searchEnded(id, number))
      case .moreLoaded(let id): self?.receive(.moreLoaded(id))
      case .copy(let text): self?.copy(text)
      case .scenesChanged: self?.reconcile()
      }
    }
    perform(.scene(.open(ObjectIdentifier(presenter.root))))
    reconcile()
  }

  /// Opens a scene, or else a place, above the first scene.
  func begin(with scene: ListScene?, at place: ScenePlace) {
    if let scene {
      presenter.root.push(scene)
    } else if !place.isFirst {
      presenter.startTask { [presenter] in await presenter.open(place) }
    }
    reconcile()
  }

  /// Where the person is.
  var place: ScenePlace { presenter.place }

  /// Draws the browser on a screen and handles its keys until the person leaves, the terminal is
  /// lost or the task is cancelled.
  func run(on screen: Screen) async {
    send = { screen.send($0) }
    let drawing = Task {
      let frames = ObservedValues {
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
    for activity in activities { activity.task.cancel() }
    presenter.end()
  }

  /// The open scenes, from the first to the topmost.
  var scenes: [ListScene] { presenter.scenes }

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
    .scenesChanged(presenter.snapshots, isBusy: presenter.isBusy)
  }

  /// Handles a key of the terminal.
  func press(_ key: Key) {
    for key in state.keys(of: key) { handle(key) }
  }

  /// Handles a key; a click on a key in the last line is that key.
  private func handle(_ key: Key) {
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
    presenter.closeOldScenes()
    updateActivities()
    if isOver { onEnd() }
    return !effects.isEmpty
  }

  /// Ends the activities that the state no longer needs, and begins those that are new in it.
  private func updateActivities() {
    let needed = state.activities
    for (activity, task) in activities where !needed.contains(activity) { task.cancel() }
    activities.removeAll { !needed.contains($0.activity) }
    for activity in needed where !activities.contains(where: { $0.activity == activity }) {
      if case .showBar(let id) = activity { presenter.loadBar(id) }
      activities.append((activity, Task { await run(activity) }))
    }
    if let shown = detail?.pane, state.detailPane?.isOfSameRow(as: shown) != true { detail = nil }
  }

  /// Waits until no task is running, apart from those that wait for a form.
  func waitUntilIdle() async {
    repeat {
      await Task.yield()
      reconcile()
    } while presenter.isBusy
  }
}
