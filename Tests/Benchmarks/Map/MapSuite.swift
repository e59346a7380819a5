import Console
import DataSource
import DataSourceInterface
import Foundation
import Map
import MapInterface
import Mediator
import ModuleManager
import Routing
import RoutingInterface

/// The time of `Map.draw` for a city that is already open: loading lines and stations, layout and
/// SVG text; and the time of a picture for a terminal, whose network is loaded. The second lowest of
/// twenty times counts.
enum MapSuite: Suite {
  static let name = "map"

  static func figures(_ options: Options) async throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "map-\(UUID())")
    let mediator = Mediator()
    let manager = try ModuleManager(
      [DataSourceModule.self, RoutingModule.self, MapModule.self], mediator: mediator
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
    var (drawTimes, loadTimes): ([Double], [Double]) = ([], [])
    for _ in 0..<20 {
      drawTimes.append(try await time { _ = try await mediator.perform(Map.draw, MapQuery()) })
      loadTimes.append(
        try await time { _ = try await mediator.perform(DataSource.lines, CityQuery()) })
    }
    let (drawTime, loadTime) = (drawTimes.sorted()[1], loadTimes.sorted()[1])
    let frameTime = try await frameTime(through: mediator)
    await manager.stop()
    try? FileManager.default.removeItem(at: folder)
    return [
      Figure("draw the network", drawTime / 1e6, "ms", bar: .atMost(50)),
      Figure("the lines and their stations alone", loadTime / 1e6, "ms"),
      Figure("a picture of 200 × 50 on a terminal", frameTime / 1e6, "ms", bar: .atMost(20)),
      Figure("size of the picture", Double(drawing.svg.utf8.count) / 1024, "KB"),
      Figure("names without room", Double(drawing.stations - drawing.names), ""),
    ]
  }

  /// The time of a picture in nanoseconds: layout, dots, names and the text with its colours.
  private static func frameTime(through mediator: Mediator) async throws -> Double {
    guard let command = MapModule.commands.first(where: { $0.name == "map" }) else { return 0 }
    let result = try await command.run(
      Invocation(
        parameters: [:], mediator: mediator, progress: ProgressReporter { _, _ in },
        arguments: command.arguments, isTerminal: true))
    let page = Page(columns: 200, rows: 50, colors: .trueColor)
    var times: [Double] = []
    for _ in 0..<20 { times.append(await time { _ = result.text(page) }) }
    return times.sorted()[1]
  }

  /// The duration of `body` in nanoseconds.
  private static func time(_ body: () async throws -> Void) async rethrows -> Double {
    let began = ContinuousClock.now
    try await body()
    return began.duration(to: .now) / .nanoseconds(1)
  }
}
