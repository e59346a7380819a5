import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@Suite struct ModuleDescriptorTests {
  private let mediator = Mediator()

  private func open(_ modules: [ModuleDescriptor]) async throws -> ModuleManager {
    let manager = try ModuleManager(modules, mediator: mediator) { [mediator] in
      ModuleContext(mediator: mediator, folder: URL(filePath: "/\($0.name)"))
    }
    try await manager.open()
    return manager
  }

  @Test func `a module collects what the types of others contribute`() async throws {
    let modules: [any Module.Type] = [Kitchen.self, Garden.self, Cellar.self]
    let manager = try await open(modules.map { ModuleDescriptor($0) })
    #expect(try await mediator.perform(Kitchens.menu) == ["peas", "salt"])
    await manager.stop()
  }

  @Test func `a module described by values is created, contributes and is required by its name`()
    async throws
  {
    let created = Recorder<String>()
    let market = ModuleDescriptor(
      Manifest(name: "Market", summary: "", requires: ["Gardens"]),
      contributions: [Ingredient(name: "figs"), Ingredient(name: "nuts")]
    ) { context in
      created.record(context.folder.path)
      return Stall()
    }
    #expect(market.contributions(of: Ingredient.self).map(\.name) == ["figs", "nuts"])
    let manager = try await open(
      [ModuleDescriptor(Kitchen.self), market, ModuleDescriptor(Garden.self)])
    #expect(manager.records.map(\.manifest.name) == ["Gardens", "Kitchens", "Market"])
    try await manager.start("Market")
    #expect(created.values == ["/Market"])
    #expect(try await mediator.perform(Kitchens.menu) == ["figs", "nuts", "peas", "salt"])
    await manager.stop()
  }
}

private struct Ingredient: Contribution {
  let name: String
}

private struct Recipe: Contribution {
  let title: String
}

private struct Stall: ModuleLifecycle {
  func register(with registrar: Registrar) {}
}

private enum Kitchens: Interface {
  static let menu = Action<Empty, [String]>(Kitchens.self, "menu")
}
private enum Gardens: Interface {}
private enum Cellars: Interface {}

private struct Kitchen: Module {
  static let manifest = Manifest(Kitchens.self, summary: "", answers: [Kitchens.menu])
  static let contributions = Contributions(
    [Recipe(title: "pea soup")], [Ingredient(name: "salt")])
  let ingredients: [String]

  init(context: ModuleContext) {
    ingredients = context.modules.flatMap { $0.contributions(of: Ingredient.self) }.map(\.name)
  }

  func register(with registrar: Registrar) {
    registrar.answer(Kitchens.menu) { [ingredients] _ in ingredients.sorted() }
  }
}

private struct Garden: Module {
  static let manifest = Manifest(Gardens.self, summary: "")
  static let contributions = Contributions([Ingredient(name: "peas")])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

private struct Cellar: Module {
  static let manifest = Manifest(Cellars.self, summary: "")
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}
