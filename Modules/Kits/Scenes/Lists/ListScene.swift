public import Documents
package import Foundation
public import Mediator
import ModuleManager
public import Observation
import Platform

/// A list that a user sees: a title, sections, what can be done, and a scene opened over it.
///
/// ```swift
/// let notices = ListSection("notices", id: \.id, layout: NoticeView.list) { _ in … }
/// notices.detail = { .scene(.notice($0)) }
/// let scene = ListScene("News", [banner, notices])
/// await scene.open()
/// print(scene.snapshot.text(on: page))
/// ```
@MainActor @Observable
public final class ListScene {
  /// The title.
  public var title: LocalizedText
  /// How urgent the content is; a scene may set it whenever its rows change.
  public var urgency = Urgency.normal
  /// The sections, from top to bottom.
  public private(set) var sections: [SceneSection]
  /// What a person can do, in the order in which it is offered, without what other modules add.
  var ownActions: [SceneAction] = []
  /// The scene that is shown over this one.
  public private(set) var pushed: ListScene?
  /// How the scene is shown over another one.
  @ObservationIgnored package private(set) var presentation = ScenePresentation.fullScreen
  /// The bar that the host shows below the rows, if a module of the app contributes it; nil for
  /// none.
  public var bar: BarID?
  /// Loads the rows for a search text. If nil, the host searches in the rows that are loaded.
  @ObservationIgnored public var search: (@MainActor (String) async -> Void)?
  /// The name of the search field above the rows, which a presenter also uses to filter the rows
  /// that the search has not found; nil for a search without such a field.
  @ObservationIgnored package var prompt: (name: LocalizedText, hint: LocalizedText)?
  /// Called with a section after its rows have changed.
  @ObservationIgnored public var onChange: (@MainActor (ListScene, SceneSection) -> Void)?
  /// Returns the file that the user saves in place of the text of the scene, such as an image; nil
  /// for the text.
  @ObservationIgnored public var file: (@MainActor () -> SceneFile?)?
  /// Handles a move of the position on a scale that the scene shows, by the name of the scale.
  @ObservationIgnored public var moveScale: (@MainActor (String, Scale.Move) async throws -> Void)?
  /// Returns the link that opens the scene as it is now; nil for none.
  @ObservationIgnored public var link: (@MainActor () -> String?)?
  /// The row of the scene below that has opened this one by its detail or value; nil for none.
  @ObservationIgnored package var openedBy: RowPath?
  /// The form that the scene shows; nil for a list.
  public internal(set) var form: Form?
  /// The canvas that the host shows in place of the rows; nil for rows.
  public internal(set) var canvas: PlaceCanvas?
  /// The row that the host selects as soon as it is drawn; the host then sets it to nil.
  public var rowToSelect: RowPath?
  /// The row to whose details other modules add theirs, if a scene is now shown over this one.
  @ObservationIgnored var openingRow: SelectedRow?
  /// What the presenter gives the scene, and the scenes that are shown over it.
  @ObservationIgnored package var environment = SceneEnvironment()
  /// Receives what the scene asks of its presenter.
  @ObservationIgnored package var onRequest: @MainActor (SceneRequest) -> Void = { _ in }

  @ObservationIgnored private var pushCount = 0
  /// The number of calls of `perform` that have not ended.
  package private(set) var runningTasks = 0
  /// Whether the scene was shown over another one and no longer is.
  @ObservationIgnored private(set) var isRemoved = false
  /// Whether the scene below waits for a result of this one.
  @ObservationIgnored private var returnsResult = false
  /// Called when the scene is no longer shown over another one.
  @ObservationIgnored var onRemoval: @MainActor () -> Void = {}
  /// The events that the scene follows, and where they are published.
  @ObservationIgnored var followed: (events: [any Event.Type], mediator: Mediator)?
  @ObservationIgnored var subscriptions: [Subscription] = []
  /// The sections for which time has passed while another scene was over this one.
  @ObservationIgnored var outdatedSections: [SceneSection] = []

  /// Creates a scene.
  /// - Parameter sections: The sections, from top to bottom.
  public init(_ title: LocalizedText, _ sections: [SceneSection]) {
    self.title = title
    self.sections = sections
    for section in sections { connect(section) }
  }

