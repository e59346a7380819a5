import Console
import Mediator
import NewsInterface
import Scenes

extension Command {
  static let listItems = Command(
    "news", "Read service notices", input: NewsArguments.self, outputType: Notices.self,
    arguments: [.positional("item", isOptional: true)],
    examples: [
      "news", "news 1",
      "news --page 2", "news --refresh --json",
    ]
  ) { invocation in
    let arguments = try invocation.input(NewsArguments.self)
    let scene = try await NewsScenes.list(
      page: arguments.page ?? 1, through: invocation.mediator)
    if arguments.refresh == true {
      await scene.refresh()
    } else {
      await scene.open()
    }
    // A banner without the list is no answer.
    if case .failed(let error)? = await scene.sections.last?.state { throw error }
    guard let item = arguments.item else {
      return try await scene.commandResult(at: invocation.now())
    }
    return try await scene.commandResult(selecting: item, at: invocation.now())
  }.orOutputType(NewsItem.self)

  private struct NewsArguments: SchemaDescribing {
    let item: String?
    let page: Int?
    let refresh: Bool?

    static var fieldDescriptions: FieldDescriptions {
      [
        "item": "the number or id of a notice to read in full",
        "page": .init("the page of the list", default: "1", valueName: "number"),
        "refresh": .flag("ignore the cache and ask the source again"),
      ]
    }
  }

  /// The JSON output of the list.
  private struct Notices: Decodable {
    let banner: [NewsItem]
    let items: [NewsItem]
  }
}
