package import Foundation
package import Mediator
import ModuleManager
import Observation
import Platform

/// The contributions of an app's modules that a presenter shows.
package struct PresentedContributions: Sendable {
  package var scenes: [SceneDescription] = []
  /// What the first scene shows above the menu of the scenes.
  package var widgets: [WidgetDescription] = []
  /// What the field at the top of the first scene finds.
  package var searches: [SearchDescription] = []
  /// What scenes may show below their rows.
  package var bars: [BarDescription] = []
  /// What forms offer in place of typing.
  package var pickers: [PickerDescription] = []
  /// What is shown after events.
  package var notices: [NoticeDescription] = []

  package init() {}
}

extension [ModuleDescriptor] {
  /// The contributions that a presenter shows, with the scenes in the order of their titles.
  package var presented: PresentedContributions {
    func contributions<Value: Contribution>(_ type: Value.Type) -> [Value] {
      flatMap { $0.contributions(of: type) }
    }
    var presented = PresentedContributions()
    presented.scenes = contributions(SceneDescription.self)
      .sorted { "\($0.title)" < "\($1.title)" }
    presented.widgets = contributions(WidgetDescription.self)
    presented.searches = contributions(SearchDescription.self)
    presented.bars = contributions(BarDescription.self)
    presented.pickers = contributions(PickerDescription.self)
    presented.notices = contributions(NoticeDescription.self)
    return presented
  }
}

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
  private let mediator: Mediator
  private let descriptions: [SceneDescription]
  private let bars: [BarDescription]
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
    root = .home(
      title, contributions,
      in: WidgetDescription.Context(mediator: mediator, now: now))
    self.mediator = mediator
    descriptions = contributions.scenes
    bars = contributions.bars
    root.environment.now = now
    root.environment.followerDeadline = followerDeadline
    root.environment.pickers = contributions.pickers.map { $0.picker(through: mediator) }
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
  /// Does what the state of a presenter asks for.
  package func perform(_ effect: SceneEffect) {
    switch effect {
    case .open(let id): startTask(in: id) { await $0.open() }
    case .refresh(let id): startTask(in: id) { await $0.refresh() }
    case .endSelection(let id): scene(id)?.rowToSelect = nil
    case .loadMore(let id):
      startTask(in: id) { [self] scene in
        await scene.loadMore()
        receive(.moreLoaded(id))
      }
    case .search(let id, let text, let number):
      startTask(in: id) { [self] scene in
        await scene.search?(text)
        receive(.searchEnded(id, number))
      }
    case .openRow(let id, let path): if let scene = scene(id) { openRow(at: path, in: scene) }
    case .performAction(let id, let key, let path):
      if let scene = scene(id) { performAction(of: key, on: scene.row(at: path), in: scene) }
    case .performConfirmed(let id, let asked, let path):
      if let scene = scene(id) { perform(asked, at: path, in: scene) }
    case .openBar(let id): if let scene = scene(id) { openBar(of: scene) }
    case .closeScene(let id): scene(id)?.pop()
    case .check(let field): scene(field.scene)?.form?.check(field.field)
    }
  }

  private func startTask(in id: SceneID, _ body: @escaping @MainActor (ListScene) async -> Void) {
    if let scene = scene(id) { startTask { await body(scene) } }
  }

  /// Performs the action of a key for a row, if one applies. An action that needs a confirmation
  /// only asks its question.
  package func performAction(
    of key: Shortcut, on selected: SelectedRow?, in scene: ListScene
  ) {
    guard
      let number = scene.actions.firstIndex(where: {
        $0.shortcut == key && $0.applies(to: selected)
      })
    else { return }
    let action = scene.actions[number]
    guard let question = action.confirmation(for: selected) else {
      return perform(action, on: selected, in: scene)
    }
    let path = selected.map { RowPath(section: $0.section.id, row: $0.row.id) }
    receive(
      .question(
        "\(question)", PendingConfirmation(action: number, path: path, row: selected?.row)))
  }

  private func perform(_ asked: PendingConfirmation, at path: RowPath?, in scene: ListScene) {
    let selected = scene.row(at: path)
    let action = scene.actions[asked.action]
    guard path == asked.path, selected?.row == asked.row, action.applies(to: selected) else {
      return receive(.message("The row has changed meanwhile; nothing is done."))
    }
    perform(action, on: selected, in: scene)
  }

  private func perform(_ action: SceneAction, on selected: SelectedRow?, in scene: ListScene) {
    startTask { [self] in
      await showMessage { try await scene.perform(action, on: selected).map { "\($0)" } }
    }
  }

  private func openRow(at path: RowPath?, in scene: ListScene) {
    let selected = scene.row(at: path)
    guard scene.action(for: .enter, on: selected) == nil else {
      return performAction(of: .enter, on: selected, in: scene)
    }
    guard let selected else { return }
    if scene.form == nil {
      scene.openDetail(of: selected)
    } else {
      scene.enterField(selected.row.id)
    }
  }

  /// Opens the first scene that can show a value, on top of the open scenes.
  package func openScene(showing value: any Sendable) {
    do {
      guard let scene = try makeScene(showing: value) else {
        return receive(.message("No module of this app shows that."))
      }
      scenes.last?.push(scene)
      receive(.scenesChanged)
    } catch {
      show(error)
    }
  }

  /// Opens the scene that shows what a link of the app asks for, on top of the open scenes.
  package func openScene(ofLink url: String) async {
    do {
      // It says what is wrong with a link.
      let (action, _) = try mediator.resolve(url: url)
      guard let scene = try await makeScene(ofLink: url) else {
        return receive(
          .message("No scene shows what '\(action.path)' answers; open the link by a command."))
      }
      scenes.last?.push(scene)
      receive(.scenesChanged)
    } catch {
      show(error)
    }
  }

  /// Creates the scene that shows what a link of the app asks for; nil if there is none.
  package func makeScene(ofLink url: String) async throws -> ListScene? {
    for description in descriptions {
      if let scene = try await description.makeScene(ofLink: url, mediator) { return scene }
    }
    return nil
  }

  /// Creates the first scene that can show a value; nil if there is none.
  package func makeScene(showing value: any Sendable) throws -> ListScene? {
    if let description = value as? SceneDescription { return try description.makeScene(mediator) }
    for description in descriptions {
      if let scene = try description.makeScene(for: value, mediator) { return scene }
    }
    return nil
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
    let error = section?.state.error.map { "\($0)" }
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
  private func openBar(of scene: ListScene) {
    guard let bar = bars.first(where: { $0.id == scene.bar }) else { return }
    do {
      scene.push(try bar.makeScene(mediator), as: .sheet)
    } catch {
      show(error)
    }
  }
}

extension ListScene {
  /// The row at a path and its section; nil if there is none.
  package func row(at path: RowPath?) -> SelectedRow? {
    guard let path, let section = sections.first(where: { $0.id == path.section }),
      let row = section.rows.first(where: { $0.id == path.row })
    else { return nil }
    return SelectedRow(section: section, row: row)
  }
}
