public import Scenes
import Documents
import Mediator

extension PagedList {
  /// The command, as a contribution of the module.
  public var commands: [Command] {
    [
      Command(
        words, "\(summary)".capitalizedSentence, input: PagedListArguments.self,
        outputType: [Item].self, arguments: [.positional("item", isOptional: true)],
        examples: examples
      ) { invocation in
        let arguments = try invocation.input(PagedListArguments.self)
        let scene = try await scene(from: arguments.page ?? 1, through: invocation.mediator)
        if arguments.refresh == true { await scene.refresh() } else { await scene.open() }
        guard let item = arguments.item else {
          return try await scene.commandResult(at: invocation.now())
        }
        return try await scene.commandResult(selecting: item, at: invocation.now())
      }.orOutputType(Item.self)
    ]
  }
}

private struct PagedListArguments: SchemaDescribing {
  let item: String?
  let page: Int?
  let refresh: Bool?

  static var fieldDescriptions: FieldDescriptions {
    [
      "item": "the number or id of an item to show in full",
      "page": .init("the page of the list", default: "1", valueName: "number"),
      "refresh": .flag("ignore the cache and ask the source again"),
    ]
  }
}
