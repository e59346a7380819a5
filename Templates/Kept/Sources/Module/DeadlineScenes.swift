import Console
import DeadlineInterface
import Mediator
import Scenes

extension ListScene {
  /// The list of items, grouped by day. Enter changes an item in a form.
  static func items(through mediator: Mediator) -> ListScene {
    let items = ListSection(
      "items", id: { "\($0.id)" }, layout: DeadlineView.list,
      empty: "No deadline items yet; add one with 'deadline add' or the key a.",
      groupedBy: DeadlineView.group
    ) { _ in ListPage(try await mediator.perform(Deadline.list)) }
    let scene = ListScene("Deadline", [items]) { scene, event in
      guard let item = event.selectedItem(as: DeadlineItem.self) else { return event }
      scene.perform { try await scene.change(item, through: mediator) }
      return nil
    }
    scene.refreshInterval = .seconds(60)
    scene.changes = { try await mediator.perform(Deadline.changesByOthers) }
    scene.bind(.character("a"), "add") { scene, _ in
      let item = try await scene.fill(.addItem, calls: Deadline.add, through: mediator)
      guard let item else { return nil }
      scene.select("\(item.id)")
      return DeadlineView.added(item) + " Press u to undo."
    }
    scene.bind(.character("d"), "remove", calls: Deadline.remove, through: mediator) {
      (item: DeadlineItem) in
      DeadlineReference(id: item.id)
    } notice: {
      DeadlineView.removed($0) + " Press u to undo."
    }
    scene.bind(.character("u"), "undo", calls: Deadline.undo, through: mediator) {
      DeadlineView.undone($0)
    }
    return scene
  }

  /// Shows the form of `deadline change` with the values of an item.
  private func change(
    _ item: DeadlineItem, through mediator: Mediator
  ) async throws -> String? {
    var initial: Parameters = ["title": item.title]
    if let date = item.date { initial.append("\(date)", for: "date") }
    let changed = try await fill(
      .changeItem, calls: Deadline.change, given: ["id": "\(item.id)"], initial: initial,
      through: mediator)
    guard let changed else { return nil }
    select("\(item.id)")
    return DeadlineView.changed(changed) + " Press u to undo."
  }
}
