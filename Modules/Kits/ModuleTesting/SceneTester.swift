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
  private let root: ListScene
  private let sourceLocation: SourceLocation

  /// Opens a scene. Keys that never do something, and items with the same id, fail the test.
  public init(_ scene: ListScene, sourceLocation: SourceLocation = #_sourceLocation) async {
    root = scene
    self.sourceLocation = sourceLocation
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

  /// Selects a row, as Enter does, and opens the scene that it pushes.
  /// - Parameter row: The id of the row, or its number from the top, counted from 1.
  /// - Throws: `SceneTesterError.noRow` or `.noRows`.
  public func choose(_ row: String) async throws {
    let top = scene
    let (section, found) = try find(row, in: top)
    section.send(.selected, from: found)
    if let pushed = top.pushed { await open(pushed) }
  }

  /// Presses a key of the topmost scene, and waits until its work has ended.
  /// - Parameters:
  ///   - row: The id of the row, or its number from the top; nil for the first one.
  /// - Returns: The message, if there is one.
  /// - Throws: `SceneTesterError`, and the error of the key.
  @discardableResult
  public func press(_ key: Character, on row: String? = nil) async throws -> String? {
    let (binding, row) = try find(key, row)
    return try await scene.press(binding, on: row)
  }

  /// Presses a key that shows a form, enters texts by field, and submits the form.
  /// - Returns: The message that follows, if there is one.
  /// - Throws: `SceneTesterError.rejected` with the sentences that the form shows, after which the
  ///   form is closed; the other errors of `press(_:on:)`.
  @discardableResult
  public func press(
    _ key: Character, on row: String? = nil, filling values: KeyValuePairs<String, String>
  ) async throws -> String? {
    let top = scene
    let (binding, row) = try find(key, row)
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    let work = Task {
      defer { continuation.finish() }
      return try await top.press(binding, on: row)
    }
    var iterator = changes.makeAsyncIterator()
    while true {
      withObservationTracking {
        _ = top.pushed
      } onChange: {
        continuation.yield()
      }
      guard top.pushed?.form == nil, await iterator.next() != nil else { break }
    }
    guard let form = top.pushed?.form else {
      _ = try await work.value
      throw SceneTesterError.noForm(key)
    }
    let rejection = await submit(form, values)
    if rejection != nil { top.pop() }
    let message = try await work.value
    if let rejection { throw rejection }
    return message
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
    let sentences = form.fields.compactMap(\.error) + [form.error].compactMap(\.self)
    return sentences.isEmpty ? nil : .rejected(sentences)
  }

  private func find(
    _ key: Character, _ row: String?
  ) throws(SceneTesterError) -> (KeyBinding, ListRow?) {
    let top = scene
    guard let binding = top.keyBindings.first(where: { $0.key == .character(key) }) else {
      throw .noKey(key, keys: top.keyBindings.map(\.key.name))
    }
    let found = try row.map { name throws(SceneTesterError) in try find(name, in: top).1 }
    let selected = found ?? top.sections.lazy.compactMap(\.rows.first).first
    guard binding.applies(selected) else { throw .inapplicable(key, row: selected?.id) }
    return (binding, selected)
  }

  private func find(
    _ name: String, in scene: ListScene
  ) throws(SceneTesterError) -> (ListSection, ListRow) {
    let rows = scene.sections.flatMap { section in section.rows.map { (section, $0) } }
    guard !rows.isEmpty else { throw .noRows(text: text()) }
    if let found = rows.first(where: { $0.1.id == name }) { return found }
    guard let number = Int(name), rows.indices.contains(number - 1) else {
      throw .noRow(name, rows: rows.map(\.1.id))
    }
    return rows[number - 1]
  }
}

extension ListScene {
  /// A sentence for each key that never does something, and each section that hides items.
  fileprivate var problems: [String] {
    let keys = Dictionary(grouping: keyBindings.map(\.key), by: \.self)
    let needed: [Key] = [.character("q"), .character("?"), .escape]
    return keys.filter { $0.value.count > 1 }.map {
      "the scene '\(title)' binds the key '\($0.key.name)' twice; only the first binding is used"
    }.sorted()
      + needed.filter { keys[$0] != nil }.map {
        "the scene '\(title)' binds the key '\($0.name)', which the browser needs; choose another one"
      }
      + sections.filter(\.hasRepeatedIDs).map {
        "several items of the section '\($0.id)' have the same id; only the first is shown"
      }
  }
}

/// Waits until a condition is met, such as that a scene shows what an event has changed. A condition
/// that stays false fails and ends the test, at the line of the wait.
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
  case inapplicable(Character, row: String?)
  /// The scene has not bound the key, but these.
  case noKey(Character, keys: [String])
  /// The key shows no form.
  case noForm(Character)
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
