import CityListInterface
public import Console
import DataSourceInterface
import Mediator
public import ModuleManager
import NetworkInterface

/// Adds, shows, chooses and removes cities; what it tells of them belongs to DataSource.
public struct CityListModule: CommandModule {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    CityList.self, summary: "adds cities from files and from the web",
    requires: [DataSource.self, Network.self], answers: [CityList.add])

  /// `city list`, `city add`, `city check`, `city use` and `city remove`.
  public static let commands: [Command] = [
    .listCities, .addCity, .checkCity, .useCity, .removeCity,
  ]

  private let mediator: Mediator

  /// Creates the module.
  public init(context: ModuleContext) {
    mediator = context.mediator
  }

  /// Binds `CityList.add`.
  public func connect(_ connection: Connection) {
    connection.answer(CityList.add) { [mediator] request in
      try await City.add(request, through: mediator)
    }
  }
}
