import Console
public import Mediator
import Observation
public import Scenes
public import Testing

/// Uses a scene as a person does in the browser.
///
/// ```swift
/// let tester = await SceneTester(OrdersScenes.list(through: harness.mediator))
/// let message = try await tester.press("a", filling: ["product": "lamp"])
/// #expect(message == "Added order 1; press u to undo.")
/// try await tester.choose("1")
/// #expect(tester.text(columns: 40).contains("lamp"))
/// ```
@MainActor
public final class SceneTester {
  /// The values for scenes of other modules that were opened, from the first to the last.
  public private(set) var opened: [any Sendable] = []
  /// The sentences and errors that the scenes have shown by themselves, not as the result of a key.
  public private(set) var notices: [String] = []
  /// What the person was asked before actions were performed; the answer is always yes.
  public private(set) var questions: [String] = []
  /// The texts that were copied to the clipboard.
  public private(set) var copied: [String] = []
  private let root: ListScene
  private let sourceLocation: SourceLocation

  /// Opens a scene. Keys that never do something, and items with the same id, fail the test.
  public init(_ scene: ListScene, sourceLocation: SourceLocation = #_sourceLocation) async {
    root = scene
    self.sourceLocation = sourceLocation
    scene.onRequest = { [weak self] request in
      switch request {
      case .open(let value): self?.opened.append(value)
      case .close(let id): self?.root.pop(id)
      case .notify(let sentence): self?.notices.append("\(sentence)")
      case .copy(let text): self?.copied.append(text)
      case .report(let error): self?.notices.append("\(error)")
      }
    }
    await open(scene)
  }

  private func open(_ scene: ListScene) async {
    await scene.open()
    for problem in scene.problems { Issue.record(problem, at: sourceLocation) }
  }

  /// The topmost scene.
  public var scene: ListScene {
    var scene = root
    while let pushed = scene.pushed { scene = pushed }
    return scene
  }

  /// The text of the topmost scene.
  public func text(columns: Int = 80) -> String { scene.snapshot.text(on: Page(columns: columns)) }

  /// What a person can do with a row, such as `["⏎ open", "d remove", "u undo"]`, in the order of
  /// the last line of the browser.
  /// - Parameter row: The id of the row, or its number from the top; nil for no row.
  /// - Throws: `SceneTesterError.noRow` or `.noRows`.
  public func actions(on row: String? = nil) throws -> [String] {
    let top = scene
    let selected = try row.map { name in try find(name, in: top) }
    return (top.titleOfOpening(selected).map { ["⏎ \($0)"] } ?? [])
      + top.applicableActions(on: selected).map { "\($0.shortcut) \($0.title)" }
  }

  /// Opens a row, as Enter does, and the scene that it pushes.
  /// - Parameter row: The id of the row, or its number from the top, counted from 1.
  /// - Returns: The message, if there is one; nil while a form is shown.
  /// - Throws: `SceneTesterError.noRow` or `.noRows`, and the error of the row's action.
  @discardableResult
  public func choose(_ row: String) async throws -> String? {
    let top = scene
    let selected = try find(row, in: top)
    guard top.form == nil else {
      top.enterField(selected.row.id)
      return nil
    }
    let action = top.action(for: .enter, on: selected)
    let work = await begin(in: top) { [self] in
      if let action { return try await perform(action, on: selected, in: top) }
      top.openDetail(of: selected)
      return nil
    }
    guard top.pushed?.form == nil else { return nil }
    let message = try await work.value
    if let pushed = top.pushed { await open(pushed) }
    return message.map { "\($0)" }
  }

  /// Presses a key of the topmost scene, and waits until its work has ended. A question before it
  /// is answered with yes.
  /// - Parameters:
  ///   - row: The id of the row, or its number from the top; nil for the first one.
  /// - Returns: The message, if there is one.
  /// - Throws: `SceneTesterError`, and the error of the key.
  @discardableResult
  public func press(_ key: Shortcut, on row: String? = nil) async throws -> String? {
    let (action, row) = try find(key, row)
    return try await perform(action, on: row, in: scene).map { "\($0)" }
  }

  /// Presses a key that shows a form, enters texts by field, and submits the form.
  /// - Returns: The message that follows, if there is one.
  /// - Throws: `SceneTesterError.rejected` with the sentences that the form shows, after which the
  ///   form is closed; the other errors of `press(_:on:)`.
  @discardableResult
  public func press(
    _ key: Shortcut, on row: String? = nil, filling values: KeyValuePairs<String, String>
  ) async throws -> String? {
    let top = scene
    let (action, row) = try find(key, row)
    let work = await begin(in: top) { [self] in try await perform(action, on: row, in: top) }
    guard let form = top.pushed?.form else {
      _ = try await work.value
      throw SceneTesterError.noForm(key)
    }
    let rejection = await submit(form, values)
    if rejection != nil { top.pop() }
    let message = try await work.value
    if let rejection { throw rejection }
    return message.map { "\($0)" }
  }

  private func perform(
    _ action: SceneAction, on row: SelectedRow?, in scene: ListScene
  ) async throws -> LocalizedText? {
    if let question = action.confirmation(for: row) { questions.append("\(question)") }
    return try await scene.perform(action, on: row)
  }

  /// Begins work in a scene, and waits until it has ended or shows a form.
  private func begin(
    in scene: ListScene, _ work: @escaping @MainActor () async throws -> LocalizedText?
  ) async -> Task<LocalizedText?, any Error> {
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    let task = Task {
      defer { continuation.finish() }
      return try await work()
    }
    var iterator = changes.makeAsyncIterator()
    while true {
      withObservationTracking {
        _ = scene.pushed
      } onChange: {
        continuation.yield()
      }
      guard scene.pushed?.form == nil, await iterator.next() != nil else { return task }
    }
  }

