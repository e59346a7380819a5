import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

/// Modules whose `start` calls other modules. Time stands still, so no start exceeds its deadline.
@Suite(.timeLimit(.minutes(1))) struct ModuleManagerStartCyclesTests {
  private let mediator = Mediator()

  /// Opens a host with the modules A, B and C.
  /// - Parameters:
  ///   - requirements: The names of the modules that some require.
  ///   - start: What the `start` of each module does.
  private func open(
    requirements: [String: [String]] = [:],
    start: @escaping @Sendable (_ name: String) async throws -> Void
  ) async throws -> ModuleManager {
    let modules = Letter.actions.map { name, action in
      let manifest = Manifest(
        name: name, summary: "", requires: requirements[name] ?? [], answers: [action])
      return ModuleDescriptor(manifest) { _ in
        Starting(action: action, answer: name) { try await start(name) }
      }
    }
    let manager = try ModuleManager(modules, mediator: mediator, clock: ManualClock()) {
      [mediator] _ in
      ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
    }
    try await manager.open()
    return manager
  }

  @Test(
    arguments: [
      (["A": "A"], [:], "A → A"),
      (["A": "B", "B": "A"], [:], "B → A → B"),
      (["A": "B", "B": "C", "C": "A"], [:], "C → A → B → C"),
      // A module also waits for those that it requires.
      (["B": "A"], ["A": ["B"]], "B → A → B"),
      (["A": "B", "C": "A"], ["B": ["C"]], "C → A → B → C"),
    ] as [([String: String], [String: [String]], String)])
  func `modules that wait for each other in their start are named at once`(
    calls: [String: String], requirements: [String: [String]], path: String
  ) async throws {
    let manager = try await open(requirements: requirements) { [mediator] name in
      guard let callee = calls[name].flatMap({ Letter.actions[$0] }) else { return }
      _ = try await mediator.perform(callee)
    }
    let error = await #expect(throws: MediatorError.self) { try await mediator.perform(Letter.a) }
    let reason = "modules wait for each other in 'start': \(path); make one of these calls in 'run'"
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    await manager.stop()
  }

  @Test func `a start may call modules that do not wait for it`() async throws {
    let answers = Recorder<String>()
    let manager = try await open { [mediator] name in
      switch name {
      case "A":
        answers.record(try await mediator.perform(Letter.b))
        answers.record(try await mediator.perform(Letter.c))
      case "B": answers.record(try await mediator.perform(Letter.c))
      default: break
      }
    }
    async let first = mediator.perform(Letter.a)
    async let second = mediator.perform(Letter.b)
    #expect(try await [first, second] == ["A", "B"])
    #expect(answers.values.sorted() == ["B", "C", "C"])
    await manager.stop()
  }

  @Test func `a task that a start creates may call the same module`() async throws {
    let (answers, answer) = AsyncStream.makeStream(of: String.self)
    let manager = try await open { [mediator] _ in
      // It calls before `start` returns.
      Task.immediate { answer.yield(try await mediator.perform(Letter.a)) }
    }
    #expect(try await mediator.perform(Letter.a) == "A")
    #expect(await answers.first { _ in true } == "A")
    await manager.stop()
  }
}

private enum Letter: Interface {
  static let a = Action<Empty, String>(Letter.self, "a")
  static let b = Action<Empty, String>(Letter.self, "b")
  static let c = Action<Empty, String>(Letter.self, "c")
  static let actions = ["A": a, "B": b, "C": c]
}

private struct Starting: ModuleLifecycle {
  let action: Action<Empty, String>
  let answer: String
  let body: @Sendable () async throws -> Void

  func register(with registrar: Registrar) { registrar.answer(action) { _ in answer } }

  func start() async throws { try await body() }
}
