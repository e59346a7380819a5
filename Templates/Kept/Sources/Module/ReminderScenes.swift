import Console
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
    let scene = ListScene("Reminder", [items]) { scene, event in
      guard let item = event.selectedItem(as: ReminderItem.self) else { return event }
      scene.perform { try await scene.change(item, through: mediator) }
      return nil
    }
    scene.refreshInterval = .seconds(60)
    scene.bind(.character("a"), "add") { scene, _ in
      let item = try await scene.fill(.addItem, calls: Reminder.add, through: mediator)
      guard let item else { return nil }
      scene.select("\(item.id)")
      return "\(ReminderView.added(item)) Press u to undo."
    }
    scene.bind(.character("d"), "remove", calls: Reminder.remove, through: mediator) {
      (item: ReminderItem) in
      ReminderReference(id: item.id)
    } notice: {
      "\(ReminderView.removed($0)) Press u to undo."
    }
    scene.bind(.character("u"), "undo", calls: Reminder.undo, through: mediator) {
      "\(ReminderView.undone($0))"
    }
    return scene
  }

  /// Shows the form of `reminder change` with the values of an item.
  private func change(
    _ item: ReminderItem, through mediator: Mediator
  ) async throws -> String? {
    var initial: Parameters = ["title": item.title]
    if let date = item.date { initial.append("\(date)", for: "date") }
    let changed = try await fill(
      .changeItem, calls: Reminder.change, given: ["id": "\(item.id)"], initial: initial,
      through: mediator)
    guard let changed else { return nil }
    select("\(item.id)")
    return "\(ReminderView.changed(changed)) Press u to undo."
  }
}
