import Console
import Documents
import Mediator
import Platform
import Scenes
import Testing

@testable import HostKit

/// Forms in the browser.
@MainActor @Suite(.timeLimit(.minutes(15))) struct BrowserFormTests {
  private let mediator = Mediator()
  private let stops = Lock([Stop(name: "Trindade", zone: .inner)])
  /// The names of stops that the action adds as soon as this stream yields.
  private let slowNames = Set(["Slow", "Trindade "])
  private let permission = AsyncStream<Void>.makeStream()

  private func browser(columns: Int = 40, rows: Int = 14) async throws -> Browser {
    try mediator.answer(Stops.add) { [stops, mediator, slowNames, permission] stop in
      if slowNames.contains(stop.name) { for await _ in permission.stream { break } }
      if stop.name.hasSuffix(" ") { throw NameTaken(name: stop.name) }
      if stops.withLock({ $0.contains { $0.name == stop.name } }) {
        throw NameTaken(name: stop.name)
      }
      stops.withLock { $0.append(stop) }
      mediator.publish(StopAdded())
      return stop
    }
    let scene = SceneDescription("Stops", "where trains stop", following: [StopAdded.self]) {
      [stops] in .stops(stops, through: $0)
    }
    let browser = Browser(
      title: "shop", [scene], pickers: [ListScene.places], mediator: mediator,
      size: ScreenSize(columns: columns, rows: rows), colors: .none)
    await browser.waitUntilIdle()
    await press(.enter, in: browser)
    return browser
  }

  private func press(_ keys: Key..., in browser: Browser) async {
    for key in keys {
      browser.press(key)
      await browser.waitUntilIdle()
    }
    await mediator.drain()
    await browser.waitUntilIdle()
  }

  @Test func `a form is filled by typing, and the cursor goes to the new row`() async throws {
    let browser = try await browser()
    await press(.character("a"), in: browser)
    #expect(
      browser.frame.lines == [
        "shop › Stops › Add a stop", "", "▸ name   the name of the stop",
        "  note   any text (optional)",
        "  place  where it is (optional)", "  zone   ‹ inner ›",
        "         its zone: inner or outer", "  ", "  Save", "", "", "", "",
        "name:  ⏎ next  Esc back  F1 keys",
      ])
    #expect(browser.frame.cursor == .init(row: 13, column: 6))
    await press(.paste("西直"), .character("门"), .enter, in: browser)
    #expect(browser.frame.lines[2...3] == ["  name   西直门", "▸ note   any text (optional)"])
    await press(.tab, .down, .right, in: browser)
    #expect(browser.frame.lines[5] == "▸ zone   ‹ outer ›")
    #expect(browser.frame.lines.last == "← → inner, outer  ⏎ next  Esc back")
    await press(.enter, in: browser)
    #expect(browser.frame.lines[8] == "▸ Save")
    #expect(browser.frame.lines.last == "⏎ save  Tab first field  Esc back")
    await press(.enter, in: browser)
    #expect(browser.frame.lines.prefix(4) == ["shop › Stops", "", "  Trindade", "▸ 西直门"])
    #expect(browser.frame.lines[12] == "Added '西直门'; press u to undo.")
    #expect(stops.withLock { $0.last?.zone } == .outer)
  }

  @Test func `an error is shown below its field, which is selected`() async throws {
    let browser = try await browser()
    await press(.character("a"), .up, .up, .tab, .tab, .tab, .tab, .enter, in: browser)
    #expect(
      browser.frame.lines[2...4] == [
        "▸ name   the name of the stop", "         'name' is missing; enter the",
        "         name of the stop",
      ])
    await press(.paste("Trindade"), .tab, .character("x"), .up, .pageDown, .enter, in: browser)
    #expect(
      browser.frame.lines[2...5] == [
        "▸ name   Trindade", "         a stop named 'Trindade' exists;",
        "         choose another name", "  note   x",
      ])
    await press(.character("2"), .pageDown, .tab, in: browser)
    #expect(browser.frame.lines[2...3] == ["▸ name   Trindade2", "  note   x"])
    await press(.pageDown, .enter, in: browser)
    #expect(browser.frame.lines[3] == "▸ Trindade2")
  }

  @Test func `the text of a field is edited at the cursor, which is drawn where it is`()
    async throws
  {
    let browser = try await browser()
    await press(.character("a"), .paste("西 door"), .home, in: browser)
    #expect(browser.frame.cursor == .init(row: 13, column: 6))
    #expect(browser.frame.lines.last == "name: 西 door  ⏎ next  Esc back  F1 keys")
    await press(.right, .delete, .character("直"), .wordRight, .control("w"), in: browser)
    #expect(browser.frame.lines[2] == "▸ name   the name of the stop")
    await press(.paste("Trindade\nNova"), .left, .alt("b"), .control("k"), in: browser)
    #expect(browser.frame.lines[2] == "▸ name   Trindade")
    #expect(browser.frame.cursor == .init(row: 13, column: 15))
    await press(.home, .down, .up, in: browser)
    #expect(browser.frame.cursor == .init(row: 13, column: 6))
    await press(.character("A"), in: browser)
    #expect(browser.frame.lines[2] == "▸ name   ATrindade")
  }

  @Test func `moving in a text keeps the error of its field`() async throws {
    let browser = try await browser()
    await press(.character("a"), .paste("Trindade"), .pageDown, .enter, .left, in: browser)
    #expect(browser.frame.lines[3] == "         a stop named 'Trindade' exists;")
    #expect(browser.frame.cursor == .init(row: 13, column: 13))
  }

  @Test func `in an empty field and in a choice, Home and End select other fields`() async throws {
    let browser = try await browser()
    await press(.character("a"), .end, in: browser)
    #expect(browser.frame.lines[8] == "▸ Save")
    await press(.up, .home, in: browser)
    #expect(browser.frame.lines[2].hasPrefix("▸ name"))
  }

  @Test(arguments: [Key.escape, .control("o")])
  func `what is entered in a form is discarded only by the second key that leaves it`(
    key: Key
  ) async throws {
    let browser = try await browser()
    await press(.character("a"), .paste("Bolhão"), key, in: browser)
    #expect(browser.frame.lines[2] == "▸ name   Bolhão")
    #expect(browser.frame.lines[12] == "Esc again discards what you entered.")
    await press(.down, in: browser)
    #expect(browser.frame.lines[12].isEmpty)
    await press(key, in: browser)
    #expect(browser.scenes.last?.form != nil)
    await press(key, in: browser)
    #expect(browser.scenes.last?.form == nil)
    await press(.character("a"), .character("x"), .backspace, key, in: browser)
    #expect(browser.scenes.last?.form == nil)
    #expect(stops.withLock(\.count) == 1)
  }

  @Test func `Esc leaves the form without a change`() async throws {
    let browser = try await browser()
    await press(.character("a"), .paste("Bolhão"), .character("?"), .character("q"), in: browser)
    #expect(browser.frame.lines[2] == "▸ name   Bolhão?q")
    await press(.escape, .escape, in: browser)
    #expect(browser.frame.lines.prefix(4) == ["shop › Stops", "", "▸ Trindade", ""])
    #expect(browser.frame.lines[12].isEmpty)
    #expect(stops.withLock(\.count) == 1)
  }

  @Test(arguments: [(name: "Slow", isAdded: true), (name: "Trindade ", isAdded: false)])
  func `a form that is being saved cannot be left, except after a failure`(
    name: String, isAdded: Bool
  ) async throws {
    let browser = try await browser()
    await press(.character("a"), .paste(name), .pageDown, in: browser)
    browser.press(.enter)
    let form = try #require(browser.scenes.last?.form)
    #expect(form.isSubmitting)
    #expect(browser.frame.lines.last == "F1 keys")
    browser.press(.escape)
    browser.press(.enter)
    #expect(browser.scenes.last?.form === form)
    permission.continuation.yield()
    await browser.waitUntilIdle()
    await mediator.drain()
    await browser.waitUntilIdle()
    #expect((browser.scenes.last?.form == nil) == isAdded)
    #expect(browser.frame.lines.contains("Added 'Slow'; press u to undo.") == isAdded)
    await press(.escape, .escape, in: browser)
    #expect(browser.scenes.last?.form == nil)
    #expect(stops.withLock(\.count) == (isAdded ? 2 : 1))
  }

  @Test func `a value is chosen in a list, and the next field is selected`() async throws {
    let browser = try await browser()
    await press(.character("a"), .down, .down, in: browser)
    #expect(browser.frame.lines.last == "place:  ⏎ choose from a list  Esc back")
    await press(.enter, in: browser)
    #expect(browser.frame.lines[0] == "shop › Stops › Add a stop › place")
    await press(.down, .enter, in: browser)
    #expect(browser.frame.lines[4...5] == ["  place  Porto", "▸ zone   ‹ inner ›"])
    await press(.up, .right, .escape, in: browser)
    #expect(browser.frame.lines[4] == "▸ place  Porto")
  }

  @Test func `a selected row opens a form with its values, and a notice is shown afterwards`()
    async throws
  {
    let browser = try await browser()
    await press(.enter, in: browser)
    #expect(browser.frame.lines[2] == "▸ name   Trindade")
    await press(.character("2"), .pageDown, .enter, in: browser)
    #expect(browser.frame.lines[12] == "Copied to 'Trindade2'.")
    await press(.enter, .escape, in: browser)
    #expect(browser.frame.lines[12].isEmpty)
  }

  @Test(arguments: [
    (36, "place:  ⏎ choose  Esc back  F1 keys", "← → inner, outer  ⏎ next  Esc back"),
    (30, "place:  ⏎ choose  Esc back", "← → choose  ⏎ next  Esc back"),
  ])
  func `the keys of a field are not cut on a narrow screen`(
    columns: Int, picker: String, choice: String
  ) async throws {
    let browser = try await browser(columns: columns)
    await press(.character("a"), .down, .down, in: browser)
    #expect(browser.frame.lines.last == picker)
    await press(.down, in: browser)
    #expect(browser.frame.lines.last == choice)
    await press(.down, in: browser)
    #expect(
      browser.frame.lines.last
        == (columns == 36 ? "⏎ save  Tab first field  Esc back" : "⏎ save  Esc back"))
  }

  @Test(arguments: [(1, 1), (10, 4), (20, 8), (40, 10), (200, 60)])
  func `a form fits its screen`(columns: Int, rows: Int) async throws {
    let browser = try await browser(columns: columns, rows: rows)
    await press(.character("a"), .paste(String(repeating: "西直门", count: 30)), in: browser)
    for _ in 0..<6 {
      let lines = browser.frame.lines
      #expect(lines.count == max(rows, 4))
      #expect(lines.first.map { $0.columns <= columns } == true)
      #expect(lines.last.map { $0.columns <= max(columns, 1) } == true)
      await press(.tab, in: browser)
    }
  }
}

