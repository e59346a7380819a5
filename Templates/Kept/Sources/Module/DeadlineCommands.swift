import Console
import DeadlineInterface
import Mediator
import Scenes

extension Command {
  static let listItems = Command(
    "deadline", "List deadline items", action: Deadline.list,
    outputType: [DeadlineItem].self,
    examples: ["deadline", "deadline --json"]
  ) { invocation in
    ListScene.items(through: invocation.mediator)
  }

  static let addItem = Command(
    "deadline add", "Add an item", calls: Deadline.add,
    arguments: [.positional("title", "what is due"), date],
    examples: ["deadline add \"Buy milk\"", "deadline add \"Buy milk\" --date fri"]
  ) { item, page in page.paragraph(DeadlineView.added(item)) }

  static let changeItem = Command(
    "deadline change", "Change an item", calls: Deadline.change,
    arguments: [
      item, .option("title", "the new title", valueName: "text"),
      .option(
        "date", "the day on which it is due, such as tomorrow or 2026-12-24, or none",
        valueName: "day"),
    ],
    examples: ["deadline change 1 --date tomorrow", "deadline change 1 --date none"]
  ) { item, page in page.paragraph(DeadlineView.changed(item)) }

  static let removeItem = Command(
    "deadline remove", "Remove an item", calls: Deadline.remove, arguments: [item],
    examples: ["deadline remove 1"]
  ) { item, page in page.paragraph(DeadlineView.removed(item)) }

  static let undoChange = Command(
    "deadline undo", "Undo the last change; repeat it to undo earlier changes",
    calls: Deadline.undo, examples: ["deadline undo"]
  ) { undone, page in page.paragraph(DeadlineView.undone(undone)) }

  private static let item = Argument.positional(
    "id", "the number of the item",
    completion: .results(of: Deadline.list) { $0.map { "\($0.id)" } })

  private static let date = Argument.option(
    "date", "the day on which it is due, such as tomorrow, fri or 2026-12-24", valueName: "day")
}
