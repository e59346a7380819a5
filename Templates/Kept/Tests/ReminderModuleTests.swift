import Console
import Documents
import Foundation
import Mediator
import ModuleTesting
import ReminderInterface
import Store
import Testing

@testable import Reminder

struct ReminderModuleTests {
  // if day
  @Test func `items are listed by day, those without one last`() async throws {
    let fixture = try await ReminderFixture()
    // if optional day
    try await fixture.add("Whenever") { $0.date = nil }
    // else
    // try await fixture.add("Whenever") { $0.date = CalendarDate(day: .max) }
    // end
    try await fixture.add("Later") { $0.date = CalendarDate(day: 20_811) }
    try await fixture.add("Now") { $0.date = CalendarDate(day: 20_777) }
    try await fixture.add("Overdue") { $0.date = CalendarDate(day: 20_758) }
    let items = try await fixture.mediator.perform(Reminder.list)
    #expect(items.map(\.title) == ["Overdue", "Now", "Later", "Whenever"])
    #expect(items.prefix(3).map(\.daysLeft) == [-19, 0, 34])
    #expect(items.map(\.id) == [4, 3, 2, 1])
  }
  // else
  // @Test func `items are listed in the order in which they were added`() async throws {
  //   let fixture = try await ReminderFixture()
  //   for title in ["Tea", "Milk"] { try await fixture.add(title) }
  //   let titles = try await fixture.titles
  //   #expect(titles == ["Tea", "Milk"])
  // }
  // end

  @Test func `items are there after the next start`() async throws {
    let fixture = try await ReminderFixture()
    let added = try await fixture.add("Milk")
    await fixture.harness.stop()
    let next = try await ReminderFixture(folder: fixture.harness.folder)
    let items = try await next.mediator.perform(Reminder.list)
    #expect(items == [added])
  }

  @Test func `items that earlier versions have stored are read`() throws {
    // fields: full
    let item = ReminderItem(id: 1, title: "Milk", date: CalendarDate(day: 20_778))
    // end
    let fixtures = StoredItemFixtures<ReminderItem>(besideTest: #filePath)
    let problems = try fixtures.problems(now: item, derived: ReminderItem.derivedFields)
    #expect(problems == [])
  }

  @Test func `a change keeps the fields that it does not name`() async throws {
    let fixture = try await ReminderFixture()
    var item = try await fixture.add("Milk")
    let changed = try await fixture.change(item, to: " Oat\nmilk ")
    item.title = "Oat milk"
    #expect(changed == item)
    let items = try await fixture.mediator.perform(Reminder.list)
    #expect(items == [item])
  }

  @Test func `every change can be undone, the last one first`() async throws {
    let fixture = try await ReminderFixture()
    let item = try await fixture.add("Milk")
    try await fixture.change(item, to: "Tea")
    try await fixture.remove(1)
    for (change, left) in [
      ("removing 'Tea'", ["Tea"]), ("changing 'Milk'", ["Milk"]), ("adding 'Milk'", []),
    ] {
      let undone = try await fixture.undo()
      #expect(undone == change)
      let titles = try await fixture.titles
      #expect(titles == left)
    }
    await #expect(throws: StoreError.nothingToUndo) { try await fixture.undo() }
  }

  @Test func `every change publishes an event`() async throws {
    let fixture = try await ReminderFixture()
    try await fixture.add("Milk")
    try await fixture.remove(1)
    _ = try await fixture.undo()
    #expect(fixture.harness.published(ReminderChanged.self).count == 3)
  }

  @Test func `a request that cannot be met changes nothing`() async throws {
    let fixture = try await ReminderFixture()
    let item = try await fixture.add("Milk")
    await #expect(throws: ItemError.emptyText(field: "title")) {
      try await fixture.change(item, to: " ")
    }
    await #expect(throws: ItemError.nothingToChange(1, noun: ReminderItem.noun)) {
      try await fixture.change(item, to: "Milk")
    }
    await #expect(throws: StoreError.unknownItem(7, noun: ReminderItem.noun)) {
      try await fixture.remove(7)
    }
    let undone = try await fixture.undo()
    #expect(undone == "adding 'Milk'")
  }

  @Test(arguments: ["change", "remove"])
  func `the numbers of the items are completed`(command: String) async throws {
    let fixture = try await ReminderFixture()
    for title in ["Milk", "Tea"] { try await fixture.add(title) }
    let completer = Completer(commands: ReminderModule.itemList.commands, globals: [])
    let completions = try await completer.completions(
      for: ["reminder", command, ""], through: fixture.mediator)
    guard case .candidates(let candidates) = completions else {
      Issue.record("\(completions)")
      return
    }
    #expect(candidates.map(\.text) == ["1", "2"])
  }

  @Test func `the examples run, and their JSON fits the schemas`() async throws {
    await (try await ReminderFixture()).harness.checkExamples()
  }
}
