import DataSource
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import Routing
import RoutingInterface

/// A city with its modules, in a folder of its own.
struct SearchedCity {
  let mediator = Mediator()
  let folder: URL
  let timetable: Timetable
  let date: ServiceDate
  private let manager: ModuleManager

  /// Installs the feed, if there is one.
  init(_ options: Options) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "routing-\(UUID())")
    let (mediator, folder) = (mediator, folder)
    manager = try ModuleManager([DataSourceModule.self, RoutingModule.self], mediator: mediator) {
      // A host keeps the data of its modules in folders of their names.
      ModuleContext(
        mediator: mediator, folder: folder.appending(path: $0.interface.target))
    }
    try await manager.open()
    if let feed = options.feed, let id = CityID("searched") {
      let request = InstallRequest(city: id, file: feed)
      _ = try await mediator.perform(DataSource.install, request)
      _ = try await mediator.perform(DataSource.use, CityReference(city: id))
    }
    timetable = try await mediator.perform(DataSource.timetable, nil)
    let city = try await mediator.perform(DataSource.city, CityQuery())
    date = options.date.flatMap { ServiceDate($0) } ?? city.firstDate
  }

  /// A search of the day, with memory of its own.
  func fronts() async throws -> Fronts {
    try await mediator.perform(Routing.fronts, FrontsQuery(date: date))
  }

  func close() async throws {
    await manager.stop()
    try FileManager.default.removeItem(at: folder)
  }
}
