import Console
import Documents
import Mediator
import ModuleTesting
import ReminderInterface
import Scenes
import Testing

@testable import Reminder

@MainActor @Suite(.timeLimit(.minutes(15)))
struct ReminderScenesTests {
  private let fixture: ReminderFixture
  private let tester: SceneTester

  init() async throws {
    fixture = try await ReminderFixture()
    for title in ["Milk", "Tea"] { try await fixture.add(title) }
    let description = try #require(ReminderModule.itemList.scenes.first)
    tester = await SceneTester(try description.makeScene(fixture.mediator))
  }

  @Test func `an item is added in a form, and selected`() async throws {
    let message = try await tester.press(
      "a",
      filling: [
        // fields: entered
        "title": "Bread",
        "date": "tomorrow",
          // end
      ])
    #expect(message == "Added 'Bread' as number 3. Press u to undo.")
    #expect(tester.scene.rowToSelect?.row == "3")
    try await wait { tester.text().contains("Bread") }
  }

  @Test func `a selected item is changed in a form with its values`() async throws {
    let message = try await tester.press("e", on: "2", filling: ["title": "Green tea"])
    #expect(message == "Changed 'Green tea'. Press u to undo.")
    try await wait { tester.text().contains("Green tea") }
  }

  @Test func `a row opens its item, and the command shows it, too`() async throws {
    try await tester.choose("2")
    #expect(tester.scene.title == "Tea")
    let text = try await fixture.harness.run("reminder 2", columns: 40).text
    #expect(text.hasPrefix("Tea\n\n"))
  }

  @Test func `an item is removed, and added again by an undo`() async throws {
    let removal = try await tester.press("d", on: "1")
    #expect(removal == "Removed 'Milk'. Press u to undo.")
    try await wait { !tester.text().contains("Milk") }
    let undo = try await tester.press("u")
    #expect(undo == "Undone: removing 'Milk'.")
    try await wait { tester.text().contains("Milk") }
  }

  @Test(arguments: [20, 60])
  func `no line is wider than the page`(columns: Int) async throws {
    try await fixture.add(String(repeating: "牛奶 ", count: 40))
    await tester.scene.refresh()
    let lines = tester.text(columns: columns).split(separator: "\n")
    #expect(lines.contains { $0.contains("牛奶") })
    #expect(lines.allSatisfy { String($0).columns <= columns })
  }

  @Test func `the empty list says how to add an item`() async throws {
    let text = try await ReminderFixture().harness.run("reminder", columns: 120).text
    #expect(text == "No \(ReminderItem.plural) yet; add one with 'reminder add' or the key a.")
  }
}
