#if DEBUG
  import Console
  import Documents
  import Foundation
  import Mediator
  import ModuleManager
  import ModuleTesting
  import Scenes
  import Testing

  private enum Depot: Interface {
    static let buses = Action<Empty, [Stop]>(Depot.self, "buses")
    static let send = Action<Stop, Stop>(Depot.self, "send")
  }

  private struct DepotModule: Module {
    static let manifest = Manifest(Depot.self, summary: "", answers: [Depot.buses, Depot.send])

    init(context: ModuleContext) {}

    func register(with registrar: Registrar) {
      registrar.answer(Depot.buses) { _ in [Stop("a")] }
      registrar.answer(Depot.send) { $0 }
    }
  }

  /// The module that declares the commands and scenes below, because it has the name of this
  /// target.
  private struct PlatformModule: ModuleLifecycle {
    func register(with registrar: Registrar) {}
  }

  /// The functions of Console and Scenes that call an action on behalf of a feature.
  private enum Way: CaseIterable {
    case command, list, completion, key, rowKey, form

    /// Calls the action, and throws its error.
    @MainActor func call(through mediator: Mediator) async throws {
      let given: Parameters = ["id": "b", "name": "B"]
      let source = StopSource(["b"])
      let section = source.section()
      let scene = ListScene("Platform", [section])
      await scene.open()
      switch self {
      case .command: _ = try await Command.send.run(invocation(given, mediator))
      case .list: _ = try await Command.listBuses.run(invocation([:], mediator))
      case .completion:
        guard case .names(_, let find) = Suggestions.results(of: Depot.buses, names: \.ids)
        else {
          return
        }
        _ = try await find([:], mediator)
      case .key:
        scene.addAction("list", key: "k", calls: Depot.buses, through: mediator) { "\($0)" }
        try await SceneTester(scene).press("k")
      case .rowKey:
        scene.addAction("send", key: "k", on: section, calls: Depot.send, through: mediator) {
          $0
        } notice: {
          "\($0.name)"
        }
        try await SceneTester(scene).press("k")
      case .form:
        let result = Task {
          try await scene.fill("Send a bus", calls: Depot.send, initial: given, through: mediator)
        }
        try await wait { scene.pushed != nil }
        guard let form = scene.pushed?.form else { return }
        await form.submit()
        let sentence = form.error
        scene.pop()
        _ = try await result.value
        if let sentence { throw FormError(description: "\(sentence)") }
      }
    }

    private func invocation(_ parameters: Parameters, _ mediator: Mediator) -> Invocation {
      Invocation(
        parameters: parameters, mediator: mediator, progress: ProgressReporter { _, _ in })
    }
  }

  private struct FormError: Error, CustomStringConvertible {
    let description: String
  }

  extension Command {
    fileprivate static let send = Command(
      "send", "Send a bus", calls: Depot.send,
      arguments: [.positional("id", "the bus"), .positional("name", "its name")], examples: []
    ) { stop in "\(stop.name)" }

    fileprivate static let listBuses = Command(
      "buses", "List the buses", lists: Depot.buses, id: \.id,
      layout: .rows { stop in "\(stop.name)" }, examples: [])
  }

  extension [Stop] {
    fileprivate var ids: [String] { map(\.id) }
  }

  @Suite(.timeLimit(.minutes(15))) struct CallCheckTests {
    private func withPlatform(
      uses: [String], _ body: (Mediator) async throws -> Void
    ) async throws {
      let platform = ModuleDescriptor(
        Manifest(name: "ScenesTests", summary: "", uses: uses)
      ) { _ in PlatformModule() }
      let mediator = Mediator()
      let manager = try ModuleManager(
        [platform, ModuleDescriptor(DepotModule.self)], mediator: mediator
      ) { _ in ModuleContext(mediator: mediator, folder: .temporaryDirectory) }
      try await manager.open()
      try await body(mediator)
      await manager.stop()
    }

    @Test(arguments: Way.allCases)
    private func
      `a call through a kit is one of the feature, whose manifest must name its interface`(
        way: Way
      ) async throws
    {
      try await withPlatform(uses: []) { mediator in
        let error = await #expect(throws: (any Error).self) {
          try await way.call(through: mediator)
        }
        let sentence = error.map { "\($0)" } ?? ""
        #expect(sentence.contains("add 'uses: [Depot.self]' to the manifest of ScenesTestsModule"))
      }
      try await withPlatform(uses: ["Depot"]) { try await way.call(through: $0) }
    }
  }
#endif
