import Console
import DeadlineInterface
import Mediator
public import ModuleManager
import Scenes
import Store

/// Keeps deadline items.
public struct DeadlineModule: Module {
  public static let manifest = Manifest(
    Deadline.self, summary: "Keeps deadline items",
    answers: [
      Deadline.list, Deadline.add, Deadline.change, Deadline.remove, Deadline.undo,
      Deadline.changesByOthers,
    ],
    publishes: [DeadlineChanged.self])

  public static let contributions = Contributions(commands, scenes)

  /// The command `deadline` with its subcommands.
  static let commands: [Command] = [
    .listItems, .addItem, .changeItem, .removeItem, .undoChange,
  ]

  /// The list of items, which open in a form.
  static let scenes = [
    SceneDescription(
      "Deadline", "keep deadline items", following: [DeadlineChanged.self]
    ) { .items(through: $0) }
  ]

  private let manager: DeadlineManager

  /// Creates the module without opening its database.
  public init(context: ModuleContext) {
    manager = DeadlineManager(context)
  }

  /// Opens the database.
  /// - Throws: `StoreError` when the folder or the database in it cannot be used.
  public func start() async throws { try await manager.list.database.open() }

  /// Closes the database.
  public func stop() async { await manager.list.database.close() }

  public func connect(_ connection: Connection) {
    connection.answer(Deadline.list) { [manager] _ in try await manager.items }
    connection.answer(Deadline.changesByOthers) { [manager] _ in
      await manager.list.database.changesByOthers()
    }
    let changed = DeadlineChanged()
    connection.answer(Deadline.add, publishing: changed) { [manager] request in
      try await manager.add(request)
    }
    connection.answer(Deadline.change, publishing: changed) { [manager] request in
      try await manager.change(request)
    }
    connection.answer(Deadline.remove, publishing: changed) { [manager] reference in
      try await manager.remove(reference.id)
    }
    connection.answer(Deadline.undo, publishing: changed) { [manager] _ in
      UndoneDeadlineChange(change: try await manager.list.undo())
    }
  }
}