  private func connect(_ section: SceneSection) {
    section.onChange = { [weak self, weak section] in
      if let self, let section { onChange?(self, section) }
    }
    section.now = { [weak self] in self?.environment.now() ?? Date() }
  }

  /// Adds what other modules know about the row of another scene that has opened this one. A form,
  /// and a scene with a canvas, have no room for it.
  func addDetails(of selected: SelectedRow) {
    guard form == nil, canvas == nil, !returnsResult else { return }
    let added = environment.rows?.sections(for: selected) ?? []
    for section in added { connect(section) }
    if !added.isEmpty { sections += added }
  }

  /// Shows the sections of another scene, which is not shown itself, and what can be done there.
  /// Sections that this one had keep their rows until they are refreshed.
  func replaceContent(with other: ListScene) {
    for section in other.sections {
      if let former = sections.first(where: { $0.id == section.id }) {
        section.takeRows(of: former)
      }
    }
    sections = other.sections
    for section in sections { connect(section) }
    (prompt, search, ownActions) = (other.prompt, other.search, other.ownActions)
    if let (events, mediator) = other.followed {
      other.subscriptions = []
      follow(events, through: mediator)
    }
  }

  /// Opens all sections concurrently.
  public func open() async { await forEachSection { await $0.open() } }

  /// Refreshes all sections concurrently.
  public func refresh() async { await forEachSection { await $0.refresh() } }

  /// Loads the next page of all sections concurrently.
  public func loadMore() async { await forEachSection { await $0.loadMore() } }

  /// Shows a scene over this one, and replaces a scene that is already there. A scene that is no
  /// longer shown ignores this.
  public func push(_ scene: ListScene) { push(scene, as: .fullScreen) }

  /// Shows a scene over this one in a way that the host determines, unless this one was removed
  /// while its action was waiting: nobody could see or close the other one.
  package func push(_ scene: ListScene, as presentation: ScenePresentation) {
    guard !isRemoved else { return }
    scene.presentation = presentation
    scene.passRequests(to: self)
    share(with: scene)
    if let row = openingRow, presentation == .fullScreen { scene.addDetails(of: row) }
    openingRow = nil
    pushCount += 1
    pop()
    scene.isRemoved = false
    pushed = scene
  }

  /// Shows a scene over this one, and receives the result that it returns.
  /// - Parameters:
  ///   - makeScene: Creates the scene. It receives a closure that ends the scene with a result.
  ///   - onResult: Receives the result after the scene is popped; called at most once, and never if
  ///     the scene was popped or replaced without a result, or this one is no longer shown.
  public func push<Result>(
    _ makeScene: (_ end: @escaping @MainActor (Result) -> Void) -> ListScene,
    onResult: @escaping @MainActor (Result) -> Void
  ) {
    guard !isRemoved else { return }
    let number = pushCount + 1
    let scene = makeScene { [weak self] result in
      guard let self, pushCount == number, pushed != nil else { return }
      pop()
      onResult(result)
    }
    scene.returnsResult = true
    push(scene)
  }

  /// Removes the scene over this one.
  public func pop() {
    guard let removed = pushed else { return }
    pushed = nil
    removed.pop()
    removed.isRemoved = true
    removed.onRemoval()
    refreshAfterReturn()
  }

  /// Whether `removePushed` has a scene to remove: one that is below another scene, where nobody
  /// waits for a form or a result of either.
  var canRemovePushed: Bool {
    guard let removed = pushed, let next = removed.pushed else { return false }
    return [removed, next].allSatisfy { $0.form == nil && !$0.returnsResult }
  }

  /// Removes the scene over this one, and leaves those over it open.
  func removePushed() {
    guard canRemovePushed, let removed = pushed, let next = removed.pushed else { return }
    // A result that the removed scene returns later is ignored.
    pushCount += 1
    (removed.pushed, removed.isRemoved) = (nil, true)
    // Its row was one of the removed scene.
    next.openedBy = nil
    next.passRequests(to: self)
    pushed = next
    removed.onRemoval()
  }

  private func passRequests(to scene: ListScene) {
    onRequest = { [weak scene] request in scene?.onRequest(request) }
  }

  /// Removes a scene from those over this one.
  package func pop(_ id: SceneID) {
    sequence(first: self, next: \.pushed).first { $0.pushed.map { ObjectIdentifier($0) } == id }?
      .pop()
  }

