import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting

@testable import HostKit

extension CommandLineApp {
  /// An app named `shop` that consists of some modules.
  static func shop(_ modules: [any Module.Type]) -> CommandLineApp {
    CommandLineApp(
      name: "shop", summary: "a shop for the terminal", version: "1.2.3",
      examples: ["modules"], modules: modules.map { ModuleDescriptor($0) })
  }

  /// Runs one command line in a temporary data folder.
  func run(_ line: String..., environment: [String: String] = [:]) async throws -> CommandLineOutput
  {
    let folder = TemporaryFolder()
    // On a busy machine the standard deadlines might pass.
    let longDeadlines = [
      "SHOP_DEADLINES_START": "600", "SHOP_DEADLINES_STOP": "600", "SHOP_DEADLINES_HOOK": "600",
    ]
    return try await run(
      line, folder: folder.url, environment: longDeadlines.merging(environment) { _, own in own })
  }

  /// The checks of the doctor that start no module, by their names.
  func checks(
    in folder: URL, environment: [String: String] = [:], isTerminal: Bool = false
  ) -> [String: Diagnosis.Check] {
    let doctor = Doctor(
      app: self, folder: folder, environment: environment, isTerminal: isTerminal)
    return Dictionary(uniqueKeysWithValues: doctor.diagnosis.checks.map { ($0.name, $0) })
  }
}

enum Buses: Interface {}

struct BusesModule: Module {
  static let manifest = Manifest(Buses.self, summary: "")
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

enum Trams: Interface {}

struct TramArrived: Event {}

/// Requires another module, and follows an event that no module publishes.
struct TramsModule: Module {
  static let manifest = Manifest(
    Trams.self, summary: "", requires: [Buses.self], follows: [TramArrived.self])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

enum Kiosks: Interface {
  static let count = Action<Empty, Int>(Kiosks.self, "count", .reads, .remote)
}

/// Cannot start with another setting `colour` than "red".
struct KiosksModule: Module {
  static let manifest = Manifest(Kiosks.self, summary: "", answers: [Kiosks.count])
  static let contributions = Contributions([Setting("colour", "", default: "red")])
  private struct Settings: Decodable {
    let colour: String
  }
  private let colour: String

  init(context: ModuleContext) throws {
    colour = try context.configuration.decode(Settings.self).colour
  }

  func register(with registrar: Registrar) { registrar.answer(Kiosks.count) { _ in 1 } }

  func start() async throws {
    guard colour == "red" else { throw HostError.outputFailed(reason: "no paint '\(colour)'") }
  }
}
