import CityListInterface
public import Console
import DataSourceInterface
import Foundation
import Mediator
public import ModuleManager
import NetworkInterface

/// Lists, downloads, adds, updates, chooses and removes cities.
public struct CityListModule: CommandModule {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    CityList.self, summary: "brings cities from files and from the web",
    requires: [DataSource.self, Network.self],
    answers: [
      CityList.cities, CityList.updates, CityList.add, CityList.download, CityList.update,
      CityList.remove,
    ],
    publishes: [CityProgressed.self])

  /// `cities` and every `city` command.
  public static let commands: [Command] = [
    .cities, .listCities, .downloadCity, .updateCities, .addCity, .checkCity, .useCity,
    .removeCity,
  ]

  private let manager: CityManager

  /// Creates the module.
  public init(context: ModuleContext) {
    manager = CityManager(
      mediator: context.mediator,
      catalogue: Catalogue(folder: context.folder.appending(path: "catalogue")),
      jobs: CityJobs(context.mediator))
  }

  /// Answers every action.
  public func connect(_ connection: Connection) {
    connection.answer(CityList.cities) { [manager] in try await manager.cities($0) }
    connection.answer(CityList.updates) { [manager] _ in try await manager.updates() }
    connection.answer(CityList.add) { [manager] in try await manager.add($0) }
    connection.answer(CityList.download) { [manager] in try await manager.download($0.city) }
    connection.answer(CityList.update) { [manager] in try await manager.update($0.city) }
    connection.answer(CityList.remove) { [manager] in try await manager.remove($0) }
  }
}
