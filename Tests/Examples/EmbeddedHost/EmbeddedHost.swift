import Foundation
import Mediator
import ModuleManager

enum Greeter: Interface {
  static let greet = Action<Empty, String>(Greeter.self, "greet")
}

struct GreeterModule: Module {
  static let manifest = Manifest(Greeter.self, summary: "Greets", answers: [Greeter.greet])

  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {
    registrar.answer(Greeter.greet) { _ in "hello from a module" }
  }
}

@main
enum EmbeddedHost {
  static func main() async throws {
    let mediator = Mediator()
    let manager = try ModuleManager([GreeterModule.self], mediator: mediator) { manifest in
      ModuleContext(mediator: mediator, folder: .temporaryDirectory.appending(path: manifest.name))
    }
    try await manager.open()
    print(try await mediator.perform(Greeter.greet))
    await manager.stop()
  }
}
