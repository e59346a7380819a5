import Console
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
      Reminder.list, Reminder.add, Reminder.change, Reminder.remove, Reminder.undo,
    ],
    publishes: [ReminderChanged.self])

  public static let contributions = Contributions(commands, scenes)

  /// The command `reminder` with its subcommands.
  static let commands: [Command] = [
    .listItems, .addItem, .changeItem, .removeItem, .undoChange,
  ]

  /// The list of items, which open in a form.
  static let scenes = [
    SceneDescription(
      "Reminder", "keep reminder items", following: [ReminderChanged.self, DayBegan.self]
    ) { .items(through: $0) }
  ]

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
    registrar.answer(Reminder.add, publishing: changed) { [manager] request in
      try await manager.add(request)
    }
    registrar.answer(Reminder.change, publishing: changed) { [manager] request in
      try await manager.change(request)
    }
    registrar.answer(Reminder.remove, publishing: changed) { [manager] reference in
      try await manager.remove(reference.id)
    }
    registrar.answer(Reminder.undo, publishing: changed) { [manager] _ in
      UndoneReminderChange(change: try await manager.list.undo())
    }
  }
}
