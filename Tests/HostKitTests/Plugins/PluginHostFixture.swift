import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Plugins
import Scenes
import Testing

@testable import HostKit

/// An app named `shop` in a temporary data folder, with plug-ins whose programs are scripts.
struct PluginHostFixture {
  static let weather =
    #"{"name": "weather", "summary": "Weather at a place", "command": ["./weather.sh"]}"#

  let folder = TemporaryFolder()
  let app = CommandLineApp.shop([PortsModule.self])

  var home: URL { folder.url.appending(path: "home") }

  /// The path of a file of the plug-in `weather`, without links.
  func path(_ name: String) -> String {
    home.resolvingSymlinksInPath().path + "/plugins/weather/" + name
  }

  /// Writes a plug-in into the folder of plug-ins.
  func install(
    _ name: String = "weather", _ manifest: String = weather,
    program: String = "#!/bin/sh\nexit 1\n", file: String = "weather.sh"
  ) throws {
    let folder = home.appending(path: "plugins/\(name)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for (file, content) in ["plugin.json": manifest, file: program] {
      let path = folder.appending(path: file).path
      try Data(content.utf8).write(to: URL(filePath: path))
      chmod(path, 0o700)
    }
    for path in [home.path, home.appending(path: "plugins").path] { chmod(path, 0o700) }
  }

  /// Trusts a plug-in without starting it.
  func trust(_ name: String = "weather", tools: [PluginTool] = []) throws {
    let plugins = PluginFolder(in: home)
    let manifest = try plugins.manifest(of: name)
    try plugins.trust(
      InstalledPlugin(
        manifest: manifest, files: try plugins.trustedFiles(of: manifest, searching: "/bin"),
        era: .legacy, tools: tools))
  }

  func run(
    _ line: String..., environment: [String: String] = [:], input: String = ""
  ) async throws -> CommandLineOutput {
    let own = [
      "SHOP_DEADLINES_START": "600", "SHOP_DEADLINES_STOP": "600", "PATH": "/usr/bin:/bin",
    ]
    return try await app.run(
      line, input: input, folder: home, columns: 1000,
      environment: own.merging(environment) { $1 })
  }
}

/// A module with two actions for plug-ins, one that only the command line may call, and events.
struct PortsModule: Module {
  static let manifest = Manifest(
    Ports.self, summary: "counts ships", answers: [Ports.count, Ports.length, Ports.sink],
    publishes: [ShipSank.self, ShipArrived.self])
  static let contributions = Contributions(commands, scenes, [slot])
  static let slot = RowSlot("port", Port.self)
  static let scenes = [
    SceneDescription("Ports", "see ports") { _ in
      let ports = ListSection(
        "ports", id: \Port.harbour.name, layout: .table(.init { "\($0.ships)" })
      ) { _ in ListPage([Port(harbour: Harbour(name: "Porto"), ships: 3)]) }
      ports.slot = slot
      return ListScene("Ports", [ports])
    }
  ]
  static let commands = [
    Command("sink", "Sink a ship", calls: Ports.sink, examples: []) { count in "\(count)" }
  ]
  private let context: ModuleContext
  init(context: ModuleContext) { self.context = context }

  func register(with registrar: Registrar) {
    registrar.answer(Ports.count) { _ in 3 }
    registrar.answer(Ports.length) { _ in 400 }
    registrar.answer(Ports.sink) { [context] _ in
      context.mediator.publish(ShipSank(name: "Titanic"))
      return 2
    }
  }
}

struct Port: Codable, Equatable, Sendable {
  let harbour: Harbour
  let ships: Int
}

struct Harbour: Codable, Equatable, Sendable { let name: String }

enum Ports: Interface {
  static let count = Action<Empty, Int>(Ports.self, "count", .reads, .remote)
  static let length = Action<Empty, Int>(Ports.self, "length", .reads, .remote)
  static let sink = Action<Empty, Int>(Ports.self, "sink")
}

struct ShipSank: SharedEvent { let name: String }
/// Cannot be written as JSON.
struct ShipArrived: Event {}
