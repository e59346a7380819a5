import Console
import DataSource
import DataSourceInterface
import Foundation
import Journeys
import Map
import MapInterface
import Mediator
import ModuleManager
import Routing
import RoutingInterface

/// The time of `Map.draw` for a city that is already open: loading lines and stations, layout and
/// SVG text; and the time of a picture for a terminal, whose network is loaded.
enum MapSuite: Suite {
  static let name = "map"

  static func figures(_ options: Options) async throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "map-\(UUID())")
    let mediator = Mediator()
    let manager = try ModuleManager(
      [DataSourceModule.self, JourneysModule.self, RoutingModule.self, MapModule.self],
      mediator: mediator
    ) {
      ModuleContext(mediator: mediator, folder: folder.appending(path: $0.target))
    }
    try await manager.open()
    if let feed = options.feed, let id = CityID("drawn") {
      let request = InstallRequest(city: id, file: feed)
      _ = try await mediator.perform(DataSource.install, request)
      _ = try await mediator.perform(DataSource.use, CityReference(city: id))
    }
    let drawing = try await mediator.perform(Map.draw, MapQuery())
    let drawn = try await Turns.compare(20) {
      try await processorMilliseconds { _ = try await mediator.perform(Map.draw, MapQuery()) }
    }
    let loaded = try await Turns.compare(20) {
      try await processorMilliseconds {
        _ = try await mediator.perform(DataSource.lines, CityQuery())
      }
    }
    let frame = try await frame(through: mediator)
    await manager.stop()
    try? FileManager.default.removeItem(at: folder)
    return [
      Figure("draw the network, CPU", drawn, "ms", ratio: .atMost(50)),
      Figure("the lines and their stations alone, CPU", loaded, "ms", ratio: nil),
      Figure("a picture of 200 × 50 on a terminal, CPU", frame, "ms", ratio: .atMost(20)),
      Figure("size of the picture", Double(drawing.svg.utf8.count) / 1024, "KB"),
      Figure("names without room", Double(drawing.stations - drawing.names), ""),
    ]
  }

  /// A picture: layout, dots, names and the text with its colours.
  private static func frame(through mediator: Mediator) async throws -> Comparison {
    let commands = ModuleDescriptor(MapModule.self).contributions(of: Command.self)
    guard let command = commands.first(where: { $0.name == "map" }) else {
      throw CocoaError(.featureUnsupported)
    }
    let result = try await command.run(
      Invocation(
        parameters: [:], mediator: mediator, progress: ProgressReporter { _, _ in },
        arguments: command.arguments, isTerminal: true))
    let page = Page(columns: 200, rows: 50, colors: .trueColor)
    return await Turns.compare(20) { processorMilliseconds { _ = result.text(on: page) } }
  }
}
