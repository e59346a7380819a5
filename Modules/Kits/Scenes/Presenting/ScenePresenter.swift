package import Foundation
package import Mediator
import Observation
import Platform

/// The open scenes of one person. It does with them what the state of a presenter asks for, and
/// reports what follows.
@MainActor @Observable
package final class ScenePresenter {
  /// What a presenter passes to its state, or does.
  package enum Message: Sendable {
    case message(String)
    case error(any Error)
    /// A module has a notice.
    case notice(String)
    /// The person is to be asked before an action is performed.
    case question(String, PendingConfirmation)
    /// A search of a scene has ended, with its number.
    case searchEnded(SceneID, Int)
    /// More rows of a scene were loaded, or could not be.
    case moreLoaded(SceneID)
    /// A text is to be copied to the clipboard.
    case copy(String)
    /// The scenes may have changed.
    case scenesChanged
  }

  /// How many scenes stay open over the first one. A person may go from one article to a similar
  /// one for as long as they like, and each open scene takes memory and follows events.
  package nonisolated static let maximumDepth = 30

  /// The first scene.
  package let root: ListScene
  let mediator: Mediator
  private let context: WidgetDescription.Context
  /// What the person has typed into the search field of the first scene.
  private let searchText = Lock("")
  @ObservationIgnored private(set) var descriptions: [SceneDescription] = []
  private var bars: [BarDescription] = []
  /// The texts of the bars that were shown, each as a scene of one row.
  private var barTexts: [BarID: ListScene] = [:]
  /// Receives what follows; set once before anything is performed.
  @ObservationIgnored package var receive: @MainActor (Message) -> Void = { _ in }
  /// Called at the beginning of each task.
  @ObservationIgnored package var onTaskStart: @MainActor () -> Void = {}
  private var tasks: [Int: Task<Void, Never>] = [:]
  @ObservationIgnored private var runningTaskIDs: Set<Int> = []
  @ObservationIgnored private var lastTaskID = 0
  @ObservationIgnored private var subscriptions: [Subscription] = []

  /// - Parameters:
  ///   - title: The title of the first scene.
  ///   - followerDeadline: How long an action waits for the modules that follow its events.
  package init(
    _ title: String, _ contributions: PresentedContributions, through mediator: Mediator,
    now: @escaping @Sendable () -> Date, followerDeadline: Duration
  ) {
    context = WidgetDescription.Context(mediator: mediator, now: now)
    root = .home(title, contributions, in: context, searchingFor: searchText)
    self.mediator = mediator
    root.environment.now = now
    root.environment.followerDeadline = followerDeadline
    root.onRequest = { [weak self] request in
      switch request {
      case .open(let value): self?.openScene(showing: value)
      case .close(let id):
        self?.root.pop(id)
        self?.receive(.scenesChanged)
      case .notify(let sentence): self?.receive(.message("\(sentence)"))
      case .copy(let text): self?.receive(.copy(text))
      case .report(let error): self?.show(error)
      }
    }
    show(contributions)
  }

  /// Shows what the modules contribute from now on. Open scenes stay open.
  package func update(to contributions: PresentedContributions) {
    root.replaceContent(
      with: .home("\(root.title)", contributions, in: context, searchingFor: searchText))
    show(contributions)
    for scene in scenes { startTask { await scene.refresh() } }
    receive(.scenesChanged)
  }

  private func show(_ contributions: PresentedContributions) {
    descriptions = contributions.scenes
    bars = contributions.bars
    let pickers = contributions.pickers.map { $0.picker(through: mediator) }
    let rows = RowContributions(
      actions: contributions.rowActions, details: contributions.rowDetails,
      reservedKeys: contributions.reservedKeys.union(bars.map(\.key)), through: mediator)
    for scene in scenes { (scene.environment.pickers, scene.environment.rows) = (pickers, rows) }
    subscriptions = contributions.notices.map { notice in
      notice.follow(mediator) { [weak self] text in
        Task { await self?.receive(.notice("\(text)")) }
      }
    }
  }

  /// The open scenes, from the first to the topmost.
  package var scenes: [ListScene] { Array(sequence(first: root, next: \.pushed)) }

  /// Closes the oldest scenes over the first one if too many are open, but for those that wait for
  /// the scene over them.
  package func closeOldScenes() {
    while scenes.count - 1 > Self.maximumDepth, let below = scenes.first(where: \.canRemovePushed) {
      below.removePushed()
    }
  }

  package func scene(_ id: SceneID) -> ListScene? { scenes.last { ObjectIdentifier($0) == id } }

  /// The open scenes as values.
  package var snapshots: [SceneSnapshot] { scenes.map { SceneSnapshot($0, bar: bar(of: $0)) } }

  // MARK: Tasks

  /// Starts a task, and runs it until it waits for the first time, so that what the person does next
  /// refers to what it has opened.
  package func startTask(_ body: @escaping @MainActor () async -> Void) {
    lastTaskID += 1
    let id = lastTaskID
    runningTaskIDs.insert(id)
    let task = Task.immediateIfPossible { @MainActor [self] in
      onTaskStart()
      await body()
      runningTaskIDs.remove(id)
      tasks[id] = nil
      receive(.scenesChanged)
    }
    if runningTaskIDs.contains(id) { tasks[id] = task }
  }

  /// Whether a task is running, apart from those that wait for a form.
  package var isBusy: Bool {
    let forms = scenes.compactMap(\.form)
    let running = scenes.reduce(tasks.count) { $0 + $1.runningTasks }
    return running > forms.count || forms.contains { $0.isSubmitting }
  }

  /// Cancels all tasks, and ends the notices.
  package func end() {
    for task in tasks.values { task.cancel() }
    subscriptions = []
  }

  // MARK: Messages

  /// Shows an error as a message.
  package func show(_ error: any Error) { receive(.error(error)) }

  /// Shows the sentence that `body` returns, if it returns one, or the error that it throws unless
  /// it was cancelled.
  package func showMessage(_ body: () async throws -> String?) async {
    do {
      if let sentence = try await body() { receive(.message(sentence)) }
    } catch is CancellationError {
      // What has cancelled it shows a message of its own.
    } catch {
      show(error)
    }
  }
}

extension ScenePresenter {
  /// The bar that a scene embeds, with its text; nil if there is none, or no module of the app
  /// contributes it.
  private func bar(of scene: ListScene) -> SceneSnapshot.Bar? {
    guard scene.presentation == .fullScreen, let id = scene.bar,
      let bar = bars.first(where: { $0.id == id })
    else { return nil }
    let section = barTexts[id]?.sections.first
    let error = section?.state.error.map(\.plainText)
    let isUsed = scene.actions.contains { $0.shortcut == bar.key }
    return SceneSnapshot.Bar(
      id: id, summary: bar.summary, key: isUsed ? nil : bar.key,
      text: error ?? section?.rows.first?.item as? String, isError: error != nil)
  }

  /// Loads the text of a bar. A bar that appears again shows its last text until it has a new one.
  package func loadBar(_ id: BarID) {
    guard let text = barTexts[id] ?? bars.first(where: { $0.id == id })?.makeTextScene(mediator)
    else { return }
    barTexts[id] = text
    startTask { await text.refresh() }
  }

  /// Opens the scene of the bar as a sheet.
  func openBar(of scene: ListScene) {
    guard let bar = bars.first(where: { $0.id == scene.bar }) else { return }
    do {
      scene.push(try bar.makeScene(mediator), as: .sheet)
    } catch {
      show(error)
    }
  }
}
