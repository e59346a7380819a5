import Console
import Documents
import Mediator
import ModuleTesting
import Scenes
import Testing

/// A scene of texts, whose ids are their first letters.
@MainActor private func scene(_ texts: [String], empty: String? = nil) -> ListScene {
  ListScene(
    "Fruits",
    [
      ListSection(
        "fruits", id: { String($0.prefix(1)) }, layout: .rows { text in "\(text)" }, empty: empty
      ) { _ in ListPage(texts) }
    ])
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
    let scene = scene(["apple", "plum"])
    scene.bind(.character("d"), "remove", applies: { $0?.id == "p" }) { _, row in row?.id }
    let tester = await SceneTester(scene)
    #expect(try await tester.press("d", on: "2") == "p")
    await #expect(throws: SceneTesterError.inapplicable("d", row: "a")) {
      try await tester.press("d")
    }
  }

  @Test func `a key that is not bound is an error with the names of the others`() async throws {
    let scene = scene(["apple"])
    scene.bind(.character("a"), "add") { _, _ in nil }
    scene.bind(.control("x"), "remove") { _, _ in nil }
    let tester = await SceneTester(scene)
    let error = await #expect(throws: SceneTesterError.self) { try await tester.press("b") }
    #expect(error?.description == "the scene has no key 'b'; expected one of a, Ctrl-X")
  }

  @Test func `the error of a row in an empty scene says what the scene shows`() async throws {
    let tester = await SceneTester(scene([], empty: "No fruits yet."))
    let error = await #expect(throws: SceneTesterError.self) { try await tester.choose("1") }
    #expect(error?.description == "the scene has no rows; it shows: No fruits yet.")
  }

  @Test func `keys that never do something and items with the same id fail the test`() async throws
  {
    let scene = scene(["apple", "apricot"])
    for key in ["a", "q", "a"] as [Character] {
      scene.bind(.character(key), "add") { _, _ in nil }
    }
    let problems = Recorder<String>()
    await withKnownIssue {
      _ = await SceneTester(scene)
    } matching: {
      problems.record($0.comments.map(\.rawValue).joined())
      return true
    }
    #expect(
      problems.values == [
        "the scene 'Fruits' binds the key 'a' twice; only the first binding is used",
        "the scene 'Fruits' binds the key 'q', which the browser needs; choose another one",
        "several items of the section 'fruits' have the same id; only the first is shown",
      ])
  }
}
