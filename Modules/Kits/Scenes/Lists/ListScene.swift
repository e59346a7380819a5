public import Console
public import Documents
public import Foundation
import Mediator
import ModuleManager
public import Observation
import Platform

/// A list that a user sees: a title, sections, and a scene opened over it.
///
/// ```swift
/// let scene = ListScene("News", [banner, notices])
/// scene.detail = { row in (row.item as? Notice).map { .scene(.notice($0)) } }
/// await scene.open()
/// print(scene.snapshot.text(on: page))
/// ```
@MainActor @Observable
public final class ListScene {
  /// The title.
  public var title: String
  /// How urgent the content is; a scene may set it whenever its rows change.
  public var urgency = Urgency.normal
  /// The sections, from top to bottom.
  public let sections: [ListSection]
  /// The scene that is shown over this one.
  public private(set) var pushed: ListScene?
  /// How the scene is shown over another one.
  @ObservationIgnored package private(set) var presentation = ScenePresentation.fullScreen
  /// The scene's own keys.
  public var keyBindings: [KeyBinding] = []
  /// The bar that the host shows below the rows, if a module of the app contributes it; nil for none.
  public var bar: BarID?
  /// Loads the rows for a search text. If nil, the host searches in the rows that are loaded.
  @ObservationIgnored public var search: (@MainActor (String) async -> Void)?
  /// How often the host refreshes the scene while it is on top: at each multiple of the interval,
  /// such as when the minute changes. Nil for never; an interval below one second becomes one
  /// second.
  @ObservationIgnored public var refreshInterval: Duration? {
    didSet { refreshInterval = refreshInterval.map { max($0, .seconds(1)) } }
  }
  /// Whether the scene responds to the selection of a row; the host offers the Enter key for no other
  /// row.
  @ObservationIgnored public var canOpen: @MainActor (ListRow) -> Bool = { _ in true }
  /// What a row opens, as long as `respond` does not handle its selection; nil for a row that opens
  /// nothing. A wide screen shows the detail of the selected row beside the list, so it must be enough
  /// to look at it: a detail changes nothing when it is opened.
  @ObservationIgnored public var detail: (@MainActor (ListRow) -> ListDetail?)?
  /// Returns the file that the user saves in place of the text of the scene, such as an image; nil for
  /// the text.
  @ObservationIgnored public var file: (@MainActor () -> SceneFile?)?
  /// Handles a move of the position on a scale that the scene shows, by the name of the scale.
  @ObservationIgnored public var moveScale: (@MainActor (String, Scale.Move) async throws -> Void)?
  /// What the Enter key does with a row, in one or two words.
  @ObservationIgnored public var selectionSummary = "open"
  /// The form that the scene shows; nil for a list.
  public internal(set) var form: Form?
  /// The canvas that the host shows in place of the rows; nil for rows.
  public internal(set) var canvas: PlaceCanvas?
  /// The row that the host selects as soon as it is drawn; the host then sets it to nil.
  public var rowToSelect: RowPath?
  /// The clock by which old data is marked; set by the host that shows the scene.
  @ObservationIgnored public var now: @Sendable () -> Date = { Date() }
  /// How long a key waits for the modules that follow its events; set by the host that shows the
  /// scene.
  @ObservationIgnored package var followerDeadline = Deadlines.standard.hook
  /// What forms over the scene offer in place of typing; set by the host that shows the scene.
  @ObservationIgnored public var pickers: [FieldPicker] = []
  /// Receives the events that `respond` returns; set by the host that shows the scene.
  @ObservationIgnored public var onEvent: @MainActor (ListEvent) -> Void = { _ in }

  private let respond: @MainActor (ListScene, ListEvent) -> ListEvent?
  @ObservationIgnored private var pushCount = 0
  /// The number of calls of `perform` that have not ended.
  @ObservationIgnored package private(set) var runningTasks = 0
  /// Whether the scene was shown over another one and no longer is.
  @ObservationIgnored private(set) var isRemoved = false
  /// Called when the scene is no longer shown over another one.
  @ObservationIgnored var onRemoval: @MainActor () -> Void = {}
  /// The events that the scene follows, and where they are published.
  @ObservationIgnored var followed: (events: [any Event.Type], mediator: Mediator)?
  @ObservationIgnored var subscriptions: [Subscription] = []

  /// Creates a scene.
  /// - Parameters:
  ///   - title: The title.
  ///   - sections: The sections, from top to bottom.
  ///   - respond: Handles an event; returns nil, or the event for `onEvent`.
  public init(
    _ title: String, _ sections: [ListSection],
    respond: @escaping @MainActor (ListScene, ListEvent) -> ListEvent? = { $1 }
  ) {
    self.title = title
    self.sections = sections
    self.respond = respond
    for section in sections {
      section.onEvent = { [weak self] in self?.receive($0) }
      section.now = { [weak self] in self?.now() ?? Date() }
    }
  }

  /// Opens all sections concurrently.
  public func open() async { await forEachSection { await $0.open() } }

  /// Refreshes all sections concurrently.
  public func refresh() async { await forEachSection { await $0.refresh() } }

  /// Loads the next page of all sections concurrently.
  public func loadMore() async { await forEachSection { await $0.loadMore() } }

