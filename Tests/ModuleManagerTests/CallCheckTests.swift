#if DEBUG
  import Foundation
  import Mediator
  import ModuleManager
  import Testing

  private enum Lamps: Interface {
    static let count = Action<Empty, Int>(Lamps.self, "count")
  }

  private enum Shop: Interface {
    static let open = Action<Empty, Int>(Shop.self, "open")
  }

  private struct LampsModule: Module {
    static let manifest = Manifest(Lamps.self, summary: "", answers: [Lamps.count])

    init(context: ModuleContext) {}
    func register(with registrar: Registrar) { registrar.answer(Lamps.count) { _ in 3 } }
  }

  @Suite struct CallCheckTests {
    /// The shop has the name of this target, which is that of a module's own target otherwise.
    private func withShop(
      requires: [String] = [], uses: [String] = [], _ body: (Mediator) async throws -> Void
    ) async throws {
      let shop = ModuleDescriptor(
        Manifest(
          name: "ModuleManagerTests", summary: "", requires: requires, uses: uses,
          answers: [Shop.open])
      ) { ShopModule(mediator: $0.mediator) }
      let mediator = Mediator()
      let manager = try ModuleManager(
        [shop, ModuleDescriptor(LampsModule.self)], mediator: mediator
      ) { _ in ModuleContext(mediator: mediator, folder: .temporaryDirectory) }
      try await manager.open()
      try await body(mediator)
      await manager.stop()
    }

    private static let error = ModuleManagerError.undeclaredCall(
      "lamps/count", of: "Lamps", by: "ModuleManagerTests")

    @Test func `a call of an interface that the manifest does not name fails`() async throws {
      try await withShop { mediator in
        await #expect(throws: Self.error) { try await mediator.perform(Lamps.count) }
        await #expect(throws: Self.error) {
          try await mediator.perform(target: "lamps", action: "count", parameters: [:])
        }
        #expect(
          "\(Self.error)" == "'ModuleManagerTests' calls 'lamps/count', but its manifest does not "
            + "name 'Lamps'; add 'uses: [Lamps.self]' to the manifest of ModuleManagerTestsModule, "
            + "or 'requires' if it cannot work without it")
      }
    }

    @Test(arguments: [(["Lamps"], []), ([], ["Lamps"])] as [([String], [String])])
    func `a call of an interface that the manifest names succeeds`(
      requires: [String], uses: [String]
    ) async throws {
      try await withShop(requires: requires, uses: uses + ["Shop"]) { mediator in
        let counts = [
          try await mediator.perform(Lamps.count), try await mediator.perform(Shop.open),
        ]
        #expect(counts == [3, 3])
      }
    }

    @Test func `a call on behalf of another module is one of that module`() async throws {
      try await withShop { mediator in
        let count = try await mediator.perform(Lamps.count, caller: "Lamps/LampsModule.swift")
        #expect(count == 3)
      }
    }
  }

  private struct ShopModule: ModuleLifecycle {
    let mediator: Mediator

    func register(with registrar: Registrar) {
      registrar.answer(Shop.open) { [mediator] _ in try await mediator.perform(Lamps.count) }
    }
  }
#endif
