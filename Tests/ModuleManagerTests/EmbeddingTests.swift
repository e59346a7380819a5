import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import TestSupport
import Testing

/// The manager in a program of its own, with the clock of the system and nothing but the kernel.
@Suite(.highPriority) struct EmbeddingTests {
  private enum Greeter: Interface {
    static let greet = Action<Empty, String>(Greeter.self, "greet")
  }

  private struct GreeterModule: Module {
    static let manifest = Manifest(Greeter.self, summary: "Greets", answers: [Greeter.greet])

    init(context: ModuleContext) {}
    func register(with registrar: Registrar) {
      registrar.answer(Greeter.greet) { _ in "hello" }
    }
  }

  @Test func `a program opens a manager, calls a module and stops it`() async throws {
    let (mediator, folder) = (Mediator(), TemporaryFolder())
    let manager = try ModuleManager([GreeterModule.self], mediator: mediator) { manifest in
      ModuleContext(mediator: mediator, folder: folder.url.appending(path: manifest.name))
    }
    try await manager.open()
    #expect(manager.records.map { $0.state } == [.idle])
    #expect(try await mediator.perform(Greeter.greet) == "hello")
    #expect(manager.records.map { $0.state } == [.started])
    #expect(await manager.stop().failures.isEmpty)
    await #expect(throws: MediatorError.self) { try await mediator.perform(Greeter.greet) }
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
  }
}
