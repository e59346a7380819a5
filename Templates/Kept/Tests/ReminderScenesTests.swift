import Console
import Mediator
import ModuleTesting
import ReminderInterface
import Scenes
import Testing

@testable import Reminder

@MainActor @Suite(.timeLimit(.minutes(15)))
struct ReminderScenesTests {
  private let fixture: ReminderFixture
  private let scene: ListScene

  init() async throws {
    fixture = try await ReminderFixture()
    try await fixture.add("Milk", on: "today")
    try await fixture.add("Tea", on: "2026-11-23")
    try await fixture.add("Rent", on: "2026-11-18")
    scene = try #require(ReminderModule.scenes.first).makeScene(fixture.mediator)
    await scene.open()
  }

  private func text(columns: Int = 40) -> String { scene.snapshot.text(on: Page(columns: columns)) }

  @Test func `items are grouped by the day on which they are due`() {
    #expect(
      text() == """
        no.  title  date
        Overdue
          3  Rent   2026-11-18

        Today
          1  Milk   2026-11-20

        On Monday
          2  Tea    2026-11-23
        """)
    #expect(!text(columns: 39).contains("2026"))
    #expect(scene.items(as: ReminderItem.self).map(\.title) == ["Rent", "Milk", "Tea"])
  }

  @Test func `an item is removed, and added again by an undo`() async throws {
    let tester = await SceneTester(scene)
    let removal = try await tester.press("d", on: "1")
    #expect(removal == "Removed 'Milk'. Press u to undo.")
    try await wait { !text().contains("Milk") }
    let undo = try await tester.press("u")
    #expect(undo == "Undone: removing 'Milk'.")
    try await wait { text().contains("Milk") }
  }

  @Test func `an item is added in a form, and selected`() async throws {
    let tester = await SceneTester(scene)
    let error = await #expect(throws: SceneTesterError.self) {
      try await tester.press("a", filling: ["title": "Bread", "date": "someday"])
    }
    #expect(error?.description.contains("'someday' is not a day") == true)
    let message = try await tester.press("a", filling: ["title": "Bread", "date": "tomorrow"])
    #expect(message == "Added 'Bread' as number 4. Press u to undo.")
    #expect(scene.pushed == nil && scene.rowToSelect?.row == "4")
    try await wait { text().contains("Tomorrow\n  4  Bread") }
  }

  @Test func `a selected item is changed in a form with its values`() async throws {
    try await SceneTester(scene).choose("3")
    let form = try #require(scene.pushed?.form)
    #expect(form.fields.map(\.value.text) == ["Rent", "2026-11-18"])
    form.setValue(FieldValue("Rent and heating"), of: "title")
    await form.submit()
    try await wait { text(columns: 60).contains("Rent and heating") }
  }

  @Test func `a date that is cleared in the form is removed`() async throws {
    try await SceneTester(scene).choose("3")
    let form = try #require(scene.pushed?.form)
    form.setValue(FieldValue(""), of: "date")
    await form.submit()
    try await wait { text().contains("Without a date\n  3  Rent") }
    let change = try await fixture.text(.changeItem, ["id": "1", "date": "none"])
    #expect(change == "Changed 'Milk'.")
  }

  @Test func `the commands do what the scene does`() async throws {
    let list = try await fixture.text(.listItems)
    #expect(list == text(columns: 60))
    let addition = try await fixture.text(.addItem, ["title": "Bread", "date": "fri"])
    #expect(addition == "Added 'Bread' as number 4.")
    let change = try await fixture.text(.changeItem, ["id": "4", "title": "Rye"])
    #expect(change == "Changed 'Rye'.")
    let removal = try await fixture.text(.removeItem, ["id": "4"])
    #expect(removal == "Removed 'Rye'.")
    let undo = try await fixture.text(.undoChange)
    #expect(undo == "Undone: removing 'Rye'.")
  }

  @Test(arguments: ["change", "remove"])
  func `the numbers of the items are completed`(command: String) async throws {
    let completer = Completer(commands: ReminderModule.commands, globals: [])
    let completions = try await completer.completions(
      for: ["reminder", command, ""], through: fixture.mediator)
    guard case .candidates(let candidates) = completions else {
      Issue.record("\(completions)")
      return
    }
    #expect(candidates.map(\.text) == ["3", "1", "2"])
  }

  @Test func `the examples run, and their JSON fits the schemas`() async throws {
    await (try await ReminderFixture()).harness.checkExamples()
  }

  @Test func `the empty list says how to add an item`() async throws {
    let text = try await ReminderFixture().text(.listItems)
    #expect(
      text.replacing("\n", with: " ")
        == "No reminder items yet; add one with 'reminder add' or the key a.")
  }
}