  /// Selects a row as soon as it is drawn, such as one that was just added.
  /// - Parameter section: The id of its section; nil for the first one.
  public func select(_ row: ListRow.ID, in section: String? = nil) {
    guard let section = section ?? sections.first?.id else { return }
    rowToSelect = RowPath(section: section, row: row)
  }

  /// Opens the scene of any module that shows a value, unless this scene is no longer shown.
  public func openScene(showing value: any Sendable) {
    if !isRemoved { onRequest(.open(value)) }
  }

  /// Closes the scene, if it is shown over another one, which is then shown again.
  public func close() { onRequest(.close(ObjectIdentifier(self))) }

  /// Shows a sentence.
  public func notify(_ sentence: LocalizedText) { onRequest(.notify(sentence)) }

  /// Copies a text to the clipboard, because the person has asked for it.
  public func copy(_ text: String) { onRequest(.copy(text)) }

  /// Shows an error that did not occur in a section.
  public func report(_ error: any Error) { onRequest(.report(error)) }

  /// Does work that begins with the scene, or with what a person has chosen in another one. The
  /// host shows the text that it returns, or its error.
  public func perform(_ work: @escaping @MainActor () async throws -> LocalizedText?) {
    runningTasks += 1
    Task {
      do {
        if let text = try await addingReports(to: work) { notify(text) }
      } catch {
        // Work that the person has stopped is not an error.
        if !(error is CancellationError) { report(error) }
      }
      runningTasks -= 1
    }
  }

  func forEachSection(
    _ body: @escaping @MainActor (SceneSection) async -> Void
  ) async {
    await withTaskGroup { group in
      // Runs here until it waits for its rows, without changing to another thread and back.
      for section in sections { group.addImmediateTask { @MainActor in await body(section) } }
    }
  }
}

/// How a scene is shown over another one.
package enum ScenePresentation: Sendable {
  /// In place of the other scene.
  case fullScreen
  /// Over the lower part of the other scene, which is dimmed.
  case sheet
}

/// What a presenter gives its scenes.
package struct SceneEnvironment: Sendable {
  /// The clock by which old data is marked.
  package var now: @Sendable () -> Date = { Date() }
  /// How long an action waits for the modules that follow its events.
  package var followerDeadline = Deadlines.standard.hook
  /// What forms offer in place of typing.
  package var pickers: [FieldPicker] = []
  /// What modules add to the rows of others.
  package var rows: RowContributions?

  package init() {}
}

/// What a scene asks of its presenter.
package enum SceneRequest: Sendable {
  /// To open the scene of any module that shows a value.
  case open(any Sendable)
  /// To close a scene that is shown over another one.
  case close(SceneID)
  /// To show a sentence.
  case notify(LocalizedText)
  /// To copy a text to the clipboard.
  case copy(String)
  /// To show an error.
  case report(any Error)
}

extension ListScene {
  /// Does work, and adds what the followers of its events report to the text that it returns, or to
  /// its error. It waits for the followers until the deadline.
  func addingReports(
    to work: @MainActor () async throws -> LocalizedText?
  ) async throws -> LocalizedText? {
    let reports = EventReports()
    let result: Result<LocalizedText?, any Error>
    do {
      result = .success(try await reports.collect(work))
    } catch {
      result = .failure(error)
    }
    if reports.isWaiting {
      await withTimeout(environment.followerDeadline) { await reports.wait() }
    }
    let sentences: [LocalizedText] = reports.end().map { report in
      switch report {
      case .notice(let notice): "\(notice.capitalizedSentence)."
      case .failure(let failure): "But \(failure)."
      }
    }
    guard !sentences.isEmpty else { return try result.get() }
    let text = sentences.joined(separator: " ")
    return switch result {
    case .success(let own): [own, text].compactMap(\.self).joined(separator: " ")
    // Work that the person has stopped is not an error.
    case .failure(is CancellationError): text
    case .failure(let error):
      throw ErrorWithReports(error: error, reports: "\(text)")
    }
  }
}

/// An error of work whose events other modules have handled.
private struct ErrorWithReports: Error, CustomStringConvertible {
  let error: any Error
  /// What the modules report, in sentences.
  let reports: String

  var description: String { "\(error.plainText). \(reports)" }
}
