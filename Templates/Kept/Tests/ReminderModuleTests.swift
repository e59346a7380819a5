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
  @Test func `items are listed by day, those without a day last`() async throws {
    let fixture = try await ReminderFixture()
    try await fixture.add("Whenever")
    try await fixture.add("Later", on: "2026-12-24")
    try await fixture.add("Now", on: "today")
    try await fixture.add("Overdue", on: "2026-11-01")
    let items = try await fixture.mediator.perform(Reminder.list)
    #expect(items.map(\.title) == ["Overdue", "Now", "Later", "Whenever"])
    #expect(items.map(\.daysLeft) == [-19, 0, 34, nil])
    #expect(items.map(\.id) == [4, 3, 2, 1])
  }

  @Test func `items are there after the next start`() async throws {
    let fixture = try await ReminderFixture()
    try await fixture.add("Buy milk")
    await fixture.harness.stop()
    let next = try await ReminderFixture(folder: fixture.harness.folder)
    let titles = try await next.titles
    #expect(titles == ["Buy milk"])
  }

  @Test(arguments: [
    (ChangeReminderItem(id: 1, title: " Oat\nmilk "), "Oat milk", 1),
    (ChangeReminderItem(id: 1, date: .day(.relative(RelativeDay(days: 3)))), "Milk", 3),
    (ChangeReminderItem(id: 1, date: .noDay), "Milk", nil),
  ])
  func `a change keeps the fields that it does not name`(
    request: ChangeReminderItem, title: String, daysLeft: Int?
  ) async throws {
    let fixture = try await ReminderFixture()
    try await fixture.add("Milk", on: "tomorrow")
    let item = try await fixture.mediator.perform(Reminder.change, request)
    #expect(item.title == title && item.daysLeft == daysLeft)
    let items = try await fixture.mediator.perform(Reminder.list)
    #expect(items == [item])
  }

  @Test func `a change without any field is refused`() async throws {
    let fixture = try await ReminderFixture()
    try await fixture.add("Milk")
    await #expect(throws: ReminderError.nothingToChange(1)) {
      try await fixture.text(.changeItem, ["id": "1"])
    }
    let undone = try await fixture.undo()
    #expect(undone == "adding 'Milk'")
  }

  @Test func `every change can be undone, the last one first`() async throws {
    let fixture = try await ReminderFixture()
    try await fixture.add("Milk")
    _ = try await fixture.mediator.perform(
      Reminder.change, ChangeReminderItem(id: 1, title: "Tea"))
    _ = try await fixture.mediator.perform(Reminder.remove, ReminderReference(id: 1))
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
    _ = try await fixture.mediator.perform(Reminder.remove, ReminderReference(id: 1))
    _ = try await fixture.undo()
    #expect(fixture.harness.published(ReminderChanged.self).count == 3)
  }

  // A test with arguments would print them, and terminals interpret control characters.
  @Test func `a title that cannot be shown in one line is refused`() async throws {
    let fixture = try await ReminderFixture()
    for title in ["", " \n\u{1B}[31m"] {
      await #expect(throws: ReminderError.emptyTitle) { try await fixture.add(title) }
    }
    let beginning = String(repeating: "x", count: 20)
    await #expect(throws: ReminderError.longTitle(beginning, count: 201)) {
      try await fixture.add(String(repeating: "x", count: 201))
    }
    let titles = try await fixture.titles
    #expect(titles == [])
  }

  @Test func `an unknown item cannot be changed or removed`() async throws {
    let fixture = try await ReminderFixture()
    await #expect(throws: StoreError.unknownItem(7, noun: "reminder item")) {
      try await fixture.mediator.perform(Reminder.remove, ReminderReference(id: 7))
    }
    await #expect(throws: StoreError.unknownItem(7, noun: "reminder item")) {
      try await fixture.mediator.perform(Reminder.change, ChangeReminderItem(id: 7))
    }
    await #expect(throws: StoreError.nothingToUndo) { try await fixture.undo() }
  }

  @Test(
    arguments: [
      (.emptyTitle, "expected one such as"),
      (.longTitle("x", count: 201), "expected at most 200; choose a shorter one"),
      (.nothingToChange(1), "item '1' would not change; give another title or date"),
    ] as [(ReminderError, String)])
  func `each error says what to do`(error: ReminderError, remedy: String) {
    #expect(error.kind == .badInput && error.description.contains(remedy))
  }
}
