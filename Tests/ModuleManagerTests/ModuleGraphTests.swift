import Foundation
import Mediator
import ModuleManager
import Testing

private enum First: Interface {
  static let act = Action<Empty, Empty>(First.self, "act")
}
private enum Second: Interface {}
private enum Third: Interface {}

private protocol Idle: Module {}

extension Idle {
  func register(with registrar: Registrar) {}
}

private struct FirstModule: Idle {
  static let manifest = Manifest(First.self, summary: "", requires: [Second.self])
  init(context: ModuleContext) {}
}

private struct SecondModule: Idle {
  static let manifest = Manifest(Second.self, summary: "", requires: [Third.self])
  init(context: ModuleContext) {}
}

private struct ThirdModule: Idle {
  static let manifest = Manifest(Third.self, summary: "", requires: [First.self])
  init(context: ModuleContext) {}
}

private struct LooseModule: Idle {
  static let manifest = Manifest(First.self, summary: "", answers: [First.act])
  init(context: ModuleContext) {}
}

private struct RivalModule: Idle {
  static let manifest = Manifest(Second.self, summary: "", answers: [First.act])
  init(context: ModuleContext) {}
}

@Suite struct ModuleGraphTests {
  private func compose(_ modules: [any Module.Type]) throws {
    try compose(modules.map { ModuleDescriptor($0) })
  }

  private func compose(_ modules: [ModuleDescriptor]) throws {
    let mediator = Mediator()
    _ = try ModuleManager(modules, mediator: mediator) { _ in
      ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
    }
  }

  private func compose(named names: [String]) throws {
    try compose(
      names.map { name in
        ModuleDescriptor(Manifest(name: name, summary: "")) { ThirdModule(context: $0) }
      })
  }

  @Test func `a cycle is rejected with its path`() {
    #expect(throws: ModuleManagerError.cycle(["First", "Second", "Third", "First"])) {
      try compose([ThirdModule.self, SecondModule.self, FirstModule.self])
    }
  }

  @Test(arguments: [
    (["A requires B", "B uses C"], nil), (["A uses A"], ["A", "A"]),
    (["A requires B", "B uses C", "C requires A"], ["A", "B", "C", "A"]),
    (["A uses C", "C uses B", "B requires C"], ["C", "B", "C"]), (["A uses Elsewhere"], nil),
  ])
  func `a cycle of calls has a path of what modules require and use`(
    edges: [String], cycle: [String]?
  ) {
    let words = edges.map { $0.split(separator: " ").map(String.init) }
    let manifests = words.map { edge in
      Manifest(
        name: edge[0], summary: "", requires: edge[1] == "requires" ? [edge[2]] : [],
        uses: edge[1] == "uses" ? [edge[2]] : [])
    }
    #expect(manifests.callCycle == cycle)
  }

  @Test func `a requirement that is not registered is rejected`() {
    #expect(throws: ModuleManagerError.missingRequirement("Third", requiredBy: "Second")) {
      try compose([FirstModule.self, SecondModule.self])
    }
  }

  @Test(arguments: ["", "notes", "../Notes", "Notes/1", "Notes 1", "Nötes", "N\u{1B}[2J", "9Notes"])
  func `a name that cannot be part of a path is rejected`(name: String) {
    #expect(throws: ModuleManagerError.badName(name)) { try compose(named: [name]) }
  }

  @Test(arguments: ["Host", "HOST"])
  func `a name whose target is that of the host is rejected`(name: String) {
    #expect(throws: ModuleManagerError.reservedName(name)) { try compose(named: ["Notes", name]) }
  }

  @Test(arguments: [("URLList", "UrlList", "url-list"), ("Notes", "NOTES", "notes")])
  func `two modules with the same target are rejected, and the error names both`(
    first: String, second: String, target: String
  ) {
    let error = ModuleManagerError.duplicateTarget(target, owners: [first, second])
    #expect(throws: error) { try compose(named: [first, "Tags", second]) }
    #expect("\(error)".hasPrefix("'\(first)' and '\(second)' have the same target '\(target)'"))
  }

  @Test func `two modules with the same name are rejected`() {
    #expect(throws: ModuleManagerError.duplicateModule("First")) {
      try compose([LooseModule.self, FirstModule.self])
    }
  }

  @Test func `two modules that answer the same action are rejected, and the error names both`() {
    #expect(throws: ModuleManagerError.duplicateAction("first/act", owners: ["First", "Second"])) {
      try compose([LooseModule.self, RivalModule.self])
    }
  }

  @Test func `an action that one manifest lists twice is rejected, and the error says what to do`()
  {
    let manifest = Manifest(First.self, summary: "", answers: [First.act, First.act])
    let error = ModuleManagerError.duplicateAction("first/act", owners: ["First", "First"])
    #expect(throws: error) {
      try compose([ModuleDescriptor(manifest) { ThirdModule(context: $0) }])
    }
    #expect(
      "\(error)"
        == "'first/act' is answered twice by First; list each action once under 'answers', and give "
        + "each a name of its own")
  }

  @Test func `a module without a handler for a declared action cannot start`() async throws {
    let mediator = Mediator()
    let manager = try ModuleManager([LooseModule.self], mediator: mediator) { _ in
      ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
    }
    try await manager.open()
    let fault = "does not answer 'first/act', which its manifest declares"
    let error = ModuleManagerError.brokenManifest("First", faults: [fault])
    await #expect(throws: MediatorError.unavailable(path: "first/act", reason: "\(error)")) {
      try await mediator.perform(First.act)
    }
  }
}