private enum Stops: Interface {
  static let add = Action<Stop, Stop>(Stops.self, "add")
  static let places = Action<Empty, [String]>(Stops.self, "places")
}

private struct StopAdded: Event {}

private struct Stop: Codable, Equatable, Sendable {
  enum Zone: String, Codable, CaseIterable {
    case inner, outer
  }

  let name: String
  var note: String?
  var place: String?
  let zone: Zone
}

private struct NameTaken: ModuleError {
  let name: String
  var kind: FailureKind { .badInput }
  var description: String { "a stop named '\(name)' exists; choose another name" }
}

extension Stop: SchemaDescribing {
  static var fieldDescriptions: FieldDescriptions {
    [
      "name": "the name of the stop", "note": "any text",
      "place": .init("where it is", suggestions: .results(of: Stops.places) { $0 }),
      "zone": "its zone",
    ]
  }
}

extension ListScene {
  fileprivate static func stops(_ stops: Lock<[Stop]>, through mediator: Mediator) -> ListScene {
    let section = ListSection(
      "stops", id: \Stop.name, layout: .table(.init(isFlexible: true) { "\($0.name)" })
    ) { _ in ListPage(stops.withLock { $0 }) }
    let scene = ListScene("Stops", [section])
    scene.addAction("copy", key: .enter, on: section) { scene, stop in
      let copy = try await scene.fill(
        "Add a stop", calls: Stops.add, initial: Parameters(encoding: stop), through: mediator)
      return copy.map { "Copied to '\($0.name)'." }
    }
    scene.addAction("add", key: "a") { scene in
      let stop = try await scene.fill(
        "Add a stop", calls: Stops.add, through: mediator)
      guard let stop else { return nil }
      scene.select(stop.name)
      return "Added '\(stop.name)'; press u to undo."
    }
    return scene
  }

  fileprivate static let places = PickerDescription(for: Stops.places) { title, _, _, end in
    let section = ListSection(
      "places", id: \Stop.name, layout: .table(.init { "\($0.name)" })
    ) { _ in ListPage(["Lisboa", "Porto"].map { Stop(name: $0, zone: .inner) }) }
    let scene = ListScene(title, [section])
    scene.addChoice(from: section) { end(FieldValue($0.name.lowercased(), label: $0.name)) }
    return scene
  }
}
