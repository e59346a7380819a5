public import Console
public import Mediator

extension Command {
  /// Declares a command that opens a scene and shows it.
  public init(
    _ words: String, _ summary: String,
    shows action: @autoclosure @escaping @Sendable () -> (any ActionDeclaration)? = nil,
    answers type: @autoclosure @escaping @Sendable () -> (any Decodable.Type)? = nil,
    arguments: [Argument] = [], examples: [String],
    scene: @escaping @MainActor @Sendable (Invocation) throws -> ListScene
  ) {
    self.init(
      words, summary, shows: action(), answers: type(), arguments: arguments, examples: examples
    ) { invocation in
      let scene = try await scene(invocation)
      await scene.controller.open()
      return try await scene.answer()
    }
  }

  /// Declares a command that lists what an action answers. Every argument is a field of the action's
  /// input; `identity` tells an item from every other, and `empty` is said when there are none.
  public init<Input: Codable & Sendable, Item: ListItem & Codable>(
    _ words: String, _ summary: String,
    lists action: @autoclosure @escaping @Sendable () -> Action<Input, [Item]>,
    by identity: @escaping @Sendable (Item) -> String,
    layout: @autoclosure @escaping @Sendable () -> ListLayout<Item>,
    empty: String? = nil, arguments: [Argument] = [], examples: [String]
  ) {
    self.init(
      words, summary, shows: action(), arguments: arguments, examples: examples
    ) { invocation in
      let input = try invocation.input(Input.self)
      let section = ListSection("items", id: identity, layout: layout(), empty: empty) { _ in
        ListPage(try await invocation.mediator.perform(action(), input))
      }
      return ListScene(summary, ListController(section))
    }
  }
}
