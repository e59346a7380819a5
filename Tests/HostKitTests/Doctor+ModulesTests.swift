import Console
import Documents
import Mediator
import ModuleManager
import ModuleTesting
import Scenes
import Testing

@testable import HostKit

private enum Odd: Interface {
  static let act = Action<OddInput, Empty>(Odd.self, "act")
}

/// Has no schema, because its field refuses the values that the schema decoder tries.
private struct OddInput: Codable, Sendable {
  enum Only: String, Codable { case one }
  let only: Only
}

private struct OddModule: Module {
  static let manifest = Manifest(Odd.self, summary: "", answers: [Odd.act])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) { registrar.answer(Odd.act) { _ in Empty() } }
}

private enum Ferries: Interface {}

/// Is required but cannot start.
private struct FerriesModule: Module {
  static let manifest = Manifest(
    Ferries.self, summary: "", activation: .eager, failurePolicy: .required)
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
  func start() async throws { throw HostError.outputFailed(reason: "sunk") }
}

private enum Piers: Interface {}

private struct PiersModule: Module {
  static let manifest = Manifest(Piers.self, summary: "", requires: [Ferries.self])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

/// Declares an action that it does not answer.
private struct LyingModule: Module {
  static let manifest = Manifest(Kiosks.self, summary: "", answers: [Kiosks.count])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

@Suite struct DoctorModulesTests {
  private let folder = TemporaryFolder()

  @Test func `an event without a publisher and a requirement without a module are reported`() {
    let found = CommandLineApp.shop([TramsModule.self]).checks(in: folder.url)
    #expect(
      found["events"]?.findings.first?.contains("follows TramArrived, which no module publishes")
        == true)
    #expect(
      found["requirements"]?.findings.first?.contains("'Trams' requires 'Buses', which no module")
        == true)
    #expect(found["composition"]?.findings.count == 1)
  }

  @Test func `a disabled requirement is reported`() {
    let found = CommandLineApp.shop([TramsModule.self, BusesModule.self])
      .checks(in: folder.url, environment: ["SHOP_DISABLE": "buses"])
    #expect(
      found["requirements"]?.findings.first?.contains("remove 'buses' from SHOP_DISABLE") == true)
    #expect(found["composition"]?.findings.isEmpty == true)
  }

  @Test func `an input without a schema is reported`() {
    let found = CommandLineApp.shop([OddModule.self]).checks(in: folder.url)
    #expect(
      found["inputs"]?.findings.first?.hasPrefix("the input of 'odd/act' has no schema") == true)
  }

  @Test func `an argument that its command drops is reported`() {
    let command = Command(
      "kiosks", "Count kiosks", calls: Kiosks.count, arguments: [.option("level", "the level")],
      examples: []
    ) { count in "\(count)" }
    let app = CommandLineApp(
      name: "shop", summary: "", version: "1.0.0", examples: [],
      modules: [
        ModuleDescriptor(KiosksModule.manifest, contributions: [command]) {
          BusesModule(context: $0)
        }
      ])
    #expect(
      app.checks(in: folder.url)["commands"]?.findings == [
        "the argument '--level' of the command 'kiosks' matches no field of the input of "
          + "'kiosks/count'; rename it or remove it"
      ])
  }

  @Test func `contributions that hide each other are reported with their owners`() {
    func command(_ words: String) -> Command {
      Command(words, "Do it", examples: []) { _ in CommandResult(Empty()) { _ in [] } }
    }
    func bar(_ key: Shortcut) -> BarDescription {
      BarDescription(BarID("\(key)"), key: key, "") { _ in
        nil
      } scene: { _ in
        ListScene("", [])
      }
    }
    func module(_ name: String, _ contributions: [any Contribution]) -> ModuleDescriptor {
      ModuleDescriptor(Manifest(name: name, summary: ""), contributions: contributions) {
        BusesModule(context: $0)
      }
    }
    let app = CommandLineApp(
      name: "shop", summary: "", version: "1.0.0", examples: [],
      modules: [
        module(
          "List",
          [
            command("open"), command("pay"), GlobalOption(.flag("json", "")),
            Setting("b-c", "", default: "1"),
          ]),
        module(
          "ListB",
          [
            command(""), command("pay"), GlobalOption(.option("account", "")),
            GlobalOption(.option("account", "")), Setting("c", "", default: "1"),
            Setting("size", "", default: "0", accepts: .number(1...9)),
            bar("q"), bar("j"), bar("w"),
          ]),
      ])
    #expect(
      app.checks(in: folder.url)["contributions"]?.findings == [
        "the command 'open' of List is one of every app; rename it",
        "a command of ListB has no name; give it one",
        "the command 'pay' is contributed by List and ListB; rename all but one",
        "the global option '--json' of List is one of every app; rename it",
        "the global option '--account' is contributed by ListB and ListB; rename all but one",
        "the settings 'list.b-c' and 'list-b.c' have the same variable 'SHOP_LIST_B_C'; "
          + "rename one of them",
        "the setting 'list-b.size' has the default '0', which is not accepted; "
          + "expected a whole number from 1 to 9",
        "the key 'q' of a bar of ListB replaces one of the browser; choose another one",
        "the key 'j' of a bar of ListB replaces one of the browser; choose another one",
      ])
  }

  @Test func `two modules that answer the same links are reported`() async throws {
    func module(_ interface: any Interface.Type) -> ModuleDescriptor {
      let action = Action<Empty, Empty>(interface, "act", .reads, .remote, at: "ships")
      return ModuleDescriptor(Manifest(interface, summary: "", answers: [action])) {
        BusesModule(context: $0)
      }
    }
    let app = CommandLineApp(
      name: "shop", summary: "", version: "1.0.0", examples: [],
      modules: [module(Ferries.self), module(Piers.self)])
    let result = try await app.run("doctor")
    #expect(result.code == .failed)
    #expect(
      result.output.contains("✗ start: 'ships' is registered by Ferries and Piers"), "\(result)")
  }

  @Test func `a module whose manifest does not fit its handlers is reported`() async throws {
    let result = try await CommandLineApp.shop([LyingModule.self]).run("doctor")
    #expect(result.code == .failed)
    #expect(
      result.output.contains(
        "it does not answer 'kiosks/count', which its manifest declares;\n  correct"),
      "\(result.output)")
  }

  @Test func `a module that cannot start is reported once, and leaves no files`() async throws {
    let result = try await CommandLineApp.shop([FerriesModule.self, PiersModule.self]).run("doctor")
    #expect(result.code == .failed)
    let findings = result.output.split(separator: "\n").filter { $0.hasPrefix("✗") }
    #expect(
      findings == ["✗ start: 'Ferries' cannot start in an empty data folder: cannot write the"])
    #expect(result.output.contains("sunk"))
  }
}
