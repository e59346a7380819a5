import Mediator
import ModuleTesting
import Scenes
import Testing

/// What can be done in a scene and with its rows.
@MainActor @Suite(.timeLimit(.minutes(15))) struct SceneActionTests {
  private let source = StopSource(["a", "b"])
  private let stops: ListSection<Stop>
  private let others = StopSource(["x"]).section("others")
  private let scene: ListScene

  init() {
    stops = source.section()
    scene = ListScene("Stops", [stops, others])
  }

  /// A row with its section; nil if it is not loaded.
  private func selected(_ row: String) -> SelectedRow? {
    for section in scene.sections {
      if let found = section.rows.first(where: { $0.id == row }) {
        return SelectedRow(section: section, row: found)
      }
    }
    return nil
  }

  @Test func `an action of a section applies only to its rows, and receives their items`()
    async throws
  {
    scene.addAction("close", key: "c", on: stops) { "Closed \($1.name) in \($0.title)." }
    scene.addAction("hide", key: "h", on: stops, applies: { $0.id == "b" }) { _, _ in nil }
    scene.addAction("add", key: "a") { "Added to \($0.title)." }
    let tester = await SceneTester(scene)
    #expect(try tester.actions(on: "a") == ["c close", "a add"])
    #expect(try tester.actions(on: "b") == ["c close", "h hide", "a add"])
    #expect(try tester.actions(on: "x") == ["a add"])
    #expect(try tester.actions() == ["a add"])
    #expect(try await tester.press("c", on: "b") == "Closed B in Stops.")
    #expect(try await tester.press("a", on: "x") == "Added to Stops.")
    await #expect(throws: SceneTesterError.inapplicable("c", row: "x")) {
      try await tester.press("c", on: "x")
    }
  }

  @Test(arguments: [
    ("a", ["d first", "u undo"]), ("b", ["d second", "u undo"]), ("x", ["u undo"]),
    (nil, ["u undo"]),
  ])
  func `the actions that apply have each key once, and that of Enter is not among them`(
    row: String?, titles: [String]
  ) async {
    scene.addAction("first", key: "d", on: stops, applies: { $0.id == "a" }) { _, _ in nil }
    scene.addAction("second", key: "d", on: stops) { _, _ in nil }
    scene.addAction("undo", key: "u") { _ in nil }
    scene.addChoice(from: stops) { _ in }
    await scene.open()
    let applicable = scene.applicableActions(on: row.flatMap(selected))
    #expect(applicable.map { "\($0.shortcut) \($0.title)" } == titles)
  }

  @Test func `Enter makes a choice of a row of the section`() async throws {
    var chosen: [Stop] = []
    scene.addChoice(from: stops) { chosen.append($0) }
    let tester = await SceneTester(scene)
    #expect(["a", "x"].map { scene.titleOfOpening(selected($0)) } == ["choose", nil])
    #expect(try await tester.choose("b") == nil)
    #expect(try await tester.choose("x") == nil)
    #expect(chosen == [Stop("b")])
  }

  @Test func `an action of the scene applies only while its condition is met`() async throws {
    var isOpen = true
    scene.addAction("close", key: "c", applies: { isOpen }) { _ in
      isOpen = false
      return "Closed."
    }
    let tester = await SceneTester(scene)
    #expect(try await tester.press("c") == "Closed.")
    #expect(try tester.actions(on: "a") == [])
  }

  @Test(arguments: [("a", "first"), ("b", "second"), ("x", "third"), (nil, "fourth")])
  func `of several actions with one key, the first one that applies is used`(
    row: String?, title: String
  ) async throws {
    scene.addAction("first", key: "d", on: stops, applies: { $0.id == "a" }) { _, _ in "first" }
    scene.addAction("second", key: "d", on: stops) { _, _ in "second" }
    scene.addAction("third", key: "d", on: others) { _, _ in "third" }
    scene.addAction("fourth", key: "d") { _ in "fourth" }
    await scene.open()
    let selected = row.flatMap(selected)
    #expect((selected == nil) == (row == nil))
    let action = try #require(scene.action(for: "d", on: selected))
    #expect("\(action.title)" == title)
    #expect(try await scene.perform(action, on: selected).map { "\($0)" } == title)
    #expect(scene.action(for: "e", on: selected) == nil)
  }

  @Test func `a question is asked about an item of the action's section, and only before it`()
    async throws
  {
    scene.addAction(
      "remove", key: "d", on: stops, confirmation: { $0.id == "a" ? "Remove \($0.name)?" : nil }
    ) { "Removed \($1.name)." }
    await scene.open()
    let action = try #require(scene.actions.first)
    let questions = ["a", "b", "x"].map { row in
      action.confirmation(for: selected(row)).map { "\($0)" }
    }
    #expect(questions == ["Remove A?", nil, nil])
    #expect(action.confirmation(for: nil) == nil)
    #expect(try await scene.perform(action, on: selected("a")).map { "\($0)" } == "Removed A.")
  }

  @Test(
    arguments: [("a", "buy", "Bought A."), ("b", "open", nil)] as [(String, String, String?)])
  func `an action of Enter takes precedence over the detail and the value of its row`(
    row: String, title: String, message: String?
  ) async throws {
    stops.detail = { .scene(ListScene("Stop \($0.name)", [])) }
    stops.opens = { $0.name }
    scene.addAction("buy", key: .enter, on: stops, applies: { $0.id == "a" }) { _, stop in
      "Bought \(stop.name)."
    }
    let tester = await SceneTester(scene)
    #expect(scene.titleOfOpening(selected(row)).map { "\($0)" } == title)
    #expect(try await tester.choose(row) == message)
    #expect(scene.pushed?.title == (message == nil ? "Stop B" : nil))
    #expect(tester.opened.isEmpty)
  }

  @Test func `a detail is created only when it is asked for`() async throws {
    var created: [String] = []
    stops.detail = { stop in
      created.append(stop.id)
      return .value(stop.name)
    }
    let tester = await SceneTester(scene)
    #expect(scene.titleOfOpening(selected("a")) == "open")
    #expect(scene.titleOfOpening(selected("x")) == nil)
    #expect(created.isEmpty)
    try await tester.choose("b")
    #expect(created == ["b"])
    #expect(tester.opened as? [String] == ["B"])
    _ = scene.makeDetail(of: try #require(selected("a")))
    #expect(created == ["b", "a"])
    #expect(tester.opened.count == 1)
  }

  @Test func `a row that opens no value is not offered`() async throws {
    stops.opens = { $0.id == "a" ? nil : $0.name }
    let tester = await SceneTester(scene)
    let titles = ["a", "b", "x"].map { scene.titleOfOpening(selected($0)) }
    #expect(titles == [nil, "open", nil])
    #expect(scene.titleOfOpening(nil) == nil)
    for row in ["a", "b", "x"] { #expect(try await tester.choose(row) == nil) }
    #expect(tester.opened as? [String] == ["B"])
    #expect(scene.pushed == nil)
  }

  @Test func `the items of a section are those of its rows`() async {
    #expect(stops.items.isEmpty)
    await scene.open()
    #expect(stops.items == [Stop("a"), Stop("b")])
    #expect(others.items == [Stop("x")])
    source.change { $0.stops = ["b", "c", "d", "e"].map { Stop($0) } }
    await stops.refresh()
    #expect(stops.items.map(\.id) == ["b", "c", "d"])
    await scene.loadMore()
    #expect(stops.items.map(\.id) == ["b", "c", "d", "e"])
  }

  @Test func `a scene is told which section has changed, and nothing when none has`() async {
    var changes: [String] = []
    scene.onChange = { changed, section in
      #expect(changed === scene)
      changes.append("\(section.id) \(section.rows.count)")
    }
    await scene.open()
    #expect(changes.sorted() == ["others 1", "stops 2"])
    changes = []
    await scene.refresh()
    #expect(changes == [])
    source.change { $0.stops.append(Stop("c")) }
    await scene.refresh()
    #expect(changes == ["stops 3"])
    source.change { $0.failure = .closed("source") }
    await scene.refresh()
    #expect(changes == ["stops 3"])
  }
}
