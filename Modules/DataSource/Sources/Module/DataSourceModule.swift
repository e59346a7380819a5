public import Console
import DataSourceInterface
import Mediator
public import ModuleManager

/// Keeps city packs, and finds stations in them.
public struct DataSourceModule: ConfigurableModule {
  /// What it offers.
  public static let manifest = Manifest(
    DataSource.self, summary: "keeps city packs and finds stations in them",
    answers: [
      DataSource.install, DataSource.remove, DataSource.use, DataSource.cities, DataSource.city,
      DataSource.station, DataSource.stations, DataSource.stationDetails, DataSource.lines,
      DataSource.check, DataSource.timetable,
    ],
    publishes: [
      ImportProgressed.self, CityInstalled.self, CityRemoved.self, CityChanged.self,
    ])

  /// `feed-megabytes` and `feed-ratio`.
  public static let settings = [
    Setting(
      "feed-megabytes", "how many megabytes a feed may unpack to",
      default: "\(Limits().unpackedBytes >> 20)"),
    Setting(
      "feed-ratio", "how many times the size of its archive a feed may unpack to",
      default: "\(Limits().ratio)"),
  ]

  private struct Settings: Decodable {
    let feedMegabytes: UInt16?
    let feedRatio: UInt16?
  }

  private let cities: Cities

  /// Takes the context's folder for its own.
  /// - Throws: `DecodingError` when a limit is not a whole number up to 65,535.
  public init(context: ModuleContext) throws {
    let settings = try context.configuration.decode(Settings.self)
    var limits = Limits()
    if let megabytes = settings.feedMegabytes { limits.unpackedBytes = Int(megabytes) << 20 }
    if let ratio = settings.feedRatio { limits.ratio = Int(ratio) }
    cities = Cities(context, limits: limits)
  }

  /// Answers every action.
  public func connect(_ connection: Connection) {
    connection.answer(DataSource.install) { [cities] in try await cities.install($0) }
    connection.answer(DataSource.remove) { [cities] in try await cities.remove($0.city) }
    connection.answer(DataSource.use) { [cities] in try await cities.use($0.city) }
    connection.answer(DataSource.cities) { [cities] _ in await cities.all() }
    connection.answer(DataSource.city) { [cities] in try await cities.city($0.city) }
    connection.answer(DataSource.station) { [cities] in try await cities.station($0) }
    connection.answer(DataSource.stations) { [cities] in try await cities.stations($0) }
    connection.answer(DataSource.stationDetails) { [cities] in try await cities.details($0) }
    connection.answer(DataSource.lines) { [cities] in try await cities.compiled($0.city).lines }
    connection.answer(DataSource.check) { [cities] in try await cities.check($0) }
    connection.answer(DataSource.timetable) { [cities] in
      try await cities.compiled($0).timetable
    }
  }
}
