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

extension Order: SchemaDescribing {
  static var fieldDescriptions: FieldDescriptions {
    [
      "article": .init("the name of the article", suggestions: .results(of: Shop.articles) { $0 }),
      "count": "how many", "size": "the size", "paper": "the size of the paper",
      "day": "the day of delivery", "time": "the time of delivery", "asGift": .flag("wrap it"),
      "card": .init("the text of the card", suggestions: .results(of: Shop.cards) { $0 }),
      "until": "the latest time",
    ]
  }
}

/// A scene over which forms are opened that order an article.
@MainActor struct FormFixture {
  /// All fields but the id.
  static let fields = Order.fieldDescriptions.names
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
        "Order an article", calls: Shop.order, fields: Self.fields, given: given,
        initial: initial, chosen: chosen, through: mediator)
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
