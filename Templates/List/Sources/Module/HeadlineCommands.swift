import Console
import HeadlineInterface
import Scenes

extension Command {
  static let listItems = Command(
    "headline", "List headline items",
    outputType: [HeadlineItem].self,
    arguments: [
      .positional(
        "item", "the number or id of an item to show in full", isOptional: true),
      .option("page", "the page of the list (default: 1)", valueName: "number"),
      .flag("refresh", "ignore the cache and ask the source again"),
    ],
    examples: [
      "headline", "headline 1",
      "headline --page 2", "headline --refresh --json",
    ]
  ) { invocation in
    let arguments = try invocation.input(HeadlineArguments.self)
    let scene = try await HeadlineScenes.list(
      page: arguments.page ?? 1, through: invocation.mediator)
    if arguments.refresh == true {
      await scene.refresh()
    } else {
      await scene.open()
    }
    guard let item = arguments.item else {
      return try await scene.commandResult(at: invocation.now())
    }
    return try await scene.commandResult(selecting: item, at: invocation.now())
  }.orOutputType(HeadlineItem.self)

  private struct HeadlineArguments: Decodable {
    let item: String?
    let page: Int?
    let refresh: Bool?
  }
}