  /// Shows a scene over this one, and replaces a scene that is already there.
  public func push(_ scene: ListScene) { push(scene, as: .fullScreen) }

  /// Shows a scene over this one in a way that the host determines.
  package func push(_ scene: ListScene, as presentation: ScenePresentation) {
    scene.presentation = presentation
    scene.onEvent = { [weak self] event in self?.onEvent(event) }
    share(with: scene)
    pushCount += 1
    pop()
    scene.isRemoved = false
    pushed = scene
  }

  /// Shows a scene over this one, and receives the result that it returns.
  /// - Parameters:
  ///   - makeScene: Creates the scene. It receives a closure that ends the scene with a result.
  ///   - onResult: Receives the result after the scene is popped; called at most once, and never if
  ///     the scene was popped or replaced without a result.
  public func push<Result>(
    _ makeScene: (_ end: @escaping @MainActor (Result) -> Void) -> ListScene,
    onResult: @escaping @MainActor (Result) -> Void
  ) {
    let number = pushCount + 1
    let scene = makeScene { [weak self] result in
      guard let self, pushCount == number, pushed != nil else { return }
      pop()
      onResult(result)
    }
    scene.selectionSummary = "choose"
    push(scene)
  }

  /// Removes the scene over this one.
  public func pop() {
    guard let removed = pushed else { return }
    pushed = nil
    removed.pop()
    removed.isRemoved = true
    removed.onRemoval()
  }

  /// Selects a row as soon as it is drawn, such as one that was just added.
  /// - Parameter section: The id of its section; nil for the first one.
  public func select(_ row: ListRow.ID, in section: String? = nil) {
    guard let section = section ?? sections.first?.id else { return }
    rowToSelect = RowPath(section: section, row: row)
  }

  /// The items of all loaded rows, from top to bottom.
  public func items<Item>(as type: Item.Type) -> [Item] {
    sections.flatMap(\.rows).compactMap { $0.item as? Item }
  }

  /// Adds a key that also needs the scene, such as to show a form.
  /// - Parameter applies: Whether the key does something for a row, or for no row.
  public func bind(
    _ key: Key, _ summary: String,
    applies: @escaping @MainActor @Sendable (ListRow?) -> Bool = { _ in true },
    press: @escaping @MainActor @Sendable (ListScene, ListRow?) async throws -> String?
  ) {
    keyBindings.append(
      KeyBinding(key, summary, applies: applies) { [weak self] row in
        guard let self else { return nil }
        return try await press(self, row)
      })
  }

  /// Does work that begins with the selection of a row, such as filling a form. The host shows the
  /// text that it returns, or its error.
  public func perform(_ work: @escaping @MainActor () async throws -> String?) {
    runningTasks += 1
    Task {
      do {
        if let text = try await addingReports(to: work) { receive(ListEvent(.notice(text))) }
      } catch {
        // Work that the person has stopped is not an error.
        if !(error is CancellationError) { report(error) }
      }
      runningTasks -= 1
    }
  }

  /// Reports an error that did not occur in a section.
  public func report(_ error: any Error) {
    receive(ListEvent(.failed(error)))
  }

  private func receive(_ event: ListEvent) {
    guard let event = respond(self, event), !openDetail(of: event) else { return }
    onEvent(event)
  }

  func forEachSection(
    _ body: @escaping @MainActor (ListSection) async -> Void
  ) async {
    await withTaskGroup { group in
      for section in sections { group.addTask { await body(section) } }
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

/// A key of a scene, in addition to the keys that move through every list.
public struct KeyBinding: Sendable {
  /// The key.
  public let key: Key
  /// What the key does, in a few words.
  public let summary: String
  /// Whether the key does something for a row, or nil if none is selected; the host offers it for no
  /// other.
  public let applies: @MainActor @Sendable (ListRow?) -> Bool
  /// Handles the key for the selected row, or nil if there is none. Returns a message to show, if
  /// any.
  public let press: @MainActor @Sendable (ListRow?) async throws -> String?

  /// Creates a key binding.
  public init(
    _ key: Key, _ summary: String,
    applies: @escaping @MainActor @Sendable (ListRow?) -> Bool = { _ in true },
    press: @escaping @MainActor @Sendable (ListRow?) async throws -> String?
  ) {
    self.key = key
    self.summary = summary
    self.applies = applies
    self.press = press
  }
}

extension ListScene {
  /// Handles a key of the scene for a row, or for no row, and adds what other modules report to its
  /// text or its error.
  package func press(_ binding: KeyBinding, on row: ListRow?) async throws -> String? {
    try await addingReports(to: { try await binding.press(row) })
  }

  /// Does work, and adds what the followers of its events report to the text that it returns, or to
  /// its error. It waits for the followers until the deadline.
  private func addingReports(
    to work: @MainActor () async throws -> String?
  ) async throws -> String? {
    let reports = EventReports()
    let result: Result<String?, any Error>
    do {
      result = .success(try await reports.collect(work))
    } catch {
      result = .failure(error)
    }
    if reports.isWaiting { await withTimeout(followerDeadline) { await reports.wait() } }
    let sentences = reports.end().map { report in
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
    case .failure(let error): throw ErrorWithReports(error: error, reports: text)
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
