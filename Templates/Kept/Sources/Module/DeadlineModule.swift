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
  private let store: DeadlineStore

  /// Creates the module without opening its database.
  public init(context: ModuleContext) {
    mediator = context.mediator
    store = DeadlineStore(context)
  }

  /// Opens the database.
  /// - Throws: `StoreError` when the folder or the database in it cannot be used.
  public func start() async throws { try await store.database.open() }

  /// Closes the database.
  public func stop() async { await store.database.close() }

  public func connect(_ connection: Connection) {
    connection.answer(Deadline.list) { [store] _ in try await store.items }
    connection.answer(Deadline.changesByOthers) { [store] _ in store.database.changesByOthers() }
    answer(Deadline.add, on: connection) { try await $0.add($1) }
    answer(Deadline.change, on: connection) { try await $0.change($1) }
    answer(Deadline.remove, on: connection) { try await $0.remove($1.id) }
    answer(Deadline.undo, on: connection) { store, _ in try await store.undo() }
  }

  /// Registers an action that publishes `DeadlineChanged` after `change`.
  private func answer<Input, Output>(
    _ action: Action<Input, Output>, on connection: Connection,
    change: @escaping @Sendable (DeadlineStore, Input) async throws -> Output
  ) {
    connection.answer(action) { [mediator, store] input in
      let output = try await change(store, input)
      mediator.publish(DeadlineChanged())
      return output
    }
  }
}
