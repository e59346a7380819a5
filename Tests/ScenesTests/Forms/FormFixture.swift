import Console
import Documents
import Mediator
import ModuleTesting
import Platform
import Scenes
import Testing

/// What the actions in these tests do.
enum Shop: Interface {
  static let order = Action<Order, Order>(Shop.self, "order")
  static let articles = Action<Empty, [String]>(Shop.self, "articles")
  static let cards = Action<Empty, [String]>(Shop.self, "cards")
}

struct Order: Codable, Equatable, Sendable {
  enum Size: String, Codable, CaseIterable {
    case small, large
  }

  var id: Int?
  let article: String
  let count: Int
  let size: Size
  var paper: Size?
  var day: DayExpression?
  var time: TimeExpression?
  var asGift: Bool?
  var card: String?
  var until: TimeExpression?
}

enum ShopError: ModuleError {
  case unknown(String)
  case closed

  var kind: FailureKind { .notFound }
  var description: String {
    switch self {
    case .unknown(let article): "no article '\(article)'; did you mean 'lamp'?"
    case .closed: "the shop is closed; try again tomorrow"
    }
  }
}

extension Command {
  static let order = Command(
    "order", "Order an article", calls: Shop.order,
    arguments: [
      .positional(
        "article", "the name of the article", completion: .results(of: Shop.articles) { $0 }),
      .positional("count", "how many"),
      .positional("size", "the size"), .option("paper", "the size of the paper"),
      .option("day", "the day of delivery"), .option("time", "the time of delivery"),
      .flag("as-gift", "wrap it"), .option("note", "no field of the input"),
      .option("card", "the text of the card", completion: .results(of: Shop.cards) { $0 }),
      .option("until", "the latest time"),
    ], examples: []
  ) { order in "\(order.article)" }
}

/// A scene over which forms are opened that order an article.
@MainActor struct FormFixture {
  let mediator = Mediator()
  let orders = Lock<[Order]>([])
  let scene = ListScene("Orders", [])

  init() throws {
    try mediator.answer(Shop.order) { [orders] order in
      if order.article == "lmap" { throw ShopError.unknown(order.article) }
      if order.count == 13 { throw ShopError.closed }
      orders.withLock { $0.append(order) }
      return order
    }
  }

  /// Opens the form, lets `body` fill it, and returns what the form returns.
  func fill(
    given: Parameters = [:], initial: Parameters = [:], chosen: [String: FieldValue] = [:],
    picker: PickerDescription? = nil,
    _ body: @MainActor (Form, ListScene) async throws -> Void
  ) async throws -> Order? {
    scene.environment.pickers = [picker].compactMap { $0?.picker(through: mediator) }
    let result = Task {
      try await scene.fill(
        .order, calls: Shop.order, given: given, initial: initial, chosen: chosen,
        through: mediator)
    }
    try await wait { scene.pushed != nil }
    let pushed = try #require(scene.pushed)
    try await body(try #require(pushed.form), pushed)
    if scene.pushed != nil { scene.pop() }
    return try await result.value
  }
}

extension Form {
  /// Enters texts by field.
  func enter(_ values: KeyValuePairs<String, String>) {
    for (field, text) in values { setValue(FieldValue(text), of: field) }
  }
}
