import Foundation
import Mediator
import ModuleTesting
import Platform
import Scenes

@testable import Web

/// Actions of every effect and exposure.
enum Kitchen: Interface {
  static let dishes = Action<DishSearch, [Dish]>(Kitchen.self, "dishes", .reads, .remote)
  static let menu = Action<Empty, Menu>(Kitchen.self, "menu", .reads, .programs)
  /// Parameters cannot express its input.
  static let price = Action<Order, Int>(Kitchen.self, "price", .reads, .programs)
  static let cook = Action<Dish, Dish>(Kitchen.self, "cook", .adds, .remote)
  static let throwAway = Action<Empty, Int>(Kitchen.self, "throwAway", .removes, .programs)
  static let wait = Action<Empty, Empty>(Kitchen.self, "wait", .reads, .programs)
  static let fail = Action<Empty, Empty>(Kitchen.self, "fail", .reads, .programs)
  static let recipe = Action<Empty, Empty>(Kitchen.self, "recipe", .reads, [.links, .assistants])
  static let lock = Action<Empty, Empty>(native: Kitchen.self, "lock")

  static let all: [any ActionDeclaration] = [
    dishes, menu, price, cook, throwAway, wait, fail, recipe, lock,
  ]
}

struct DishSearch: Codable, SchemaDescribing {
  let text: String
  let limit: Int?
  let kinds: [String]?

  static var fieldDescriptions: FieldDescriptions { ["text": "a part of the name"] }
}

struct Dish: Codable, Hashable, Sendable {
  let name: String
  let isHot: Bool?
}

/// Contains itself.
struct Menu: Codable, Sendable {
  let name: String
  let parts: [Menu]?
}

struct Order: Codable, Sendable {
  let dishes: [Dish]
}

enum KitchenError: ModuleError {
  case noDish(String), broken

  var kind: FailureKind { self == .broken ? .failed : .notFound }
  var description: String {
    switch self {
    case .noDish(let name): "no dish '\(name)'; see the menu"
    case .broken: "the stove is broken"
    }
  }
}

/// An API whose only token is `right`.
struct APIFixture {
  static let program = ["authorization": "Bearer right"]
  static let browser = ["sec-fetch-site": "same-origin"]

  let mediator = Mediator()
  let clock = ManualClock()
  /// The inputs of the calls that were authorized, and what the actions did.
  let notes = Recorder<String>()
  let api: WebAPI

  /// - Parameter refusal: Why no call that writes is allowed; nil if each is.
  init(refusal: HTTPFailure? = nil) throws {
    let info = APIInfo(
      name: "shop", version: "1.2.3", summary: "a shop",
      Kitchen.all.map { .init($0.descriptor, summary: "The action \($0.name)") })
    api = WebAPI({ info }, through: mediator, clock: clock) { [notes] token in
      guard token == "right" else { return nil }
      return { call in
        notes.record("\(call.action.path) \(String(decoding: call.input, as: UTF8.self))")
        if let refusal { throw refusal }
      }
    }
    try mediator.answer(Kitchen.dishes) { search in
      guard search.text != "soap" else { throw KitchenError.noDish(search.text) }
      return [Dish(name: search.text, isHot: nil)]
    }
    try mediator.answer(Kitchen.menu) { _ in Menu(name: "lunch", parts: []) }
    try mediator.answer(Kitchen.price) { $0.dishes.count }
    try mediator.answer(Kitchen.cook) { [notes] dish in
      notes.record("cooked")
      return dish
    }
    try mediator.answer(Kitchen.throwAway) { _ in 1 }
    try mediator.answer(Kitchen.wait) { [notes] _ in
      notes.record("waiting")
      return try await Promise<Empty>().value
    }
    try mediator.answer(Kitchen.fail) { _ in throw KitchenError.broken }
    try mediator.answer(Kitchen.recipe) { _ in Empty() }
    try mediator.answer(Kitchen.lock) { _ in Empty() }
  }

  /// Starts a server of the API, and of pages without scenes.
  func server() throws -> WebServer {
    try WebServer(
      WebApp(
        name: "shop", PresentedContributions(), through: mediator,
        now: { Date(timeIntervalSince1970: 0) }, clock: clock, followerDeadline: .seconds(5)),
      api: api, port: 0)
  }

  /// - Parameter fields: The header fields.
  func answer(
    _ method: HTTPRequest.Method, _ target: String, _ body: String = "",
    _ fields: [String: String] = program, isOwnBrowser: Bool = false
  ) async throws -> HTTPResponse {
    let type = body.isEmpty ? [:] : ["content-type": "application/json"]
    let request = try HTTPRequest(
      method, target, fields: type.merging(fields) { $1 }, body: Data(body.utf8))
    return await api.answer(request, isOwnBrowser: isOwnBrowser)
  }
}

extension HTTPResponse {
  subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  var bodyText: String {
    if case .data(let data) = body { String(decoding: data, as: UTF8.self) } else { "" }
  }

  var bodyJSON: JSONValue? { try? JSON.decode(JSONValue.self, from: Data(bodyText.utf8)) }
}
