import Console
import Documents
import Mediator
public import ModuleManager
import ReminderInterface
import Scenes
public import Store

/// Keeps reminder items.
public struct ReminderModule: DatabaseModule {
  public static let manifest = Manifest(
    Reminder.self, summary: "Keeps reminder items",
    answers: [
      Reminder.list, Reminder.add,
      Reminder.change, Reminder.remove,
      Reminder.undo,
    ],
    publishes: [ReminderChanged.self])

  public static let contributions = Contributions(
    itemList.commands, itemList.scenes, itemList.warnings)

  /// The command `reminder` with its subcommands, and the scene with the same items.
  static let itemList = EditableList(
    "Reminder", "keep reminder items", command: "reminder",
    // if day
    following: [ReminderChanged.self, DayBegan.self],
    // else
    // following: [ReminderChanged.self],
    // end
    list: Reminder.list, add: Reminder.add, change: Reminder.change,
    remove: Reminder.remove, undo: Reminder.undo,
    // if day
    rows: ReminderView.rows, groupedBy: ReminderView.group,
    // else
    // rows: ReminderView.rows,
    // end
    // fields: arguments
    arguments: ["title"],
    // end
    examples: [
      "reminder", "reminder --json",
      // fields: examples
      "reminder add Milk",
      "reminder add Tea --date fri",
      "reminder change 1 --date tomorrow",
      "reminder change 2 --date none",
      // end
      "reminder remove 1", "reminder undo",
    ])

  private let manager: ReminderManager
  /// The database with the items.
  public var database: Database { manager.list.database }

  /// Creates the module without opening its database.
  public init(context: ModuleContext) {
    manager = ReminderManager(context)
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Reminder.list) { [manager] _ in try await manager.items }
    let changed = ReminderChanged()
    registrar.answer(Reminder.add, publishing: changed) { [manager] new in
      try await manager.add(new)
    }
    registrar.answer(Reminder.change, publishing: changed) { [manager] change in
      try await manager.change(change)
    }
    registrar.answer(Reminder.remove, publishing: changed) { [manager] reference in
      try await manager.remove(reference.id)
    }
    registrar.answer(Reminder.undo, publishing: changed) { [manager] _ in
      UndoneItemChange(try await manager.list.undo())
    }
  }
}
