import Console
import Scenes
import TemplateInterface

extension Command {
  static let listItems = Command(
    "template", "List template items",
    outputType: [TemplateItem].self,
    arguments: [
      .positional(
        "item", "the number or id of an item to show in full", isOptional: true),
      .option("page", "the page of the list (default: 1)", valueName: "number"),
      .flag("refresh", "ignore the cache and ask the source again"),
    ],
    examples: [
      "template", "template 1",
      "template --page 2", "template --refresh --json",
    ]
  ) { invocation in
    let arguments = try invocation.input(TemplateArguments.self)
    let scene = try await TemplateScenes.list(
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
  }.orOutputType(TemplateItem.self)

  private struct TemplateArguments: Decodable {
    let item: String?
    let page: Int?
    let refresh: Bool?
  }
}
