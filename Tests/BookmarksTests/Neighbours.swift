import DataSourceInterface
import ModuleManager
import RoutingInterface

/// Stands in for DataSource: two cities, and three stations in each.
struct SmallDataSource: Module {
  static let manifest = Manifest(
    DataSource.self, summary: "", answers: [DataSource.city, DataSource.station])

  private let cities: [CityID] = [.builtIn, .newYork]
  private let names = ["trindade": "Trindade", "aliados": "Aliados", "xizhimen": "西直门"]

  init(context: ModuleContext) {}

  func connect(_ connection: Connection) {
    connection.answer(DataSource.city) { [cities] query in
      let id = query.city ?? .builtIn
      guard cities.contains(id) else {
        throw DataSourceError.unknownCity(id, installed: cities)
      }
      let day = ServiceDate(day: 0)
      return City(
        id: id, name: id.description, agency: "", timeZone: "UTC", firstDate: day, lastDate: day,
        stations: 3, lines: 0, isBuiltIn: id == .builtIn, isCurrent: id == .builtIn)
    }
    connection.answer(DataSource.station) { [names] query in
      guard let found = names.first(where: { $0.value == query.name }) else {
        throw DataSourceError.unknownStation(query.name, city: "Porto", nearest: [])
      }
      return Station(id: found.key, name: found.value, coordinate: nil, lines: [])
    }
  }
}

/// Stands in for Routing, which the tests do not ask.
struct SilentRouting: Module {
  static let manifest = Manifest(
    Routing.self, summary: "", requires: [DataSource.self], publishes: [JourneyPlanned.self])

  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}
}

extension CityID {
  /// Installed in `SmallDataSource`.
  static let newYork = CityID("new-york") ?? .builtIn
  /// Nowhere to be found.
  static let atlantis = CityID("atlantis") ?? .builtIn
}
