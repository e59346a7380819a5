import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Testing

/// Changes by other processes of the data of modules.
@Suite(.timeLimit(.minutes(15))) struct ModuleManagerSharedDataTests {
  private let manager: ModuleManager

  init() throws {
    manager = try ModuleManager([First.self, Second.self, Plain.self], mediator: Mediator()) { _ in
      ModuleContext(mediator: Mediator(), folder: FileManager.default.temporaryDirectory)
    }
  }

  @Test(arguments: [
    (events: ["FirstChanged"], started: ["First"]),
    (events: ["PlainChanged", "SecondChanged"], started: ["Second"]),
    (events: ["FirstChanged", "SecondChanged"], started: ["First", "Second"]),
  ])
  func `the modules with shared data that publish an event are started, and report each change`(
    events: [String], started: [String]
  ) async throws {
    let all: [any Event.Type] = [FirstChanged.self, SecondChanged.self, PlainChanged.self]
    let changes = try #require(manager.changesByOthers(of: all.filter { events.contains("\($0)") }))
    var count = 0
    for await _ in await changes() { count += 1 }
    #expect(count == started.count)
    #expect(manager.records.filter { $0.state == .started }.map(\.manifest.name) == started)
    await manager.stop()
  }

  @Test func `events of modules without shared data have no changes`() {
    #expect(manager.changesByOthers(of: [PlainChanged.self]) == nil)
    #expect(manager.changesByOthers(of: []) == nil)
  }
}

private struct FirstChanged: Event {}
private struct SecondChanged: Event {}
private struct PlainChanged: Event {}

private struct First: SharedDataModule, Module {
  static let manifest = Manifest(name: "First", summary: "", publishes: [FirstChanged.self])

  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
  func changesByOthers() async -> AsyncStream<Void> { .oneChange }
}

private struct Second: SharedDataModule, Module {
  static let manifest = Manifest(name: "Second", summary: "", publishes: [SecondChanged.self])

  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
  func changesByOthers() async -> AsyncStream<Void> { .oneChange }
}

private struct Plain: Module {
  static let manifest = Manifest(name: "Plain", summary: "", publishes: [PlainChanged.self])

  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

extension AsyncStream<Void> {
  fileprivate static var oneChange: AsyncStream<Void> {
    AsyncStream { continuation in
      continuation.yield()
      continuation.finish()
    }
  }
}
