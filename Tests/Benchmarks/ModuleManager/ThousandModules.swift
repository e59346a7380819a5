import Foundation
import Mediator
import ModuleManager

/// A thousand modules of different types, each with an action and a hook.
enum ThousandModules {
  private static let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
  ]
  fileprivate static let interfaces: [any Interface.Type] = each { interface($0, $1, $2) }
  static let modules: [any Module.Type] = each { module($0, $1, $2) }
  /// A module that requires all of them, so that its start starts them.
  static let all: any Module.Type = AllModule.self
  fileprivate static let actions = interfaces.map { Action<Int, Int>($0, "act") }

  /// A manager that has registered the modules and started none.
  static func manager(_ modules: [any Module.Type]) async throws -> ModuleManager {
    let mediator = Mediator()
    let folder = FileManager.default.temporaryDirectory
    let manager = try ModuleManager(modules, mediator: mediator) { _ in
      ModuleContext(mediator: mediator, folder: folder)
    }
    try await manager.open()
    return manager
  }

  /// One instance of each module.
  static func handlers() async throws -> [any ForegroundHandler] {
    let context = ModuleContext(
      mediator: Mediator(), folder: FileManager.default.temporaryDirectory)
    var handlers: [any ForegroundHandler] = []
    for module in modules {
      guard let handler = try await module.init(context: context) as? any ForegroundHandler else {
        continue
      }
      handlers.append(handler)
    }
    return handlers
  }

  private static func each<Element>(
    _ make: (any Digit.Type, any Digit.Type, any Digit.Type) -> Element
  ) -> [Element] {
    digits.flatMap { a in digits.flatMap { b in digits.map { c in make(a, b, c) } } }
  }

  private static func interface<A: Digit, B: Digit, C: Digit>(
    _ a: A.Type, _ b: B.Type, _ c: C.Type
  ) -> any Interface.Type { Numbered<A, B, C>.self }

  private static func module<A: Digit, B: Digit, C: Digit>(
    _ a: A.Type, _ b: B.Type, _ c: C.Type
  ) -> any Module.Type { NumberedModule<A, B, C>.self }
}

private enum All: Interface {}

private struct AllModule: Module {
  static let manifest = Manifest(All.self, summary: "", requires: ThousandModules.interfaces)

  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

private enum Numbered<A: Digit, B: Digit, C: Digit>: Interface {
  static var name: String { "Module\(A.value)\(B.value)\(C.value)" }
}

private struct NumberedModule<A: Digit, B: Digit, C: Digit>: Module, ForegroundHandler {
  static var manifest: Manifest {
    Manifest(
      ThousandModules.interfaces[number], summary: "", answers: [ThousandModules.actions[number]])
  }
  private static var number: Int { A.value * 100 + B.value * 10 + C.value }

  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {
    registrar.answer(ThousandModules.actions[Self.number]) { $0 }
  }
  func willEnterForeground() async throws {}
}

private protocol Digit: Sendable {
  static var value: Int { get }
}

private enum D0: Digit { static let value = 0 }
private enum D1: Digit { static let value = 1 }
private enum D2: Digit { static let value = 2 }
private enum D3: Digit { static let value = 3 }
private enum D4: Digit { static let value = 4 }
private enum D5: Digit { static let value = 5 }
private enum D6: Digit { static let value = 6 }
private enum D7: Digit { static let value = 7 }
private enum D8: Digit { static let value = 8 }
private enum D9: Digit { static let value = 9 }
