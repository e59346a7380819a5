import Console
import ListScene
import TemplateInterface

extension Command {
  static let listItems = Command(
    "template", "List the template items",
    answers: [TemplateItem].self,
    arguments: [
      .positional(
        "item", "the number or id of a row, to read the whole of it", isOptional: true),
      .option("page", "which page of the list; 1 unless given", value: "number"),
      .flag("refresh", "ask the source, whatever is kept"),
    ],
    examples: [
      "template", "template 1",
      "template --page 2", "template --refresh --json",
    ]
  ) { invocation in
    let line = try invocation.input(Line.self)
    let scene = try await TemplateScene.list(
      page: line.page ?? 1, through: invocation.mediator)
    if line.refresh == true {
      await scene.controller.refresh()
    } else {
      await scene.controller.open()
    }
    guard let item = line.item else { return try await scene.answer() }
    return try await scene.answer(selecting: item)
  }

  private struct Line: Decodable {
    let item: String?
    let page: Int?
    let refresh: Bool?
  }
}
