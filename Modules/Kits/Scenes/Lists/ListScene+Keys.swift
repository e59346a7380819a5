public import Console
public import Mediator

extension ListScene {
  /// Adds a key of the scene that performs an action for the selected row, and shows a notice.
  ///
  /// ```swift
  /// scene.bind(.character("d"), "remove", calls: Orders.remove, through: mediator) {
  ///   (order: Order) in OrderReference(id: order.id)
  /// } notice: {
  ///   "Removed order \($0.id); press u to undo."
  /// }
  /// ```
  /// - Parameters:
  ///   - caller: The calling file, for interceptors.
  ///   - applies: Whether the key does something for an item.
  ///   - input: The input of the action, made of the selected row's item.
  ///   - notice: A sentence about the output.
  public func bind<Item: ListItem, Input: Sendable, Output: Sendable>(
    _ key: Key, _ summary: String, calls action: Action<Input, Output>, through mediator: Mediator,
    caller: StaticString = #fileID,
    applies: @escaping @MainActor @Sendable (Item) -> Bool = { (_: Item) in true },
    input: @escaping @MainActor @Sendable (Item) -> Input,
    notice: @escaping @MainActor @Sendable (Output) -> String
  ) {
    bind(key, summary, applies: { ($0?.item as? Item).map(applies) ?? false }) { _, row in
      guard let item = row?.item as? Item else { return nil }
      return notice(try await mediator.perform(action, input(item), caller: caller))
    }
  }

  /// Adds a key of the scene that performs an action, and shows a notice.
  public func bind<Output: Sendable>(
    _ key: Key, _ summary: String, calls action: Action<Empty, Output>, through mediator: Mediator,
    caller: StaticString = #fileID, notice: @escaping @MainActor @Sendable (Output) -> String
  ) {
    bind(key, summary) { _, _ in notice(try await mediator.perform(action, caller: caller)) }
  }
}
