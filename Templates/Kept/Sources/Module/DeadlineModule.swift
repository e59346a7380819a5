public import Console
import DeadlineInterface
import Mediator
public import ModuleManager
public import Scenes
import Store

/// Keeps deadline items.
public struct DeadlineModule: CommandModule, SceneModule {
  public static let manifest = Manifest(
    Deadline.self, summary: "Keeps deadline items",
    answers: [
      Deadline.list, Deadline.add, Deadline.change, Deadline.remove, Deadline.undo,
      Deadline.changesByOthers,
    ],
    publishes: [DeadlineChanged.self])

  /// The command `deadline` with its subcommands.
  public static let commands: [Command] = [
    .listItems, .addItem, .changeItem, .removeItem, .undoChange,
  ]

  /// The list of items, which open in a form.
  public static let scenes = [
    SceneDescription(
      "Deadline", "keep deadline items", following: [DeadlineChanged.self]
    ) { .items(through: $0) }
  ]

  private let mediator: Mediator
  private let manager: DeadlineManager

  /// Creates the module without opening its database.
  public init(context: ModuleContext) {
    mediator = context.mediator
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
      manager.list.database.changesByOthers()
    }
    answer(Deadline.add, on: connection) { try await manager.add($0) }
    answer(Deadline.change, on: connection) { try await manager.change($0) }
    answer(Deadline.remove, on: connection) { try await manager.remove($0.id) }
    answer(Deadline.undo, on: connection) { _ in
      UndoneDeadlineChange(change: try await manager.list.undo())
    }
  }

  /// Registers an action that publishes `DeadlineChanged` after `change`.
  private func answer<Input, Output>(
    _ action: Action<Input, Output>, on connection: Connection,
    change: @escaping @Sendable (Input) async throws -> Output
  ) {
    connection.answer(action) { [mediator] input in
      let output = try await change(input)
      mediator.publish(DeadlineChanged())
      return output
    }
  }
}
