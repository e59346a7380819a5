import Foundation
import Mediator
import ModuleManager
import Testing

@Suite struct ModuleContextTests {
  @Test func `a module collects what others contribute by casting their types`() async throws {
    let mediator = Mediator()
    let manager = try ModuleManager([Kitchen.self, Garden.self, Cellar.self], mediator: mediator) {
      ModuleContext(mediator: mediator, folder: URL(filePath: "/\($0.name)"))
    }
    try await manager.open()
    #expect(try await mediator.perform(Kitchens.menu) == ["peas", "salt"])
    await manager.stop()
  }
}

private protocol Contributor: Module {
  static var ingredient: String { get }
}

private enum Kitchens: Interface {
  static let menu = Action<Empty, [String]>(Kitchens.self, "menu")
}
private enum Gardens: Interface {}
private enum Cellars: Interface {}

private struct Kitchen: Contributor {
  static let manifest = Manifest(Kitchens.self, summary: "", answers: [Kitchens.menu])
  static let ingredient = "salt"
  let ingredients: [String]

  init(context: ModuleContext) {
    ingredients = context.modules.compactMap { ($0 as? any Contributor.Type)?.ingredient }
  }

  func connect(_ connection: Connection) {
    connection.answer(Kitchens.menu) { [ingredients] _ in ingredients.sorted() }
  }
}

private struct Garden: Contributor {
  static let manifest = Manifest(Gardens.self, summary: "")
  static let ingredient = "peas"
  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}
}

private struct Cellar: Module {
  static let manifest = Manifest(Cellars.self, summary: "")
  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}
}
