public import Console
import DataSourceInterface
import Mediator
public import ModuleManager

/// Keeps city packs, and finds stations in them.
public struct DataSourceModule: CommandModule {
  /// What it offers.
  public static let manifest = Manifest(
    DataSource.self, summary: "keeps city packs and finds stations in them",
    answers: [
      DataSource.install, DataSource.remove, DataSource.use, DataSource.cities, DataSource.city,
      DataSource.station, DataSource.stations, DataSource.timetable,
    ],
    publishes: [
      ImportProgressed.self, CityInstalled.self, CityRemoved.self, CityChanged.self,
    ])

  /// Its commands.
  public static let commands = [Command.stations]

  private let cities: Cities

  /// Takes the context's folder for its own.
  public init(context: ModuleContext) {
    cities = Cities(context)
  }

  /// Answers every action.
  public func connect(_ connection: Connection) {
    connection.answer(DataSource.install) { [cities] in try await cities.install($0) }
    connection.answer(DataSource.remove) { [cities] in try await cities.remove($0.city) }
    connection.answer(DataSource.use) { [cities] in try await cities.use($0.city) }
    connection.answer(DataSource.cities) { [cities] _ in await cities.all() }
    connection.answer(DataSource.city) { [cities] in try await cities.city($0.city) }
    connection.answer(DataSource.station) { [cities] in
      try await cities.finder($0.city).station($0.name)
    }
    connection.answer(DataSource.stations) { [cities] in
      try await cities.finder($0.city).stations($0.text ?? "", limit: $0.limit)
    }
    connection.answer(DataSource.timetable) { [cities] in
      try await cities.compiled($0).timetable
    }
  }
}
