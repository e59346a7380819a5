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
/// SVG text. The second lowest of twenty times counts.
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
    await manager.stop()
    try? FileManager.default.removeItem(at: folder)
    return [
      Figure("draw the network", drawTime / 1e6, "ms", bar: .atMost(50)),
      Figure("the lines and their stations alone", loadTime / 1e6, "ms"),
      Figure("size of the picture", Double(drawing.svg.utf8.count) / 1024, "KB"),
      Figure("names without room", Double(drawing.stations - drawing.names), ""),
    ]
  }

  /// The duration of `body` in nanoseconds.
  private static func time(_ body: () async throws -> Void) async rethrows -> Double {
    let began = ContinuousClock.now
    try await body()
    return began.duration(to: .now) / .nanoseconds(1)
  }
}
