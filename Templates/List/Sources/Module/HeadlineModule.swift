import Console
import HeadlineInterface
import Mediator
public import ModuleManager
import NetworkInterface
import Scenes

/// Lists headline items.
public struct HeadlineModule: Module {
  public static let manifest = Manifest(
    Headline.self, summary: "Lists headline items",
    requires: [Network.self], answers: [Headline.list])

  public static let contributions = Contributions(
    itemList.commands, itemList.scenes, settings, samples)

  /// The command `headline`, and the scene with the same content.
  static let itemList = PagedList(
    "Headline", "list headline items",
    command: "headline",
    pages: Headline.list, id: \.id, title: \.title,
    rows: HeadlineView.rows, detail: HeadlineView.detail,
    examples: [
      "headline", "headline 1",
      "headline --page 2", "headline --refresh --json",
    ])

  /// The address of the items; empty for the built-in examples.
  private static let address = ""

  /// What the address answers in the tests of the app, and when this feature runs alone.
  static let samples = [Network.sample(of: address, body: HeadlineSample.json)]

  /// The setting `headline.url`.
  static let settings = [
    Setting(
      "url", "the address of the items (default: built-in examples)", default: address,
      accepts: .address)
  ]

  private struct HeadlineSettings: Decodable {
    let url: String?
  }

  private let api: HeadlineAPI

  /// Creates the module.
  /// - Throws: `DecodingError` when a setting has a value of the wrong type.
  public init(context: ModuleContext) throws {
    let url = try context.configuration.decode(HeadlineSettings.self).url ?? ""
    api = HeadlineAPI(url: url, context: context)
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Headline.list) { [api] in try await api.page($0) }
  }
}