  private func submit(
    _ form: Form, _ values: KeyValuePairs<String, String>
  ) async -> SceneTesterError? {
    for (field, text) in values {
      let fields = form.fields.map(\.id)
      guard fields.contains(field) else { return .noField(field, fields: fields) }
      form.setValue(FieldValue(text), of: field)
    }
    await form.submit()
    let sentences = (form.fields.map(\.error) + [form.error]).compactMap { $0.map { "\($0)" } }
    return sentences.isEmpty ? nil : .rejected(sentences)
  }

  private func find(
    _ key: Shortcut, _ row: String?
  ) throws(SceneTesterError) -> (SceneAction, SelectedRow?) {
    let top = scene
    guard top.actions.contains(where: { $0.shortcut == key }) else {
      var keys: Set<Shortcut> = [.enter]
      let names = top.actions.map(\.shortcut).filter { keys.insert($0).inserted }
      throw .noKey(key, keys: names.map(\.description))
    }
    let found = try row.map { name throws(SceneTesterError) in try find(name, in: top) }
    let selected = found ?? top.rows.first
    guard let action = top.action(for: key, on: selected) else {
      throw .inapplicable(key, row: selected?.row.id)
    }
    return (action, selected)
  }

  private func find(
    _ name: String, in scene: ListScene
  ) throws(SceneTesterError) -> SelectedRow {
    let rows = scene.rows
    guard !rows.isEmpty else { throw .noRows(text: text()) }
    if let found = rows.first(where: { $0.row.id == name }) { return found }
    guard let number = Int(name), rows.indices.contains(number - 1) else {
      throw .noRow(name, rows: rows.map(\.row.id))
    }
    return rows[number - 1]
  }
}

extension ListScene {
  /// The items of all loaded rows that have a type, from top to bottom.
  public func items<Item>(as type: Item.Type) -> [Item] {
    sections.flatMap(\.rows).compactMap { $0.item as? Item }
  }

  fileprivate var rows: [SelectedRow] {
    sections.flatMap { section in
      section.rows.map { SelectedRow(section: section, row: $0) }
    }
  }

  /// A sentence for each key that never does something, and each section that hides items.
  fileprivate var problems: [String] {
    let keys = actions.map(\.shortcut)
    let unused = actions.indices.filter { index in
      actions[..<index].contains { $0.shortcut == keys[index] && $0.precedes(actions[index]) }
    }
    return Set(unused.map { keys[$0].description }).sorted().map {
      "the scene '\(title)' has two actions for the key '\($0)'; only the first one is used"
    }
      + ["q", "?"].filter { keys.contains($0) }.map {
        "the scene '\(title)' has an action for the key '\($0)', which the browser needs; choose "
          + "another one"
      }
      + sections.filter(\.hasRepeatedIDs).map {
        "several items of the section '\($0.id)' have the same id; only the first is shown"
      }
  }
}

extension SceneAction {
  /// Whether another action with the same key is never used, because this one always precedes it.
  fileprivate func precedes(_ other: SceneAction) -> Bool {
    !isConditional && (section == nil || section === other.section)
  }
}

/// Waits until a condition is met, such as that a scene shows what an event has changed. A
/// condition that stays false fails and ends the test, at the line of the wait.
///
/// ```swift
/// try await wait { tester.text().contains("lamp") }
/// ```
/// - Parameter attempts: How often it reads the condition. The default takes half a minute, and
///   longer on a machine that is busy with other tests.
/// - Throws: `ExpectationFailedError`, which the test has reported already; `CancellationError`.
public func wait(
  attempts: Int = 25_000, sourceLocation: SourceLocation = #_sourceLocation,
  until condition: () -> Bool
) async throws {
  for attempt in 0..<attempts {
    guard !condition() else { return }
    try Task.checkCancellation()
    // What takes longer happens on other threads or in another process, which need the processor.
    if attempt < 100 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(1)) }
  }
  let isMet = condition()
  try #require(
    isMet, "the condition is still false; does the scene follow the event that changes it?",
    sourceLocation: sourceLocation)
}

/// Why a `SceneTester` cannot do what a test asks.
public enum SceneTesterError: ModuleError {
  /// No row has the id or number; the scene has these.
  case noRow(String, rows: [String])
  /// The scene has no rows, but shows this text.
  case noRows(text: String)
  /// The key does nothing for the row, or for no row, so that the browser does not offer it.
  case inapplicable(Shortcut, row: String?)
  /// No action of the scene has the key; there are actions for these.
  case noKey(Shortcut, keys: [String])
  /// The key shows no form.
  case noForm(Shortcut)
  /// The form has no such field, but these.
  case noField(String, fields: [String])
  /// The form does not accept the values; it shows these sentences.
  case rejected([String])

  public var kind: FailureKind { .failed }

  public var description: String {
    switch self {
    case .noRow(let name, let rows):
      "no row '\(name)'; expected a number or one of \(rows.joined(separator: ", "))"
    case .noRows(let text): "the scene has no rows; it shows: \(text)"
    case .inapplicable(let key, let row?):
      "the key '\(key)' does not apply to the row '\(row)'; choose another row"
    case .inapplicable(let key, nil): "the key '\(key)' does not apply without a row"
    case .noKey(let key, let keys):
      "the scene has no key '\(key)'; expected one of \(keys.joined(separator: ", "))"
    case .noForm(let key): "the key '\(key)' shows no form; press it without values"
    case .noField(let field, let fields):
      "the form has no field '\(field)'; expected one of \(fields.joined(separator: ", "))"
    case .rejected(let sentences): sentences.joined(separator: "\n")
    }
  }
}
