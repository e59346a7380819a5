import Console
import DataSource
import DataSourceInterface
import Documents
import Foundation
import Journeys
import Mediator
import ModuleManager
import Routing

/// A city with the modules DataSource, Journeys and Routing, in a temporary folder.
struct RoutingFixture {
  let mediator = Mediator()
  let folder: URL
  let timetable: Timetable
  let date: CalendarDate
  private let manager: ModuleManager

  /// Uses the city of the feed in `options`, or the built-in city without a feed.
  init(
    _ options: Options,
    modules: [any Module.Type] = [
      DataSourceModule.self, JourneysModule.self, RoutingModule.self,
    ]
  ) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "routing-\(UUID())")
    let (mediator, folder) = (mediator, folder)
    manager = try ModuleManager(modules, mediator: mediator) {
      // The folder of a module has the module's name, as in a host.
      ModuleContext(
        mediator: mediator, folder: folder.appending(path: $0.target))
    }
    try await manager.open()
    if let feed = options.feed, let id = CityID("searched") {
      let request = InstallRequest(city: id, file: feed)
      _ = try await mediator.perform(DataSource.install, request)
      _ = try await mediator.perform(DataSource.use, CityReference(city: id))
    }
    timetable = try await mediator.perform(DataSource.timetable, nil)
    let city = try await mediator.perform(DataSource.city, CityQuery())
    date = options.date.flatMap { CalendarDate($0) } ?? city.firstDate
  }

  /// A new search of the day with its own memory.
  func search() -> DaySearch { DaySearch(timetable, on: date) }

  func close() async throws {
    await manager.stop()
    try FileManager.default.removeItem(at: folder)
  }
}
