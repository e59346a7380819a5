import Console
import Documents
import Mediator
import ModuleTesting
import Scenes
import Testing

/// A scene of texts, whose ids are their first letters.
@MainActor private func scene(_ texts: [String], empty: LocalizedText? = nil) -> ListScene {
  ListScene("Fruits", [section(texts, empty: empty)])
}

@MainActor private func section(
  _ texts: [String], id: String = "fruits", empty: LocalizedText? = nil
) -> ListSection<String> {
  ListSection(
    id, id: { String($0.prefix(1)) }, layout: .rows { text in "\(text)" }, empty: empty
  ) { _ in ListPage(texts) }
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct SceneTesterTests {
  @Test func `a condition that stays false fails the test at the line of the wait`() async throws {
    let line = #_sourceLocation.line + 2
    try await withKnownIssue {
      try await wait(attempts: 200) { false }
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.contains { "\($0)".contains("the condition is still false") }
    }
  }

  @Test func `a condition is read once more after the last attempt`() async throws {
    var count = 0
    try await wait(attempts: 2) {
      count += 1
      return count == 3
    }
  }

  @Test func `a key that does not apply to a row is an error`() async throws {
    let fruits = section(["apple", "plum"])
    let scene = ListScene("Fruits", [fruits])
    scene.addAction("remove", key: "d", on: fruits, applies: { $0 == "plum" }) { _, text in
      "\(text.prefix(1))"
    }
    let tester = await SceneTester(scene)
    #expect(try await tester.press("d", on: "2") == "p")
    await #expect(throws: SceneTesterError.inapplicable("d", row: "a")) {
      try await tester.press("d")
    }
  }

  @Test func `a key without an action is an error with the names of the others`() async throws {
    let scene = scene(["apple"])
    scene.addAction("add", key: "a") { _ in nil }
    scene.addAction("back", key: .left) { _ in nil }
    scene.addAction("open", key: .enter) { _ in nil }
    let tester = await SceneTester(scene)
    let error = await #expect(throws: SceneTesterError.self) { try await tester.press("b") }
    #expect(error?.description == "the scene has no key 'b'; expected one of a, ←")
  }

  @Test func `the error of a row in an empty scene says what the scene shows`() async throws {
    let tester = await SceneTester(scene([], empty: "No fruits yet."))
    let error = await #expect(throws: SceneTesterError.self) { try await tester.choose("1") }
    #expect(error?.description == "the scene has no rows; it shows: No fruits yet.")
  }

  @Test func `keys that never do something and items with the same id fail the test`() async throws
  {
    let scene = scene(["apple", "apricot"])
    for key in ["a", "q", "a"] as [Shortcut] { scene.addAction("add", key: key) { _ in nil } }
    let problems = Recorder<String>()
    await withKnownIssue {
      _ = await SceneTester(scene)
    } matching: {
      problems.record($0.comments.map(\.rawValue).joined())
      return true
    }
    #expect(
      problems.values == [
        "the scene 'Fruits' has two actions for the key 'a'; only the first one is used",
        "the scene 'Fruits' has an action for the key 'q', which the browser needs; choose another "
          + "one",
        "several items of the section 'fruits' have the same id; only the first is shown",
      ])
  }

  @Test(
    arguments: [
      (["fruits", "fruits"], true), ([nil, "fruits"], true), ([nil, nil], true),
      (["fruits", "tools"], false), (["fruits", nil], false), (["fruits", "tools", nil], false),
      (["fruits", nil, "tools"], true),
    ] as [([String?], Bool)])
  func `two actions with one key fail the test if no row is left for the second one`(
    sections: [String?], isReported: Bool
  ) async {
    let all = [section(["apple"], id: "fruits"), section(["saw"], id: "tools")]
    let scene = ListScene("Shop", all)
    for id in sections {
      if let section = all.first(where: { $0.id == id }) {
        scene.addAction("use", key: "u", on: section) { _, _ in nil }
      } else {
        scene.addAction("use", key: "u") { _ in nil }
      }
    }
    #expect(await problems(of: scene) == (isReported ? [Self.unusedAction] : []))
  }

  private static let unusedAction =
    "the scene 'Shop' has two actions for the key 'u'; only the first one is used"

  /// What a tester reports of a scene.
  private func problems(of scene: ListScene) async -> [String] {
    let problems = Recorder<String>()
    await withKnownIssue(isIntermittent: true) {
      _ = await SceneTester(scene)
    } matching: {
      problems.record($0.comments.map(\.rawValue).joined())
      return true
    }
    return problems.values
  }

  /// Two actions of one section, or of the whole scene, of which some apply only sometimes.
  @Test(arguments: [
    (isOfSection: true, isConditional: [true, false], isReported: false),
    (true, [true, true], false), (true, [false, true], true), (true, [false, false], true),
    (false, [true, false], false), (false, [false, true], true),
  ])
  func `an action that applies only sometimes leaves its key to those after it`(
    isOfSection: Bool, isConditional: [Bool], isReported: Bool
  ) async {
    let fruits = section(["apple"])
    let scene = ListScene("Shop", [fruits])
    for isConditional in isConditional {
      switch (isOfSection, isConditional) {
      case (true, true):
        scene.addAction("use", key: "u", on: fruits, applies: { _ in true }) { _, _ in nil }
      case (true, false): scene.addAction("use", key: "u", on: fruits) { _, _ in nil }
      case (false, true): scene.addAction("use", key: "u", applies: { true }) { _ in nil }
      case (false, false): scene.addAction("use", key: "u") { _ in nil }
      }
    }
    #expect(await problems(of: scene) == (isReported ? [Self.unusedAction] : []))
  }

  @Test func `the actions on a row are those that apply, each key once`() async throws {
    let (fruits, tools) = (section(["apple", "plum"]), section(["saw"], id: "tools"))
    let scene = ListScene("Shop", [fruits, tools])
    scene.addAction("undo", key: "u") { _ in nil }
    scene.addAction("peel", key: "p", on: fruits, applies: { $0 == "apple" }) { _, _ in nil }
    scene.addAction("sharpen", key: "p", on: tools) { _, _ in nil }
    scene.addAction("eat", key: .enter, on: fruits) { _, _ in nil }
    scene.addAction("pack", key: "p") { _ in nil }
    let tester = await SceneTester(scene)
    #expect(try tester.actions(on: "a") == ["⏎ eat", "u undo", "p peel"])
    #expect(try tester.actions(on: "2") == ["⏎ eat", "u undo", "p pack"])
    #expect(try tester.actions(on: "s") == ["u undo", "p sharpen"])
    #expect(try tester.actions() == ["u undo", "p pack"])
    #expect(throws: SceneTesterError.noRow("x", rows: ["a", "p", "s"])) {
      try tester.actions(on: "x")
    }
  }

  @Test func `a chosen row returns the message of its action, or throws its error`() async throws {
    let fruits = section(["apple", "plum"])
    let scene = ListScene("Fruits", [fruits])
    scene.addAction("eat", key: .enter, on: fruits) { _, fruit in
      guard fruit != "plum" else { throw SceneTesterError.noForm("x") }
      return "Ate the \(fruit)."
    }
    let tester = await SceneTester(scene)
    #expect(try await tester.choose("a") == "Ate the apple.")
    await #expect(throws: SceneTesterError.noForm("x")) { try await tester.choose("p") }
  }

  @Test func `a chosen row may show a form, which is left or filled`()
    async throws
  {
    struct Basket: Codable, Sendable { let name: String }
    let fruits = section(["apple"])
    let scene = ListScene("Fruits", [fruits])
    scene.addAction("pack", key: .enter, on: fruits) { scene, fruit in
      let basket = try await scene.fill("Pack") {
        (basket: Basket) in basket
      }
      return basket.map { "Packed the \(fruit) into the \($0.name)." }
    }
    let tester = await SceneTester(scene)
    #expect(try await tester.choose("1") == nil)
    #expect(tester.scene.form?.fields.map(\.id) == ["name"])
    scene.pop()
    let text = try await tester.press(.enter, filling: ["name": "box"])
    #expect(text == "Packed the apple into the box.")
  }

  @Test func `questions before actions are answered with yes, and recorded in their order`()
    async throws
  {
    let fruits = section(["apple", "plum"])
    let scene = ListScene("Fruits", [fruits])
    scene.addAction(
      "remove", key: "d", on: fruits, confirmation: { $0 == "plum" ? nil : "Remove the \($0)?" }
    ) {
      "Removed the \($1)."
    }
    scene.addAction("eat", key: .enter, on: fruits, confirmation: { "Eat the \($0)?" }) {
      "Ate the \($1)."
    }
    let tester = await SceneTester(scene)
    #expect(try await tester.press("d") == "Removed the apple.")
    #expect(try await tester.press("d", on: "p") == "Removed the plum.")
    #expect(try await tester.choose("2") == "Ate the plum.")
    #expect(tester.questions == ["Remove the apple?", "Eat the plum?"])
  }

  @Test func `a question is recorded before the form of its action is filled`() async throws {
    struct Basket: Codable, Sendable { let name: String }
    let fruits = section(["apple"])
    let scene = ListScene("Fruits", [fruits])
    scene.addAction("pack", key: "p", on: fruits, confirmation: { "Pack the \($0)?" }) {
      scene, _ in
      try await scene.fill("Pack") { (basket: Basket) in
        basket
      }.map { "Packed into the \($0.name)." }
    }
    let tester = await SceneTester(scene)
    #expect(try await tester.press("p", filling: ["name": "box"]) == "Packed into the box.")
    #expect(tester.questions == ["Pack the apple?"])
  }

  @Test func `a row that opens its detail or its value has the entry of Enter`() async throws {
    let (fruits, tools) = (section(["apple"]), section(["saw", "file"], id: "tools"))
    fruits.detail = { .scene(ListScene("\($0)", [])) }
    tools.opens = { $0 == "saw" ? $0 : nil }
    let scene = ListScene("Shop", [fruits, tools])
    scene.addAction("undo", key: "u") { _ in nil }
    let tester = await SceneTester(scene)
    #expect(try tester.actions(on: "a") == ["⏎ open", "u undo"])
    #expect(try tester.actions(on: "s") == ["⏎ open", "u undo"])
    #expect(try tester.actions(on: "f") == ["u undo"])
  }

  @Test func `a choice is an action of Enter`() async throws {
    let fruits = section(["apple", "plum"])
    let scene = ListScene("Fruits", [fruits])
    var chosen: [String] = []
    scene.addChoice(from: fruits) { chosen.append($0) }
    let tester = await SceneTester(scene)
    #expect(try tester.actions(on: "1") == ["⏎ choose"])
    #expect(try tester.actions() == [])
    #expect(try await tester.choose("p") == nil)
    #expect(chosen == ["plum"])
  }

  @Test func `what scenes ask of the browser is recorded, also by the scenes that rows open`()
    async throws
  {
    let (fruits, tools) = (section(["apple"]), section(["saw"], id: "tools"))
    fruits.detail = { .scene(ListScene("\($0)", [])) }
    tools.opens = { "tool \($0)" }
    let scene = ListScene("Shop", [fruits, tools])
    let tester = await SceneTester(scene)
    try await tester.choose("s")
    try await tester.choose("a")
    #expect(tester.scene.title == "apple")
    tester.scene.openScene(showing: "tree")
    tester.scene.notify("Grown.")
    tester.scene.copy("An apple")
    scene.report(SceneTesterError.noForm("x"))
    scene.perform { "Done." }
    try await wait { tester.notices.count == 3 }
    #expect(tester.opened as? [String] == ["tool saw", "tree"])
    #expect(tester.notices == ["Grown.", "\(SceneTesterError.noForm("x"))", "Done."])
    #expect(tester.copied == ["An apple"])
  }
}
