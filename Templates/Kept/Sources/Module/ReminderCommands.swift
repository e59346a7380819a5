import Console
import Documents
import Mediator
import ReminderInterface
import Scenes

extension Command {
  static let listItems = Command(
    "reminder", "List reminder items", action: Reminder.list,
    outputType: [ReminderItem].self,
    examples: ["reminder", "reminder --json"]
  ) { invocation in
    ListScene.items(through: invocation.mediator)
  }

  static let addItem = Command(
    "reminder add", "Add an item", calls: Reminder.add, arguments: ["title"],
    examples: ["reminder add \"Buy milk\"", "reminder add \"Buy milk\" --date fri"]
  ) { item in "\(ReminderView.added(item))" }

  static let changeItem = Command(
    "reminder change", "Change an item", calls: Reminder.change, arguments: ["id"],
    examples: ["reminder change 1 --date tomorrow", "reminder change 1 --date none"]
  ) { item in "\(ReminderView.changed(item))" }

  static let removeItem = Command(
    "reminder remove", "Remove an item", calls: Reminder.remove, arguments: ["id"],
    examples: ["reminder remove 1"]
  ) { item in "\(ReminderView.removed(item))" }

  static let undoChange = Command(
    "reminder undo", "Undo the last change; repeat it to undo earlier changes",
    calls: Reminder.undo, examples: ["reminder undo"]
  ) { undone in "\(ReminderView.undone(undone))" }
}
