import Console
import ListScene
import NewsInterface

extension Command {
  static let listItems = Command(
    "news", "Read the notices about the service", answers: Listing.self,
    arguments: [
      .positional(
        "item", "the number or id of a notice, to read the whole of it", isOptional: true),
      .option("page", "which page of the list; 1 unless given", value: "number"),
      .flag("refresh", "ask the source, whatever is kept"),
    ],
    examples: [
      "news", "news 1",
      "news --page 2", "news --refresh --json",
    ]
  ) { invocation in
    let line = try invocation.input(Line.self)
    let scene = try await NewsScene.list(
      page: line.page ?? 1, through: invocation.mediator)
    if line.refresh == true {
      await scene.controller.refresh()
    } else {
      await scene.controller.open()
    }
    guard let item = line.item else { return try await scene.answer() }
    return try await scene.answer(selecting: item)
  }

  /// The JSON of the list; of one notice, it is that.
  private struct Listing: Decodable {
    let banner: [NewsItem]
    let items: [NewsItem]
  }

  private struct Line: Decodable {
    let item: String?
    let page: Int?
    let refresh: Bool?
  }
}
