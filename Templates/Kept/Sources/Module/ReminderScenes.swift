import Documents
import Mediator
import ReminderInterface
import Scenes

extension ListScene {
  /// The list of items, grouped by day. Enter changes an item in a form.
  static func items(through mediator: Mediator) -> ListScene {
    let items = ListSection(
      "items", id: { "\($0.id)" }, layout: ReminderView.list,
      empty: "No reminder items yet; add one with 'reminder add' or the key a.",
      groupedBy: ReminderView.group
    ) { _ in ListPage(try await mediator.perform(Reminder.list)) }
    let scene = ListScene("Reminder", [items])
    scene.addAction("open", key: .enter, on: items) { scene, item in
      try await scene.change(item, through: mediator)
    }
    scene.addAction("add", key: "a") { scene in
      let item = try await scene.fill("Add an item", calls: Reminder.add, through: mediator)
      guard let item else { return nil }
      scene.select("\(item.id)")
      return "\(ReminderView.added(item)) Press u to undo."
    }
    scene.addAction("remove", key: "d", on: items, calls: Reminder.remove, through: mediator) {
      ReminderReference(id: $0.id)
    } notice: {
      "\(ReminderView.removed($0)) Press u to undo."
    }
    scene.addAction("undo", key: "u", calls: Reminder.undo, through: mediator) {
      ReminderView.undone($0)
    }
    return scene
  }

  /// Shows the form of `reminder change` with the values of an item.
  private func change(
    _ item: ReminderItem, through mediator: Mediator
  ) async throws -> LocalizedText? {
    var initial: Parameters = ["title": item.title]
    if let date = item.date { initial.append("\(date)", for: "date") }
    let changed = try await fill(
      "Change an item", calls: Reminder.change, given: ["id": "\(item.id)"], initial: initial,
      through: mediator)
    guard let changed else { return nil }
    select("\(item.id)")
    return "\(ReminderView.changed(changed)) Press u to undo."
  }
}
