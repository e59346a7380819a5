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
    "reminder add", "Add an item", calls: Reminder.add,
    arguments: [.positional("title", "what is due"), date],
    examples: ["reminder add \"Buy milk\"", "reminder add \"Buy milk\" --date fri"]
  ) { item in "\(ReminderView.added(item))" }

  static let changeItem = Command(
    "reminder change", "Change an item", calls: Reminder.change,
    arguments: [
      item, .option("title", "the new title", valueName: "text"),
      .option(
        "date", "the day on which it is due, such as tomorrow or 2026-12-24, or none",
        valueName: "day"),
    ],
    examples: ["reminder change 1 --date tomorrow", "reminder change 1 --date none"]
  ) { item in "\(ReminderView.changed(item))" }

  static let removeItem = Command(
    "reminder remove", "Remove an item", calls: Reminder.remove, arguments: [item],
    examples: ["reminder remove 1"]
  ) { item in "\(ReminderView.removed(item))" }

  static let undoChange = Command(
    "reminder undo", "Undo the last change; repeat it to undo earlier changes",
    calls: Reminder.undo, examples: ["reminder undo"]
  ) { undone in "\(ReminderView.undone(undone))" }

  private static let item = Argument.positional(
    "id", "the number of the item",
    completion: .results(of: Reminder.list) { $0.map { "\($0.id)" } })

  private static let date = Argument.option(
    "date", "the day on which it is due, such as tomorrow, fri or 2026-12-24", valueName: "day")
}
